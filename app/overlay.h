// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/class_table.h"
#include "core/types/pixels.h"

namespace gapless::cli
{

/// The picture with the colour of each pixel's class laid over it at 50 %; pixels without a class stay as they are.
/// Both have the same size.
[[nodiscard]] RgbImage overlaid(const RgbImage& image, const LabelImage& labels, const ClassTable& classes);

} // namespace gapless::cli
