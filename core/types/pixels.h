// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/image_size.h"

#include <cstdint>
#include <vector>

namespace gapless
{

/// A part of a picture: its first row and column, and how many of them.
struct PixelWindow
{
    int top = 0;
    int left = 0;
    ImageSize size;

    friend bool operator==(const PixelWindow&, const PixelWindow&) = default;
};

/// 8-bit RGB pixels, rows top to bottom without padding: data[(y * width + x) * 3 + channel].
struct RgbImage
{
    ImageSize size;
    std::vector<std::uint8_t> data;
};

/// 8-bit pixels with as many channels as a network takes in: 1 is grey, 3 are RGB, others are as the file has them:
/// data[(y * width + x) * channels + channel].
struct ChannelImage
{
    int channels = 3;
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

/// One number for each pixel: data[y * width + x].
struct ByteImage
{
    ImageSize size;
    std::vector<std::uint8_t> data;
};

/// The label of pixels that count neither in the loss nor in the scores, whatever value the mask files use for it.
inline constexpr std::uint8_t ignoreLabel = 255;
/// Class indices are 0 .. maximumClasses - 1.
inline constexpr int maximumClasses = 255;

} // namespace gapless
