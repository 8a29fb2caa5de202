// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gapless
{

struct ImageHeader
{
    ImageSize size; ///< as stored in the file
    int channels = 0;
    int bitDepth = 0;
    std::string kind; ///< "RGB", "RGBA", "grey", "grey+alpha", "palette": for reports
    int orientation = 1; ///< EXIF; 1 unless a JPEG says otherwise
};

/// Reads the first bytes only. PNG and JPEG, told by content, not by name. Errors (Data) name the file.
[[nodiscard]] Result<ImageHeader> readImageHeader(const std::filesystem::path& file);

/// 8-bit RGB: grey is repeated, alpha is dropped (not blended: what is stored under it is what the camera saw), 16 bits are
/// scaled to 8. Truncated or damaged files are errors, never half a picture. The EXIF orientation is not applied.
[[nodiscard]] Result<RgbImage> decodeImage(const std::filesystem::path& file);

/// The bytes of a file; the read half of decodeImage(), so that the two can be timed apart.
[[nodiscard]] Result<std::vector<unsigned char>> readFileBytes(const std::filesystem::path& file);
[[nodiscard]] Result<RgbImage> decodeImage(const std::vector<unsigned char>& bytes, const std::filesystem::path& file);

/// PNG, 8-bit RGB or (classes as they are) 8-bit grey, written atomically.
[[nodiscard]] Result<void> writePng(const std::filesystem::path& file, const RgbImage& image);
[[nodiscard]] Result<void> writePng(const std::filesystem::path& file, const LabelImage& labels);
/// Indexed PNG: the values are written through the class table (so that the file can serve as a mask) when they fit 8 bits, with
/// the classes' colours as palette; otherwise 16-bit grey.
[[nodiscard]] Result<void> writeMaskPng(const std::filesystem::path& file, const LabelImage& labels, const ClassTable& classes);

} // namespace gapless
