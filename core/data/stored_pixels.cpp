// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stored_pixels.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/data/input_channels.h"

namespace gapless
{

namespace
{

std::uint8_t eightBits(std::uint16_t sample)
{
    return static_cast<std::uint8_t>((std::uint32_t{sample} * 255 + 32767) / 65535);
}

/// 0.299 red + 0.587 green + 0.114 blue in 16 binary places, whose sum is 1: a grey is its own luma.
template<class Sample>
Sample luma(const Sample* color)
{
    return static_cast<Sample>(
        (std::uint32_t{color[0]} * 19595 + std::uint32_t{color[1]} * 38470 + std::uint32_t{color[2]} * 7471 + 32768) >>
        16U);
}

bool isColor(PixelKind kind)
{
    return kind == PixelKind::Color || kind == PixelKind::ColorAlpha;
}

bool isPlain(const StoredFormat& format, int channels)
{
    if (format.bitDepth != 8)
        return false;
    if (channels == 3)
        return isColor(format.kind);
    const bool isGrey = format.kind == PixelKind::Grey || format.kind == PixelKind::GreyAlpha;
    return takesStoredSamples(channels) || (isGrey && !format.isZeroWhite);
}

} // namespace

std::vector<std::uint8_t> turnedUpright(const std::vector<std::uint8_t>& data, ImageSize stored, int orientation,
                                        std::size_t pixelBytes)
{
    const bool isLying = orientation >= 5;
    const ImageSize upright = isLying ? ImageSize{stored.width, stored.height} : stored;
    const bool isFromRight = orientation == 2 || orientation == 3 || orientation >= 7;
    const bool isFromBottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    std::vector<std::uint8_t> turned(data.size());
    std::uint8_t* out = turned.data();
    for (int y = 0; y < upright.height; ++y)
        for (int x = 0; x < upright.width; ++x, out += pixelBytes) {
            const int across = isLying ? y : x;
            const int down = isLying ? x : y;
            const int column = isFromRight ? stored.width - 1 - across : across;
            const int row = isFromBottom ? stored.height - 1 - down : down;
            const std::size_t from = static_cast<std::size_t>(row) * static_cast<std::size_t>(stored.width) +
                                     static_cast<std::size_t>(column);
            std::memcpy(out, data.data() + from * pixelBytes, pixelBytes);
        }
    return turned;
}

void turnUpright(StoredPixels& pixels)
{
    pixels.data = turnedUpright(pixels.data, pixels.whole, pixels.orientation, pixels.format.pixelBytes());
    if (pixels.orientation >= 5)
        std::swap(pixels.whole.height, pixels.whole.width);
    pixels.window = {0, 0, pixels.whole};
    pixels.orientation = 1;
}

PixelConverter::PixelConverter(const StoredFormat& format, int channels)
    : m_isIndexed(format.kind == PixelKind::Palette)
    , m_isColor(isColor(format.kind))
    , m_isPlain(isPlain(format, channels))
    , m_isZeroWhite(format.isZeroWhite)
    , m_wanted(static_cast<std::size_t>(channels))
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
            m_bytes[static_cast<std::size_t>(value)] = static_cast<std::uint8_t>(value * 255 / largest);
        }
    }
    if (channels == 1)
        std::ranges::transform(m_colors, m_bytes.begin(), [](const Rgb& color) { return luma(color.data()); });
}

void PixelConverter::convert(const std::uint8_t* samples, int columns, std::uint8_t* out) const
{
    const auto count = static_cast<std::size_t>(columns);
    if (m_isPlain && m_channels == m_wanted)
        std::memcpy(out, samples, count * m_wanted);
    else if (m_isPlain && m_wanted == 3)
        for (std::size_t column = 0; column < count; ++column)
            std::memcpy(out + column * 3, samples + column * m_channels, 3);
    else if (m_sampleBytes == 1)
        convertSamples<std::uint8_t>(samples, count, out);
    else
        convertSamples<std::uint16_t>(samples, count, out);
}

template<class Sample>
void PixelConverter::convertSamples(const std::uint8_t* samples, std::size_t columns, std::uint8_t* out) const
{
    if (m_wanted == 3)
        toRgb<Sample>(samples, columns, out);
    else if (m_wanted == 1)
        toGrey<Sample>(samples, columns, out);
    else
        toLevels<Sample>(samples, columns * m_channels, out);
}

template<class Sample>
void PixelConverter::toRgb(const std::uint8_t* samples, std::size_t columns, std::uint8_t* rgb) const
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

template<class Sample>
void PixelConverter::toGrey(const std::uint8_t* samples, std::size_t columns, std::uint8_t* grey) const
{
    const std::size_t step = m_channels * sizeof(Sample);
    for (std::size_t column = 0; column < columns; ++column, samples += step) {
        std::array<Sample, 3> pixel{};
        std::memcpy(pixel.data(), samples, (m_isColor ? 3 : 1) * sizeof(Sample));
        if constexpr (sizeof(Sample) == 1) {
            const Rgb color{m_colors[pixel[0]][0], m_colors[pixel[1]][0], m_colors[pixel[2]][0]};
            grey[column] = m_isColor ? luma(color.data()) : m_bytes[pixel[0]];
        } else {
            const std::uint8_t value = eightBits(m_isColor ? luma(pixel.data()) : pixel[0]);
            grey[column] = static_cast<std::uint8_t>(m_isZeroWhite ? 255 - value : value);
        }
    }
}

template<class Sample>
void PixelConverter::toLevels(const std::uint8_t* samples, std::size_t count, std::uint8_t* out) const
{
    for (std::size_t at = 0; at < count; ++at) {
        Sample value = 0;
        std::memcpy(&value, samples + at * sizeof(Sample), sizeof(Sample));
        if constexpr (sizeof(Sample) == 1)
            out[at] = m_bytes[value];
        else
            out[at] = eightBits(value);
    }
}

} // namespace gapless
