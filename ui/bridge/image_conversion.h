// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "core/types/class_table.h"
#include "core/types/pixels.h"

namespace gapless::ui
{

/// Deep copies, any width (rows of a QImage are padded to 4 bytes, ours are not). Null for an empty picture. Any
/// thread.
[[nodiscard]] QImage toImage(const RgbImage& image);
/// Each label in its class's colour, ignoreLabel transparent.
[[nodiscard]] QImage toImage(const LabelImage& labels, const ClassTable& classes);

} // namespace gapless::ui
