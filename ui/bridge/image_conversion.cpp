// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/image_conversion.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace gapless::ui
{

QImage toImage(const RgbImage& image)
{
    const auto width = static_cast<std::size_t>(std::max(image.size.width, 0));
    const auto height = static_cast<std::size_t>(std::max(image.size.height, 0));
    if (width == 0 || height == 0 || image.data.size() < width * height * 3)
        return {};
    QImage result(image.size.width, image.size.height, QImage::Format_RGB888);
    for (int y = 0; y < image.size.height; ++y)
        std::copy_n(image.data.data() + static_cast<std::size_t>(y) * width * 3, width * 3, result.scanLine(y));
    return result;
}

QImage toImage(const LabelImage& labels, const ClassTable& classes)
{
    const auto width = static_cast<std::size_t>(std::max(labels.size.width, 0));
    const auto height = static_cast<std::size_t>(std::max(labels.size.height, 0));
    if (width == 0 || height == 0 || labels.data.size() < width * height)
        return {};
    std::array<QRgb, 256> colors{};
    for (int index = 0; index < std::min(classes.size(), maximumClasses); ++index) {
        const Rgb& color = classes.classes[static_cast<std::size_t>(index)].color;
        colors[static_cast<std::size_t>(index)] = qRgb(color[0], color[1], color[2]);
    }
    QImage result(labels.size.width, labels.size.height, QImage::Format_ARGB32);
    for (int y = 0; y < labels.size.height; ++y) {
        const std::uint8_t* source = labels.data.data() + static_cast<std::size_t>(y) * width;
        std::transform(source, source + width, reinterpret_cast<QRgb*>(result.scanLine(y)),
                       [&colors](std::uint8_t label) { return colors[label]; });
    }
    return result;
}

} // namespace gapless::ui
