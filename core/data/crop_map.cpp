// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/crop_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gapless
{

void AxisMap::assign(int count, int offset, int scaled, int length, bool flip)
{
    lower.resize(static_cast<std::size_t>(count));
    weight.resize(static_cast<std::size_t>(count));
    nearest.resize(static_cast<std::size_t>(count));
    const int inside = std::clamp(scaled - offset, 0, count);
    first = flip ? count - inside : 0;
    last = first + inside;
    sourceFirst = length;
    sourceLast = 0;
    const double ratio = static_cast<double>(length) / scaled;
    for (int at = first; at < last; ++at) {
        const int place = offset + (flip ? count - 1 - at : at);
        const double centre = std::max(0.0, (place + 0.5) * ratio - 0.5);
        const int below = std::min(static_cast<int>(centre), length - 1);
        const auto index = static_cast<std::size_t>(at);
        lower[index] = below;
        weight[index] = below == length - 1 ? 0.0F : static_cast<float>(centre - below);
        nearest[index] = static_cast<int>((2 * std::int64_t{place} + 1) * length / (2 * std::int64_t{scaled}));
        sourceFirst = std::min(sourceFirst, below);
        sourceLast = std::max(sourceLast, std::min(below + 2, length));
    }
}

void CropMap::assign(const AugmentDraw& draw, ImageSize picture, ImageSize crop)
{
    rows.assign(crop.height, draw.top, draw.scaled.height, picture.height, false);
    columns.assign(crop.width, draw.left, draw.scaled.width, picture.width, draw.flip);
    isScaled = draw.scaled != picture;
}

PixelWindow CropMap::window() const
{
    return {rows.sourceFirst,
            columns.sourceFirst,
            {rows.sourceLast - rows.sourceFirst, columns.sourceLast - columns.sourceFirst}};
}

} // namespace gapless
