// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/pixels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gapless
{

/// What a file turned out to hold, and which part of it was decoded. Plain value.
struct ImageWindow
{
    ImageSize whole;
    int orientation = 1; ///< EXIF (1-8); not applied
    PixelWindow window;
};

/// `wanted` as far as it lies inside a picture; the whole picture if nothing of it does.
[[nodiscard]] inline PixelWindow windowWithin(const PixelWindow& wanted, ImageSize whole)
{
    const auto end = [](int first, int count, int length) {
        return static_cast<int>(std::min<std::int64_t>(std::int64_t{first} + count, length));
    };
    const int top = std::max(wanted.top, 0);
    const int left = std::max(wanted.left, 0);
    const int bottom = end(wanted.top, wanted.size.height, whole.height);
    const int right = end(wanted.left, wanted.size.width, whole.width);
    if (bottom <= top || right <= left)
        return {0, 0, whole};
    return {top, left, {bottom - top, right - left}};
}

[[nodiscard]] inline std::size_t pixelCount(ImageSize size)
{
    return static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
}

} // namespace gapless
