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
    NotFinite, ///< where a value was NaN or infinite
};

/// A role, or a colour that comes with the data (of a class), which keeps its hue.
struct PlotPaint
{
    PlotPaint() = default;
    PlotPaint(PlotColor color) // NOLINT(google-explicit-constructor): a role is a paint
        : role(color)
    {
    }
    explicit PlotPaint(const QColor& color)
        : own(color)
    {
    }

    PlotColor role = PlotColor::Training;
    QColor own; ///< invalid: the role's

    friend bool operator==(const PlotPaint&, const PlotPaint&) = default;
};

[[nodiscard]] bool isDark(const QPalette& palette);
[[nodiscard]] QColor plotColor(PlotColor color, const QPalette& palette);
/// A colour of its own is made lighter or darker where it would hardly be seen on the palette's base.
[[nodiscard]] QColor plotColor(const PlotPaint& paint, const QPalette& palette);
/// Grid, axes and other things that stay behind the data: `strength` of the text colour over the background.
[[nodiscard]] QColor mutedColor(const QPalette& palette, double strength);

} // namespace gapless::ui
