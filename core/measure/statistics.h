// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/run_summary.h"

#include <span>

namespace gapless
{

/// Percentile by linear interpolation between closest ranks, as numpy.percentile; 0 for no values. share in 0..1.
[[nodiscard]] double percentile(std::span<const double> values, double share);
[[nodiscard]] Spread spreadOf(std::span<const double> values);

} // namespace gapless
