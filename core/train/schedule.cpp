// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/schedule.h"

#include <cmath>

namespace gapless
{

double polynomialRate(double base, std::int64_t step, std::int64_t total)
{
    if (step >= total)
        return 0;
    const double left = 1.0 - static_cast<double>(step) / static_cast<double>(total);
    return base * std::pow(left, 0.9);
}

} // namespace gapless
