// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/pixels.h"

#include <span>
#include <string>

namespace gapless
{

/// JPEG files in memory, through libjpeg-turbo. Any thread. Errors (Data) carry the library's reason and `name` as
/// context. What the library calls a warning of corrupt data, after which it goes on with grey pixels, is an error
/// here. Inside core/data only.

struct JpegHeader
{
    ImageSize size;
    int channels = 3;
    int orientation = 1; ///< EXIF: 1 upright, 3 upside down, 6 and 8 lying on a side, 2, 4, 5, 7 mirrored as well
};

[[nodiscard]] bool isJpeg(std::span<const unsigned char> bytes);
[[nodiscard]] Result<JpegHeader> readJpegHeader(std::span<const unsigned char> bytes, const std::string& name);
/// Fills `image`, whose memory is used again when it is large enough; returns what the header says. CMYK is refused.
[[nodiscard]] Result<JpegHeader> decodeJpegRgb(std::span<const unsigned char> bytes, const std::string& name,
                                               RgbImage& image);

} // namespace gapless
