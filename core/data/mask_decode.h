// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gapless
{

/// A mask's values as stored: palette indices, grey ids of 1 to 16 bits unscaled, or colours packed as 0xRRGGBB (alpha
/// dropped; an RGB file whose three channels are equal everywhere is grey).
struct MaskImage
{
    MaskKind kind = MaskKind::Ids;
    ImageSize size;
    std::vector<std::uint32_t> values;
    int bitDepth = 8;         ///< of the file
    std::vector<Rgb> palette; ///< of an indexed file, else empty
};

/// PNG only: JPEG changes values and is refused by name, and so are colours of 16 bits a channel. Errors (Data) name
/// the file.
[[nodiscard]] Result<MaskImage> decodeMask(const std::filesystem::path& file);
/// The same from bytes, into memory that is used again.
[[nodiscard]] Result<void> decodeMaskInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                          MaskImage& mask);

/// What an id of this mask is in a set of colour masks, whose grey and indexed files are colours, too (optimisers of
/// PNG files store a black mask as grey): the palette's entry, or the grey scaled to 8 bits. Empty for an index beyond
/// the palette and for 16 bits.
[[nodiscard]] std::optional<std::uint32_t> colorOfId(std::uint32_t id, int bitDepth, const std::vector<Rgb>& palette);

/// Values to class indices; the ignore value and nothing else becomes ignoreLabel. A value that the table does not have
/// is an error that names value, position and count.
[[nodiscard]] Result<LabelImage> labelsOf(const MaskImage& mask, const ClassTable& classes,
                                          const std::filesystem::path& file);
[[nodiscard]] Result<void> labelsInto(const MaskImage& mask, const ClassTable& classes,
                                      const std::filesystem::path& file, LabelImage& labels);

/// "7", or "#ff0000" for a colour.
[[nodiscard]] std::string maskValueText(MaskKind kind, std::int64_t value);

} // namespace gapless
