// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_colors.h"

#include <algorithm>
#include <cmath>

namespace gapless::ui
{
namespace
{

/// Of graphical objects, by WCAG 2.1.
constexpr double LeastContrast = 3;

/// Relative luminance, by WCAG 2.1.
double luminance(const QColor& color)
{
    const auto linear = [](double level) {
        return level <= 0.03928 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Base).lightness() < palette.color(QPalette::Text).lightness();
}

QColor plotColor(PlotColor color, const QPalette& palette)
{
    // After Okabe and Ito (2008); the dark tones are lifted to at least 4.5:1 against a dark base.
    const bool dark = isDark(palette);
    switch (color) {
    case PlotColor::Training:
        return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x5f, 0x9e);
    case PlotColor::Validation:
        return dark ? QColor(0xf0, 0xa5, 0x30) : QColor(0xc4, 0x55, 0x00);
    case PlotColor::Second:
        return dark ? QColor(0x2f, 0xc8, 0x9c) : QColor(0x00, 0x80, 0x5f);
    case PlotColor::Stall:
        return dark ? QColor(0xe3, 0x8f, 0xbd) : QColor(0xa8, 0x3e, 0x7c);
    case PlotColor::Checkpoint:
        return dark ? QColor(0xf0, 0xa5, 0x30) : QColor(0xe0, 0x8a, 0x00);
    case PlotColor::Inspection:
        return dark ? QColor(0x2f, 0xc8, 0x9c) : QColor(0x00, 0x9e, 0x73);
    case PlotColor::Other:
        return dark ? QColor(0xa0, 0xa0, 0xa0) : QColor(0x70, 0x70, 0x70);
    case PlotColor::NotFinite:
        return dark ? QColor(0xff, 0x6b, 0x5e) : QColor(0xc0, 0x26, 0x1c);
    }
    return palette.color(QPalette::Text);
}

QColor plotColor(const PlotPaint& paint, const QPalette& palette)
{
    if (!paint.own.isValid())
        return plotColor(paint.role, palette);
    const double base = luminance(palette.color(QPalette::Base));
    const bool dark = isDark(palette);
    QColor color = paint.own;
    const auto contrast = [&] {
        const double own = luminance(color);
        return (std::max(own, base) + 0.05) / (std::min(own, base) + 0.05);
    };
    constexpr double step = 0.05;
    for (float lightness = color.lightnessF(); contrast() < LeastContrast && lightness >= 0 && lightness <= 1;) {
        lightness += static_cast<float>(dark ? step : -step);
        color = QColor::fromHslF(std::max(color.hslHueF(), 0.0F), color.hslSaturationF(),
                                 std::clamp(lightness, 0.0F, 1.0F));
    }
    return color;
}

QColor mutedColor(const QPalette& palette, double strength)
{
    const QColor text = palette.color(QPalette::Text);
    const QColor base = palette.color(QPalette::Base);
    const auto mix = [strength](int front, int back) { return static_cast<int>(back + strength * (front - back)); };
    return {mix(text.red(), base.red()), mix(text.green(), base.green()), mix(text.blue(), base.blue())};
}

} // namespace gapless::ui
