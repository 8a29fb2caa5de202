// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/class_table.h"

#include <algorithm>
#include <cmath>

namespace gapless
{

namespace
{

constexpr std::array<Rgb, 8> okabeIto{{{0, 0, 0},
                                       {230, 159, 0},
                                       {86, 180, 233},
                                       {0, 158, 115},
                                       {240, 228, 66},
                                       {0, 114, 178},
                                       {213, 94, 0},
                                       {204, 121, 167}}};

Rgb fromHsv(double hue, double saturation, double value)
{
    const auto channel = [&](double offset) {
        const double k = std::fmod(offset + hue * 6.0, 6.0);
        const double level = value - value * saturation * std::clamp(std::min(k, 4.0 - k), 0.0, 1.0);
        return static_cast<std::uint8_t>(std::lround(level * 255.0));
    };
    return {channel(5.0), channel(3.0), channel(1.0)};
}

} // namespace

Rgb defaultClassColor(int index)
{
    const int known = static_cast<int>(okabeIto.size());
    if (index >= 0 && index < known)
        return okabeIto[static_cast<std::size_t>(index)];
    // Steps of the golden ratio spread any number of hues evenly; three brightnesses in turn keep neighbours apart.
    constexpr double goldenRatio = 0.61803398874989485;
    const int extra = std::max(0, index - known);
    constexpr std::array<double, 3> brightness{0.95, 0.75, 0.55};
    return fromHsv(std::fmod(0.08 + extra * goldenRatio, 1.0), 0.65, brightness[static_cast<std::size_t>(extra % 3)]);
}

} // namespace gapless
