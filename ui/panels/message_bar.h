// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QFrame>

class QLabel;
class QToolButton;

namespace gapless::ui
{

/// A line across the window that stays until it is closed: what failed, on what, what to try; or something to know. UI
/// thread.
class MessageBar final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MessageBar)

public:
    enum class Kind { Note, Failure };

    explicit MessageBar(QWidget* parent);
    void showMessage(Kind kind, const QString& title, const QString& text);
    /// The same with a button that does something about it and closes the message.
    void showMessage(Kind kind, const QString& title, const QString& text, const QString& button,
                     std::function<void()> action);
    /// Null while the message has none.
    [[nodiscard]] QToolButton* actionButton() const { return m_action ? m_button : nullptr; }
    /// Hides the message of that title, and no other.
    void hideMessage(const QString& title);
    [[nodiscard]] QString text() const;

private:
    void applyColors();

    QLabel* m_label = nullptr;
    QToolButton* m_button = nullptr;
    std::function<void()> m_action;
    Kind m_kind = Kind::Note;
};

} // namespace gapless::ui
