// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/stored_pixels.h"

#include <span>
#include <string>

namespace gapless
{

/// TIFF files in memory, through libtiff: the first page, in strips or tiles, planar or not, under any compression that
/// libtiff was built with. Any thread. Errors (Data) carry libtiff's reason as message and `name` as context; numbers
/// other than unsigned ones of up to 16 bits and colours other than grey, RGB and palettes are refused by name. TIFF
/// has no checksums: damage is noticed where it breaks the structure or the compression. Inside core/data only.

struct TiffHeader
{
    ImageSize size;
    StoredFormat format;
    int samples = 1;     ///< a pixel, those beyond the colours included
    int orientation = 1; ///< numbered as in EXIF
    int pages = 1;       ///< those of the bytes given; previews and transparency masks are not counted
};

[[nodiscard]] bool isTiff(std::span<const unsigned char> bytes);
[[nodiscard]] Result<TiffHeader> readTiffHeader(std::span<const unsigned char> bytes, const std::string& name);
/// Fills `image`, of any number of channels, with the part of `wanted` that lies in the picture, or with the whole
/// picture where none does; its memory is used again when it is large enough. With an orientation other than 1 always
/// the whole picture. Only the strips or tiles that the window touches are read. Of 1 (grey) and 3 (RGB) channels,
/// alpha and other samples beyond the colours are dropped; for any other number the file must have exactly so many
/// samples.
[[nodiscard]] Result<ImageWindow> decodeTiffChannels(std::span<const unsigned char> bytes, const std::string& name,
                                                     const PixelWindow& wanted, ChannelImage& image);
/// The same with samples as stored, for masks: JPEG compression, which changes values, is refused.
[[nodiscard]] Result<void> decodeTiffStored(std::span<const unsigned char> bytes, const std::string& name,
                                            const PixelWindow& wanted, StoredPixels& pixels);

} // namespace gapless
