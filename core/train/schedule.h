// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gapless
{

/// Polynomial decay, as torch.optim.lr_scheduler.PolynomialLR(power=0.9): base x (1 - step / total) ^ 0.9 for the step
/// that follows `step` finished ones; 0 from `total` on.
[[nodiscard]] double polynomialRate(double base, std::int64_t step, std::int64_t total);

} // namespace gapless
