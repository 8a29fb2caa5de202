// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gapless
{

/// PNG files in memory, through libpng. Any thread. Errors (Data) carry libpng's reason as message and `name` as
/// context; damage and truncation are always errors. Inside core/data only.

enum class PngColor { Grey, GreyAlpha, Palette, Color, ColorAlpha };

struct PngHeader
{
    ImageSize size;
    PngColor color = PngColor::Grey;
    int bitDepth = 8; ///< of the file: 1, 2, 4, 8 or 16
};

/// Samples as stored: no palette applied, no scaling. One byte each for up to 8 bits, else two in the machine's byte
/// order.
struct PngValues
{
    PngHeader header;
    int channels = 1;
    std::vector<std::uint8_t> data; ///< rows top to bottom, channels interleaved, no padding
    std::vector<Rgb> palette;       ///< PngColor::Palette only
};

[[nodiscard]] bool isPng(std::span<const unsigned char> bytes);
[[nodiscard]] Result<PngHeader> readPngHeader(std::span<const unsigned char> bytes, const std::string& name);
/// Fills `image`, whose memory is used again when it is large enough.
[[nodiscard]] Result<void> decodePngRgb(std::span<const unsigned char> bytes, const std::string& name, RgbImage& image);
[[nodiscard]] Result<void> decodePngValues(std::span<const unsigned char> bytes, const std::string& name,
                                           PngValues& values);

/// The bytes of a PNG file. `data` as in PngValues; 8 or 16 bits. Errors: Internal.
[[nodiscard]] Result<std::string> encodePng(const PngHeader& header, std::span<const std::uint8_t> data,
                                            std::span<const Rgb> palette = {});

} // namespace gapless
