// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace gapless
{

/// A mask's values as stored: palette indices, grey ids of 1 to 16 bits unscaled, or colours packed as 0xRRGGBB (alpha dropped;
/// an RGB file whose three channels are equal everywhere is grey).
struct MaskImage
{
    MaskKind kind = MaskKind::Ids;
    ImageSize size;
    std::vector<std::uint32_t> values;
    int bitDepth = 8;
};

/// PNG only: JPEG changes values and is refused by name. Errors (Data) name the file.
[[nodiscard]] Result<MaskImage> decodeMask(const std::filesystem::path& file);

/// Values to class indices; the ignore value and nothing else becomes ignoreLabel. A value that the table does not have is an
/// error that names value, position and count.
[[nodiscard]] Result<LabelImage> labelsOf(const MaskImage& mask, const ClassTable& classes, const std::filesystem::path& file);

} // namespace gapless
