// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stored_pixels.h"

#include <algorithm>
#include <cstring>

namespace gapless
{

namespace
{

std::uint8_t eightBits(std::uint16_t sample)
{
    return static_cast<std::uint8_t>((std::uint32_t{sample} * 255 + 32767) / 65535);
}

} // namespace

void turnUpright(StoredPixels& pixels)
{
    const ImageSize stored = pixels.whole;
    const bool isLying = pixels.orientation >= 5;
    const ImageSize upright = isLying ? ImageSize{stored.width, stored.height} : stored;
    const bool isFromRight = pixels.orientation == 2 || pixels.orientation == 3 || pixels.orientation >= 7;
    const bool isFromBottom =
        pixels.orientation == 3 || pixels.orientation == 4 || pixels.orientation == 6 || pixels.orientation == 7;
    const std::size_t pixelBytes = pixels.format.pixelBytes();
    std::vector<std::uint8_t> turned(pixels.data.size());
    std::uint8_t* out = turned.data();
    for (int y = 0; y < upright.height; ++y)
        for (int x = 0; x < upright.width; ++x, out += pixelBytes) {
            const int across = isLying ? y : x;
            const int down = isLying ? x : y;
            const int column = isFromRight ? stored.width - 1 - across : across;
            const int row = isFromBottom ? stored.height - 1 - down : down;
            const std::size_t from = static_cast<std::size_t>(row) * static_cast<std::size_t>(stored.width) +
                                     static_cast<std::size_t>(column);
            std::memcpy(out, pixels.data.data() + from * pixelBytes, pixelBytes);
        }
    pixels.data = std::move(turned);
    pixels.whole = upright;
    pixels.window = {0, 0, upright};
    pixels.orientation = 1;
}

RgbConverter::RgbConverter(const StoredFormat& format)
    : m_isIndexed(format.kind == PixelKind::Palette)
    , m_isColor(format.kind == PixelKind::Color || format.kind == PixelKind::ColorAlpha)
    , m_isPlain(m_isColor && format.bitDepth == 8)
    , m_isZeroWhite(format.isZeroWhite)
    , m_channels(static_cast<std::size_t>(format.channels))
    , m_sampleBytes(format.sampleBytes())
{
    if (m_isIndexed) {
        std::ranges::copy_n(format.palette.begin(),
                            static_cast<std::ptrdiff_t>(std::min<std::size_t>(format.palette.size(), 256)),
                            m_colors.begin());
    } else if (format.bitDepth <= 8) {
        const int largest = (1 << format.bitDepth) - 1;
        for (int value = 0; value <= largest; ++value) {
            const int grey = (m_isZeroWhite ? largest - value : value) * 255 / largest;
            m_colors[static_cast<std::size_t>(value)].fill(static_cast<std::uint8_t>(grey));
        }
    }
}

void RgbConverter::convert(const std::uint8_t* samples, int columns, std::uint8_t* rgb) const
{
    const auto count = static_cast<std::size_t>(columns);
    if (m_isPlain && m_channels == 3)
        std::memcpy(rgb, samples, count * 3);
    else if (m_isPlain)
        for (std::size_t column = 0; column < count; ++column)
            std::memcpy(rgb + column * 3, samples + column * m_channels, 3);
    else if (m_sampleBytes == 1)
        convertSamples<std::uint8_t>(samples, count, rgb);
    else
        convertSamples<std::uint16_t>(samples, count, rgb);
}

template<class Sample>
void RgbConverter::convertSamples(const std::uint8_t* samples, std::size_t columns, std::uint8_t* rgb) const
{
    const std::size_t step = m_channels * sizeof(Sample);
    if (sizeof(Sample) == 1 && !m_isColor) {
        for (std::size_t column = 0; column < columns; ++column)
            std::memcpy(rgb + column * 3, m_colors[samples[column * step]].data(), 3);
    } else if (sizeof(Sample) == 1) {
        for (std::size_t column = 0; column < columns; ++column)
            for (std::size_t channel = 0; channel < 3; ++channel)
                rgb[column * 3 + channel] = m_colors[samples[column * step + channel]][0];
    } else {
        for (std::size_t column = 0; column < columns; ++column) {
            std::array<Sample, 3> pixel{};
            std::memcpy(pixel.data(), samples + column * step, (m_isColor ? 3 : 1) * sizeof(Sample));
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const int value = eightBits(pixel[m_isColor ? channel : 0]);
                rgb[column * 3 + channel] = static_cast<std::uint8_t>(m_isZeroWhite ? 255 - value : value);
            }
        }
    }
}

} // namespace gapless
