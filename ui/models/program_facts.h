// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "core/base/machine_facts.h"

namespace gapless::ui
{

/// What the program is made of, runs on and writes to, for the About dialog and for reports of faults. UI thread.
struct ProgramFacts
{
    struct Row
    {
        QString name;
        QString value;
    };

    QString version;
    QString torch; ///< version; empty: not in this build
    QString openCv;
    QString gpu; ///< in words, whether there is one to use
    MachineFacts machine;
    QString runsFolder;
    QString settingsFile;

    [[nodiscard]] QList<Row> rows() const;
    /// The rows as plain text, a line for each.
    [[nodiscard]] QString text() const;
};

} // namespace gapless::ui
