// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gapless
{

namespace
{

std::vector<double> sorted(std::span<const double> values)
{
    std::vector<double> result(values.begin(), values.end());
    std::ranges::sort(result);
    return result;
}

double percentileOfSorted(std::span<const double> values, double share)
{
    if (values.empty())
        return 0;
    const double rank = std::clamp(share, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], rank - static_cast<double>(below));
}

} // namespace

double percentile(std::span<const double> values, double share)
{
    return percentileOfSorted(sorted(values), share);
}

Spread spreadOf(std::span<const double> values)
{
    const std::vector<double> ordered = sorted(values);
    return {percentileOfSorted(ordered, 0.5), percentileOfSorted(ordered, 0.95), percentileOfSorted(ordered, 0.99),
            percentileOfSorted(ordered, 1.0)};
}

} // namespace gapless
