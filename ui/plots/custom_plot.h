// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The only way to QCustomPlot: its header needs the keywords that the project switches off (torch has a method
/// `slots`), so they exist for its length only. A system header, so that its warnings stay its own.
#pragma GCC system_header

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit Q_EMIT
#define foreach Q_FOREACH

#include <qcustomplot.h>

#undef signals
#undef slots
#undef emit
#undef foreach
