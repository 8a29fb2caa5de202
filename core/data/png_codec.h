// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/stored_pixels.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gapless
{

/// PNG files in memory. Any thread. Errors (Data) carry libpng's reason as message and `name` as context; damage and
/// truncation are always errors, except below a window: what lies there may be left unread. Inside core/data only.

struct PngHeader
{
    ImageSize size;
    PixelKind kind = PixelKind::Grey;
    int bitDepth = 8; ///< of the file: 1, 2, 4, 8 or 16
};

[[nodiscard]] bool isPng(std::span<const unsigned char> bytes);
[[nodiscard]] Result<PngHeader> readPngHeader(std::span<const unsigned char> bytes, const std::string& name);
/// Fills `image`, of 1 (grey) or 3 (RGB) channels, with the part of `wanted` that lies in the picture, or with the
/// whole picture where none does; its memory is used again when it is large enough. Alpha is dropped.
[[nodiscard]] Result<ImageWindow> decodePngChannels(std::span<const unsigned char> bytes, const std::string& name,
                                                    const PixelWindow& wanted, ChannelImage& image);
/// The same with samples as stored.
[[nodiscard]] Result<void> decodePngStored(std::span<const unsigned char> bytes, const std::string& name,
                                           const PixelWindow& wanted, StoredPixels& pixels);

/// The bytes of a PNG file. `data` as in StoredPixels; 8 or 16 bits. Errors: Internal.
[[nodiscard]] Result<std::string> encodePng(const PngHeader& header, std::span<const std::uint8_t> data,
                                            std::span<const Rgb> palette = {});

} // namespace gapless
