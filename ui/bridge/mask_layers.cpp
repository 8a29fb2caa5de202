// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/mask_layers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace gapless::ui
{
namespace
{

constexpr int Patterns = 6;
constexpr int Period = 4;

bool isDrawn(int pattern, int x, int y)
{
    switch (pattern % Patterns) {
    case 0:
        return (x + y) % Period < 2;
    case 1:
        return (x - y + Period * 65536) % Period < 2;
    case 2:
        return y % Period < 2;
    case 3:
        return x % Period < 2;
    case 4:
        return x % Period < 2 && y % Period < 2;
    default:
        return x % Period == 0 || y % Period == 0;
    }
}

/// Size and rows of a picture of one byte a pixel.
template<class Image>
class Rows
{
public:
    explicit Rows(const Image& image)
        : m_image(image)
    {
    }
    [[nodiscard]] bool isEmpty() const
    {
        return m_image.size.width <= 0 || m_image.size.height <= 0 ||
               m_image.data.size() <
                   static_cast<std::size_t>(m_image.size.width) * static_cast<std::size_t>(m_image.size.height);
    }
    [[nodiscard]] const std::uint8_t* row(int y) const
    {
        return m_image.data.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(m_image.size.width);
    }

private:
    const Image& m_image;
};

QImage blank(ImageSize size)
{
    return {size.width, size.height, QImage::Format_ARGB32};
}

} // namespace

bool isBackground(const ClassTable& classes, int index)
{
    return classes.kind == MaskKind::Ids && classes.size() > 1 && index == 0 && classes.classes[0].value == 0;
}

LabelLook withoutBackground(const ClassTable& classes)
{
    LabelLook look{classes, {}, LabelStyle::Fill};
    for (int index = 0; index < classes.size(); ++index)
        look.isVisible.push_back(!isBackground(classes, index));
    return look;
}

ClassTable withSafeColors(ClassTable classes)
{
    for (int index = 0; index < classes.size(); ++index)
        classes.classes[static_cast<std::size_t>(index)].color = defaultClassColor(index);
    return classes;
}

QImage labelLayer(const LabelImage& labels, const LabelLook& look)
{
    const Rows rows(labels);
    if (rows.isEmpty())
        return {};
    std::array<QRgb, 256> colors{};
    for (int index = 0; index < std::min(look.classes.size(), maximumClasses); ++index) {
        const auto at = static_cast<std::size_t>(index);
        const Rgb& color = look.classes.classes[at].color;
        if (at >= look.isVisible.size() || look.isVisible[at])
            colors[at] = qRgb(color[0], color[1], color[2]);
    }
    const int width = labels.size.width;
    const int height = labels.size.height;
    QImage layer = blank(labels.size);
    for (int y = 0; y < height; ++y) {
        const std::uint8_t* here = rows.row(y);
        const std::uint8_t* above = rows.row(std::max(y - 1, 0));
        const std::uint8_t* below = rows.row(std::min(y + 1, height - 1));
        auto* target = reinterpret_cast<QRgb*>(layer.scanLine(y));
        for (int x = 0; x < width; ++x) {
            const std::uint8_t label = here[x];
            bool isShown = true;
            if (look.style == LabelStyle::Outline)
                isShown = above[x] != label || below[x] != label || here[std::max(x - 1, 0)] != label ||
                          here[std::min(x + 1, width - 1)] != label;
            else if (look.style == LabelStyle::Pattern)
                isShown = isDrawn(label, x, y);
            target[x] = isShown ? colors[label] : 0;
        }
    }
    return layer;
}

QColor errorColor(ErrorKind kind)
{
    // Okabe and Ito (2008): bluish green, orange, reddish purple.
    switch (kind) {
    case ErrorKind::Hit:
        return {0x00, 0x9e, 0x73};
    case ErrorKind::Miss:
        return {0xe6, 0x9f, 0x00};
    case ErrorKind::FalseAlarm:
        return {0xcc, 0x46, 0xa0};
    }
    return {};
}

QImage errorLayer(const LabelImage& truth, const LabelImage& prediction, int classIndex)
{
    const Rows truths(truth);
    const Rows predictions(prediction);
    if (truths.isEmpty() || predictions.isEmpty() || !(truth.size == prediction.size))
        return {};
    const QRgb hit = errorColor(ErrorKind::Hit).rgb();
    const QRgb miss = errorColor(ErrorKind::Miss).rgb();
    const QRgb alarm = errorColor(ErrorKind::FalseAlarm).rgb();
    QImage layer = blank(truth.size);
    for (int y = 0; y < truth.size.height; ++y) {
        const std::uint8_t* is = truths.row(y);
        const std::uint8_t* said = predictions.row(y);
        auto* target = reinterpret_cast<QRgb*>(layer.scanLine(y));
        for (int x = 0; x < truth.size.width; ++x) {
            const bool isOfClass = is[x] == classIndex;
            const bool isSaid = said[x] == classIndex;
            target[x] = is[x] == ignoreLabel ? 0 : isOfClass && isSaid ? hit : isOfClass ? miss : isSaid ? alarm : 0;
        }
    }
    return layer;
}

QColor probabilityColor(double share)
{
    static constexpr std::array<QRgb, 10> viridis{0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                                                  0xff1f9e89, 0xff35b779, 0xff6dcd59, 0xffb4de2c, 0xfffde725};
    const double place = std::clamp(share, 0.0, 1.0) * (viridis.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(place), viridis.size() - 2);
    const double part = place - static_cast<double>(first);
    const QColor low = QColor::fromRgb(viridis[first]);
    const QColor high = QColor::fromRgb(viridis[first + 1]);
    const auto blend = [part](int from, int to) { return qRound(from + part * (to - from)); };
    return {blend(low.red(), high.red()), blend(low.green(), high.green()), blend(low.blue(), high.blue())};
}

QImage probabilityLayer(const ByteImage& probability)
{
    const Rows rows(probability);
    if (rows.isEmpty())
        return {};
    std::array<QRgb, 256> colors{};
    for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] = probabilityColor(static_cast<double>(i) / 255).rgb();
    QImage layer = blank(probability.size);
    for (int y = 0; y < probability.size.height; ++y) {
        const std::uint8_t* source = rows.row(y);
        auto* target = reinterpret_cast<QRgb*>(layer.scanLine(y));
        for (int x = 0; x < probability.size.width; ++x)
            target[x] = colors[source[x]];
    }
    return layer;
}

} // namespace gapless::ui
