// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/image_window.h"
#include "core/types/pixels.h"

#include <span>
#include <string>

namespace gapless
{

/// JPEG files in memory, through libjpeg-turbo. Any thread. Errors (Data) carry the library's reason and `name` as
/// context. What the library calls a warning of corrupt data, after most of which it goes on with grey pixels, is an
/// error here. Inside core/data only.

struct JpegHeader
{
    ImageSize size;
    int channels = 3;
    int orientation = 1; ///< EXIF: 1 upright, 3 upside down, 6 and 8 lying on a side, 2, 4, 5, 7 mirrored as well
};

[[nodiscard]] bool isJpeg(std::span<const unsigned char> bytes);
[[nodiscard]] Result<JpegHeader> readJpegHeader(std::span<const unsigned char> bytes, const std::string& name);
/// Fills `image`, of 1 (grey) or 3 (RGB) channels, with the part of `wanted` that lies in the picture, or with the
/// whole picture where none does; its memory is used again when it is large enough. With an orientation other than 1
/// always the whole picture. Only the blocks about a window are turned into pixels, and what lies below it is not read.
/// CMYK is refused. The grey of colours is the luma that the file stores.
[[nodiscard]] Result<ImageWindow> decodeJpegChannels(std::span<const unsigned char> bytes, const std::string& name,
                                                     const PixelWindow& wanted, ChannelImage& image);

} // namespace gapless
