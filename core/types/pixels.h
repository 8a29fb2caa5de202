// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/image_size.h"

#include <cstdint>
#include <vector>

namespace gapless
{

/// 8-bit RGB pixels, rows top to bottom without padding: data[(y * width + x) * 3 + channel].
struct RgbImage
{
    ImageSize size;
    std::vector<std::uint8_t> data;
};

/// Class indices of the network (not the values in the file), ignoreLabel where nothing is labelled: data[y * width +
/// x].
struct LabelImage
{
    ImageSize size;
    std::vector<std::uint8_t> data;
};

/// The label of pixels that count neither in the loss nor in the scores, whatever value the mask files use for it.
inline constexpr std::uint8_t ignoreLabel = 255;
/// Class indices are 0 .. maximumClasses - 1.
inline constexpr int maximumClasses = 255;

} // namespace gapless
