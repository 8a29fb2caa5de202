// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/image_size.h"

#include <filesystem>

namespace gapless
{

/// The built-in sample: generated, textured pictures of four classes (background, discs, stripes, polygons ...) whose
/// colours overlap, so that a network has to learn shape and texture, and can within half a minute on two cores. Writes
/// folder/images/*.png and folder/masks/*.png (ids 0-3). The same (count, size, seed) gives the same bytes.
/// Errors: File; Config when the folder already holds other files.
[[nodiscard]] Result<void> writeSampleSet(const std::filesystem::path& folder, int count = 48,
                                          ImageSize size = {96, 96}, unsigned seed = 1);

} // namespace gapless
