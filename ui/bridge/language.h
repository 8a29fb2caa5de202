// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace gapless::ui
{

/// The language that the user wants for the window's texts: that of the system, or a chosen one. It acts from the next
/// start on, when install() is given it. What comes out of core (errors, notes) is English in each. UI thread.
class Language final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Language)

public:
    enum class Choice { System, English, German };

    explicit Language(QObject* parent);

    [[nodiscard]] Choice choice() const { return m_choice; }
    void setChoice(Choice choice);

    /// Takes the texts of the program and of Qt, and the way numbers are written, from the chosen language; English
    /// where the system's languages are none of those that there are. Before the first window.
    static void install(Choice choice);

    /// "system", "en", "de", as a settings file has it. Any other text is the system's language.
    [[nodiscard]] static QString codeOf(Choice choice);
    [[nodiscard]] static Choice choiceOf(const QString& code);

Q_SIGNALS:
    void choiceChanged();

private:
    Choice m_choice = Choice::System;
};

} // namespace gapless::ui
