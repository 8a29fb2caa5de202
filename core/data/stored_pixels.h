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

/// Stored samples to 8-bit RGB: grey is repeated, what comes after the colours is dropped, 16 bits are scaled to 8 by
/// rounding value * 255 / 65535, fewer than 8 to the full range. An index beyond the palette is black.
class RgbConverter final
{
public:
    explicit RgbConverter(const StoredFormat& format);

    void convert(const std::uint8_t* samples, int columns, std::uint8_t* rgb) const;

private:
    template<class Sample>
    void convertSamples(const std::uint8_t* samples, std::size_t columns, std::uint8_t* rgb) const;

    bool m_isIndexed;
    bool m_isColor;
    bool m_isPlain; ///< bytes that are the result already
    bool m_isZeroWhite;
    std::size_t m_channels;
    std::size_t m_sampleBytes;
    std::array<Rgb, 256> m_colors{}; ///< of each index, grey or level of one byte
};

/// Takes the rows of a window one after the other, from its first column on. The memory is the caller's.
class RowWriter final
{
public:
    [[nodiscard]] static RowWriter asRgb(const StoredFormat& format, int columns, std::uint8_t* out)
    {
        return {RgbConverter(format), columns, 3, out};
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
    RowWriter(std::optional<RgbConverter> converter, int columns, std::size_t pixelBytes, std::uint8_t* out)
        : m_converter(converter)
        , m_columns(columns)
        , m_rowBytes(static_cast<std::size_t>(columns) * pixelBytes)
        , m_out(out)
    {
    }

    std::optional<RgbConverter> m_converter;
    int m_columns;
    std::size_t m_rowBytes;
    std::uint8_t* m_out;
};

} // namespace gapless
