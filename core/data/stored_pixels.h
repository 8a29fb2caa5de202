// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/image_window.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace gapless
{

/// What PNG and TIFF files hold before it becomes colours or ids. Plain values; inside core/data only.

enum class PixelKind { Grey, GreyAlpha, Palette, Color, ColorAlpha };

struct StoredFormat
{
    PixelKind kind = PixelKind::Grey;
    int channels = 1;
    int bitDepth = 8;         ///< of the file: 1, 2, 4, 8 or 16
    bool isZeroWhite = false; ///< TIFF's MinIsWhite: colours are turned, ids are not
    std::vector<Rgb> palette; ///< PixelKind::Palette only

    /// Samples of up to 8 bits lie in one byte each, others in two in the machine's byte order.
    [[nodiscard]] std::size_t sampleBytes() const { return bitDepth > 8 ? 2 : 1; }
    [[nodiscard]] std::size_t pixelBytes() const { return static_cast<std::size_t>(channels) * sampleBytes(); }
};

/// Samples as stored: no palette applied, no scaling.
struct StoredPixels
{
    StoredFormat format;
    ImageSize whole;                ///< of the picture in the file
    PixelWindow window;             ///< what of it lies in `data`
    int orientation = 1;            ///< as in EXIF; not applied
    std::vector<std::uint8_t> data; ///< rows top to bottom, channels interleaved, no padding
};

/// Applies the orientation to a whole picture, as turnUpright(RgbImage&) does, and sets it to 1.
void turnUpright(StoredPixels& pixels);
/// The same for pixels of any kind.
[[nodiscard]] std::vector<std::uint8_t> turnedUpright(const std::vector<std::uint8_t>& data, ImageSize stored,
                                                      int orientation, std::size_t pixelBytes);

/// Stored samples to 8 bits. To 3 channels, RGB: grey is repeated, what comes after the colours is dropped. To 1, grey:
/// colours by their luma (ITU-R BT.601, which JPEG stores), what comes after the grey is dropped. To any other number:
/// all samples as they are, also where zero is white. 16 bits are scaled to 8 by rounding value * 255 / 65535, fewer
/// than 8 to the full range. An index beyond the palette is black.
class PixelConverter final
{
public:
    /// `channels` of the result; other than 1 and 3 only as many as the format's.
    PixelConverter(const StoredFormat& format, int channels);

    void convert(const std::uint8_t* samples, int columns, std::uint8_t* out) const;

private:
    template<class Sample>
    void toRgb(const std::uint8_t* samples, std::size_t columns, std::uint8_t* rgb) const;
    template<class Sample>
    void toGrey(const std::uint8_t* samples, std::size_t columns, std::uint8_t* grey) const;
    template<class Sample>
    void toLevels(const std::uint8_t* samples, std::size_t count, std::uint8_t* out) const;
    template<class Sample>
    void convertSamples(const std::uint8_t* samples, std::size_t columns, std::uint8_t* out) const;

    bool m_isIndexed;
    bool m_isColor;
    bool m_isPlain; ///< bytes that are the result already, but for channels that are dropped
    bool m_isZeroWhite;
    std::size_t m_wanted; ///< channels of the result
    std::size_t m_channels;
    std::size_t m_sampleBytes;
    std::array<Rgb, 256> m_colors{};         ///< of each index, grey or level of one byte
    std::array<std::uint8_t, 256> m_bytes{}; ///< the luma of these, or the levels as stored: of one channel
};

/// Takes the rows of a window one after the other, from its first column on. The memory is the caller's.
class RowWriter final
{
public:
    /// To 8-bit channels, as PixelConverter has them.
    [[nodiscard]] static RowWriter asChannels(const StoredFormat& format, int channels, int columns, std::uint8_t* out)
    {
        return {PixelConverter(format, channels), columns, static_cast<std::size_t>(channels), out};
    }
    [[nodiscard]] static RowWriter asStored(const StoredFormat& format, int columns, std::uint8_t* out)
    {
        return {std::nullopt, columns, format.pixelBytes(), out};
    }

    void take(const std::uint8_t* samples)
    {
        if (m_converter)
            m_converter->convert(samples, m_columns, m_out);
        else
            std::memcpy(m_out, samples, m_rowBytes);
        m_out += m_rowBytes;
    }

private:
    RowWriter(std::optional<PixelConverter> converter, int columns, std::size_t pixelBytes, std::uint8_t* out)
        : m_converter(converter)
        , m_columns(columns)
        , m_rowBytes(static_cast<std::size_t>(columns) * pixelBytes)
        , m_out(out)
    {
    }

    std::optional<PixelConverter> m_converter;
    int m_columns;
    std::size_t m_rowBytes;
    std::uint8_t* m_out;
};

} // namespace gapless
