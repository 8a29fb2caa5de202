// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace gapless::ui
{

/// Roles of colours in plots, told apart by colour-blind eyes, in two tones: for light and for dark backgrounds.
enum class PlotColor {
    Training,
    Validation,
    Second,
    Stall,
    Checkpoint,
    Inspection,
    Other,
};

[[nodiscard]] bool isDark(const QPalette& palette);
[[nodiscard]] QColor plotColor(PlotColor color, const QPalette& palette);
/// Grid, axes and other things that stay behind the data: `strength` of the text colour over the background.
[[nodiscard]] QColor mutedColor(const QPalette& palette, double strength);

} // namespace gapless::ui
