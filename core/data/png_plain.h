// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/stored_pixels.h"

#include <span>
#include <vector>

namespace gapless
{

/// A second, faster reader for the PNG files that data sets are made of: 8 bits a sample, not interlaced, in order in
/// every respect. Whatever else a file is, damage included, is left to libpng, so there are no errors here and no
/// message of its own: a false means "ask libpng". On the images that tests/bench measures it takes 0.3 (RGBA) to 0.6
/// (grey) of libpng's time: libdeflate inflates a file in one piece, and the filters are undone in vectors. Any thread.
/// Inside core/data only.
struct PlainPng
{
    ImageSize size;
    StoredFormat format;
    std::vector<std::span<const unsigned char>> data; ///< the parts of the compressed pixels, in the file's bytes
};

/// Looks through a file that starts as PNG: order of the chunks, their checksums, size. `png` is used again.
[[nodiscard]] bool findPlainPng(std::span<const unsigned char> bytes, PlainPng& png);
/// Gives the rows of `window` to the writer. All pixels are inflated and their checksum is compared, whatever the
/// window is. After a false some rows may have been written.
[[nodiscard]] bool readPlainPng(const PlainPng& png, const PixelWindow& window, RowWriter& writer);

} // namespace gapless
