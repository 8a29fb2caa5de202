// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPushButton;

namespace gapless::ui
{

struct ProgramFacts;

/// What the program is, what it is made of and runs on, and its licence; the facts can be copied for a report. Not
/// modal. UI thread.
class AboutDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AboutDialog)

public:
    AboutDialog(const ProgramFacts& facts, QWidget* parent);

    [[nodiscard]] QPushButton& copyButton() const { return *m_copy; }

private:
    QPushButton* m_copy = nullptr;
};

} // namespace gapless::ui
