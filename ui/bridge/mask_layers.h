// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <QColor>
#include <QImage>

#include "core/types/class_table.h"
#include "core/types/pixels.h"

namespace gapless::ui
{

/// How labels are drawn. Patterns and outlines are made of the picture's own pixels.
enum class LabelStyle {
    Fill,
    Outline, ///< the pixels at a class's border only
    Pattern, ///< each class hatched in its own way, to be told apart without colours
};

struct LabelLook
{
    ClassTable classes;          ///< for its colours
    std::vector<bool> isVisible; ///< by class; a class beyond its end is visible
    LabelStyle style = LabelStyle::Fill;
};

/// Whether the class is what is around the things of interest, and would only dim a picture that it lies over: class 0
/// of masks of ids is in most sets.
[[nodiscard]] bool isBackground(const ClassTable& classes, int index);

/// All classes but the background, filled.
[[nodiscard]] LabelLook withoutBackground(const ClassTable& classes);

/// The classes with the colours of the colour-blind-safe series (defaultClassColor) in place of the data set's own.
[[nodiscard]] ClassTable withSafeColors(ClassTable classes);

/// Layers to lie over a picture, of its size, transparent where there is nothing to show; null for empty pictures. Any
/// thread, any width.
[[nodiscard]] QImage labelLayer(const LabelImage& labels, const LabelLook& look);

/// Hits, misses and false alarms of one class; where the truth is unlabelled nothing is shown.
[[nodiscard]] QImage errorLayer(const LabelImage& truth, const LabelImage& prediction, int classIndex);
enum class ErrorKind { Hit, Miss, FalseAlarm };
[[nodiscard]] QColor errorColor(ErrorKind kind);

/// 0 to 255 as the colours of viridis (Smith and van der Walt, 2015; ten of its colours, blended between).
[[nodiscard]] QImage probabilityLayer(const ByteImage& probability);
[[nodiscard]] QColor probabilityColor(double share);

} // namespace gapless::ui
