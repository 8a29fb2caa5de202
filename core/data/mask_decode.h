// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/image_window.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gapless
{

/// A mask's values as stored: palette indices, grey ids of 1 to 16 bits unscaled (those of a TIFF whose zero is white,
/// too), or colours packed as 0xRRGGBB (alpha dropped; an RGB file whose three channels are equal everywhere is grey).
struct MaskImage
{
    MaskKind kind = MaskKind::Ids;
    ImageSize size;
    std::vector<std::uint32_t> values;
    int bitDepth = 8;         ///< of the file
    std::vector<Rgb> palette; ///< of an indexed file, else empty
    int top = 0;              ///< of a window: the place of its first value in the whole mask
    int left = 0;
};

/// PNG and TIFF: JPEG changes values and is refused by name, and so are colours of 16 bits a channel. A mask with an
/// orientation (TIFF) is turned upright. Errors (Data) name the file.
[[nodiscard]] Result<MaskImage> decodeMask(const std::filesystem::path& file);
/// The same from bytes, into memory that is used again.
[[nodiscard]] Result<void> decodeMaskInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                          MaskImage& mask);
/// The same for a part of the mask, as decodeImageWindow() does it for a picture. Whether an RGB file is grey is asked
/// of the window alone; sizes and windows are those of the upright mask.
[[nodiscard]] Result<ImageWindow> decodeMaskWindow(const std::vector<unsigned char>& bytes,
                                                   const std::filesystem::path& file, const PixelWindow& wanted,
                                                   MaskImage& mask);

/// What an id of this mask is in a set of colour masks, whose grey and indexed files are colours, too (optimisers of
/// PNG files store a black mask as grey): the palette's entry, or the grey scaled to 8 bits. Empty for an index beyond
/// the palette and for 16 bits.
[[nodiscard]] std::optional<std::uint32_t> colorOfId(std::uint32_t id, int bitDepth, const std::vector<Rgb>& palette);

/// From a mask's values to class indices, made once for a class table. Immutable: any thread, any number at once.
class LabelLookup final
{
public:
    static constexpr std::uint16_t unknown = 0xFFFF;

    explicit LabelLookup(const ClassTable& classes);

    /// Of the data set's class table.
    [[nodiscard]] MaskKind kind() const { return m_kind; }
    /// The class index of a value in the table, ignoreLabel for the ignore value, or unknown.
    [[nodiscard]] std::uint16_t labelOf(std::uint32_t value) const;
    /// Those of the ids 0 to 255 of one file, which may stand for colours: see colorOfId().
    [[nodiscard]] std::array<std::uint16_t, 256> labelsOfIds(int bitDepth, const std::vector<Rgb>& palette) const;

private:
    MaskKind m_kind;
    std::vector<std::uint16_t> m_ids;                              ///< label of each id
    std::vector<std::pair<std::uint32_t, std::uint16_t>> m_colors; ///< ascending
};

/// Values to class indices; the ignore value and nothing else becomes ignoreLabel. A value that the table does not have
/// is an error that names value, position in the whole mask, and count.
[[nodiscard]] Result<LabelImage> labelsOf(const MaskImage& mask, const ClassTable& classes,
                                          const std::filesystem::path& file);
[[nodiscard]] Result<void> labelsInto(const MaskImage& mask, const ClassTable& classes,
                                      const std::filesystem::path& file, LabelImage& labels);
[[nodiscard]] Result<void> labelsInto(const MaskImage& mask, const LabelLookup& lookup,
                                      const std::filesystem::path& file, LabelImage& labels);
/// decodeMaskWindow() and labelsInto() in one pass, for loaders.
[[nodiscard]] Result<ImageWindow> decodeLabelsWindow(const std::vector<unsigned char>& bytes,
                                                     const std::filesystem::path& file, const LabelLookup& lookup,
                                                     const PixelWindow& wanted, LabelImage& labels);

/// "7", or "#ff0000" for a colour.
[[nodiscard]] std::string maskValueText(MaskKind kind, std::int64_t value);

} // namespace gapless
