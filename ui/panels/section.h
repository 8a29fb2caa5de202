// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace gapless::ui
{

/// A part of the settings that folds to one line: title, a tick or a warning, and a summary. UI thread.
class Section final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Section)

public:
    enum class Mark { None, Good, Attention };

    Section(const QString& title, QWidget* content, QWidget* parent);

    void setSummary(const QString& summary);
    /// `reason` is the mark's tool tip.
    void setMark(Mark mark, const QString& reason = {});
    void setExpanded(bool isExpanded);
    [[nodiscard]] bool isExpanded() const;
    [[nodiscard]] Mark mark() const { return m_mark; }

private:
    QToolButton* m_header = nullptr;
    QLabel* m_markLabel = nullptr;
    QLabel* m_summary = nullptr;
    QWidget* m_content = nullptr;
    Mark m_mark = Mark::None;
    bool m_isExpanded = true;
};

} // namespace gapless::ui
