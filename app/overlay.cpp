// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlay.h"

#include <cstddef>

namespace gapless::cli
{

RgbImage overlaid(const RgbImage& image, const LabelImage& labels, const ClassTable& classes)
{
    RgbImage result = image;
    for (std::size_t pixel = 0; pixel < labels.data.size(); ++pixel) {
        const std::size_t label = labels.data[pixel];
        if (label >= classes.classes.size())
            continue;
        const Rgb& color = classes.classes[label].color;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            std::uint8_t& value = result.data[pixel * 3 + channel];
            value = static_cast<std::uint8_t>((value + color[channel] + 1) / 2);
        }
    }
    return result;
}

} // namespace gapless::cli
