// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_colors.h"

namespace gapless::ui
{

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
    }
    return palette.color(QPalette::Text);
}

QColor mutedColor(const QPalette& palette, double strength)
{
    const QColor text = palette.color(QPalette::Text);
    const QColor base = palette.color(QPalette::Base);
    const auto mix = [strength](int front, int back) { return static_cast<int>(back + strength * (front - back)); };
    return {mix(text.red(), base.red()), mix(text.green(), base.green()), mix(text.blue(), base.blue())};
}

} // namespace gapless::ui
