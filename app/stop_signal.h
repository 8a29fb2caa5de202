// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gapless::cli
{

/// From now on the first SIGINT, SIGTERM or SIGHUP is only remembered, so that the work can end in order; a second one
/// ends the process at once with 128 + its number. Main thread, before other threads are started.
void watchStopSignals();

/// Number of the signal that came first; 0: none yet. Any thread.
[[nodiscard]] int stopSignal();

} // namespace gapless::cli
