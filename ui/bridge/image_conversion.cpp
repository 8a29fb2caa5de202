// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/image_conversion.h"

#include <algorithm>
#include <cstddef>

#include "ui/bridge/mask_layers.h"

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
    return labelLayer(labels, {classes, {}, LabelStyle::Fill});
}

} // namespace gapless::ui
