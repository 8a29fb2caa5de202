// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_order.h"

namespace gapless::cli
{

/// A run from its start to its end on the command line: shows it, stops it in order on a signal, and tells its outcome.
/// Returns the exit code. Main thread.
[[nodiscard]] int runToEnd(const RunOrder& order, bool json);

} // namespace gapless::cli
