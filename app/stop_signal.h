// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gapless::cli
{

/// From now on the first SIGINT, SIGTERM or SIGHUP is only remembered, so that the work can end in order; a second one
/// ends the process at once with 128 + its number, unless it comes together with the first and is no Ctrl-C. Main thread, before other threads are started.
void watchStopSignals();

/// Number of the signal that came first; 0: none yet. Any thread.
[[nodiscard]] int stopSignal();

/// For work that a signal has stopped: the sentence on standard error, with --json {"outcome": "cancelled"} as the last
/// line of standard output. Returns the exit code, 128 + the signal's number. Main thread.
int reportStopped(std::string_view sentence, bool json);

} // namespace gapless::cli
