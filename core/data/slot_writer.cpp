// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/slot_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/types/pixels.h"

namespace gapless
{

namespace
{

std::size_t at(int position)
{
    return static_cast<std::size_t>(position);
}

/// line = upper + (lower - upper) * weight, in floats.
void blendRows(const std::uint8_t* __restrict upper, const std::uint8_t* __restrict lower, float weight,
               std::size_t count, float* __restrict line)
{
    for (std::size_t index = 0; index < count; ++index) {
        const auto value = static_cast<float>(upper[index]);
        line[index] = value + (static_cast<float>(lower[index]) - value) * weight;
    }
}

/// Where row `row` of channel `channel` begins in the slot.
float* rowStart(const SampleTarget& target, std::size_t channels, int row, std::size_t channel)
{
    const std::size_t width = at(target.size.width);
    if (target.memoryFormat == MemoryFormat::ChannelsLast)
        return target.image + at(row) * width * channels + channel;
    return target.image + (channel * at(target.size.height) + at(row)) * width;
}

std::size_t pixelStep(const SampleTarget& target, std::size_t channels)
{
    return target.memoryFormat == MemoryFormat::ChannelsLast ? channels : 1;
}

// Vectors of GCC and Clang, which every target has some registers for. Three lanes are a pixel, the fourth is not used.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

Float4 loadPixel(const float* at)
{
    Float4 pixel;
    std::memcpy(&pixel, at, sizeof(pixel));
    return pixel;
}

/// Rows of RGB, which nearly all pictures are: three channels at a time, and interpolation in a vector.
class RgbRows final
{
public:
    static constexpr std::integral_constant<std::size_t, 3> channels{};

    explicit RgbRows(const ValueTable& values)
        : m_values(values.data())
    {
    }

    /// Pixels first .. last - 1 of a row of the slot become value 0.
    void pad(const SampleTarget& target, int row, int first, int last) const
    {
        write(target, row, first, last, [](int) { return std::array<std::uint8_t, 3>{}; });
    }
    /// They show the pixels `columns` of `source`, counted from `origin`.
    void gather(const SampleTarget& target, int row, int first, int last, const std::uint8_t* source,
                const std::vector<int>& columns, int origin) const
    {
        write(target, row, first, last, [&](int x) { return source + at(columns[at(x)] - origin) * 3; });
    }
    /// They lie between two pixels of `line`, which begins with the source's pixel `origin`.
    void interpolate(const SampleTarget& target, int row, int first, int last, const float* line,
                     const AxisMap& columns, int origin) const
    {
        write(target, row, first, last, [&](int x) {
            const float* pixel = line + std::ptrdiff_t{columns.lower[at(x)] - origin} * 3;
            const Float4 left = loadPixel(pixel);
            const Float4 right = loadPixel(pixel + 3);
            return __builtin_convertvector(left + (right - left) * columns.weight[at(x)] + 0.5F, Int4);
        });
    }

private:
    /// valueAt(x) gives the three 8-bit values of a pixel.
    template<class ValueAt>
    void write(const SampleTarget& target, int row, int first, int last, const ValueAt& valueAt) const
    {
        // The compiler sees two loops with a step that it knows.
        const auto writeBy = [&, values = m_values](auto step) {
            float* __restrict red = rowStart(target, channels, row, 0) + at(first) * step;
            float* __restrict green = rowStart(target, channels, row, 1) + at(first) * step;
            float* __restrict blue = rowStart(target, channels, row, 2) + at(first) * step;
            for (int x = first; x < last; ++x, red += step, green += step, blue += step) {
                const auto pixel = valueAt(x);
                *red = values[0][at(pixel[0])];
                *green = values[1][at(pixel[1])];
                *blue = values[2][at(pixel[2])];
            }
        };
        if (pixelStep(target, channels) == 3)
            writeBy(std::integral_constant<std::size_t, 3>());
        else
            writeBy(std::integral_constant<std::size_t, 1>());
    }

    const std::array<float, 256>* m_values;
};

/// The same for any number of channels; `Channels` is std::size_t, or a constant for which the compiler makes a loop of
/// its own.
template<class Channels>
class ChannelRows final
{
public:
    const Channels channels;

    ChannelRows(const ValueTable& values, Channels count)
        : channels(count)
        , m_values(values.data())
    {
    }

    void pad(const SampleTarget& target, int row, int first, int last) const
    {
        write(target, row, first, last, [](int, std::size_t) { return std::size_t{0}; });
    }
    void gather(const SampleTarget& target, int row, int first, int last, const std::uint8_t* source,
                const std::vector<int>& columns, int origin) const
    {
        write(target, row, first, last, [&](int x, std::size_t channel) {
            return std::size_t{source[at(columns[at(x)] - origin) * channels + channel]};
        });
    }
    void interpolate(const SampleTarget& target, int row, int first, int last, const float* line,
                     const AxisMap& columns, int origin) const
    {
        write(target, row, first, last, [&](int x, std::size_t channel) {
            const float* left = line + at(columns.lower[at(x)] - origin) * channels + channel;
            const float value = *left + (left[channels] - *left) * columns.weight[at(x)];
            // NOLINTNEXTLINE(bugprone-incorrect-roundings): 0 to 255, and no call
            return static_cast<std::size_t>(value + 0.5F);
        });
    }

private:
    template<class ValueAt>
    void write(const SampleTarget& target, int row, int first, int last, const ValueAt& valueAt) const
    {
        const std::size_t step = pixelStep(target, channels);
        for (std::size_t channel = 0; channel < channels; ++channel) {
            const std::array<float, 256>& values = m_values[channel];
            float* __restrict out = rowStart(target, channels, row, channel) + at(first) * step;
            for (int x = first; x < last; ++x, out += step)
                *out = values[valueAt(x, channel)];
        }
    }

    const std::array<float, 256>* m_values;
};

// A function for each kind of rows: inlined into one, they share too few registers, and RGB crops take a fifth longer.

template<class Rows>
[[gnu::noinline]] void writeCropRows(const Rows& rows, const PictureView& picture, const CropMap& map,
                                     const SampleTarget& target, std::vector<float>& line)
{
    const AxisMap& columns = map.columns;
    const std::size_t rowBytes = at(picture.window.size.width) * rows.channels;
    const std::size_t needed = at(columns.sourceLast - columns.sourceFirst) * rows.channels;
    // Behind the last pixel lies one of zeros: the neighbour, of weight 0, of the picture's last column; and a lane.
    line.assign(needed + rows.channels + 1, 0.0F);
    const std::uint8_t* source = picture.pixels + at(columns.sourceFirst - picture.window.left) * rows.channels;
    for (int y = 0; y < target.size.height; ++y) {
        if (y < map.rows.first || y >= map.rows.last) {
            rows.pad(target, y, 0, target.size.width);
            continue;
        }
        rows.pad(target, y, 0, columns.first);
        rows.pad(target, y, columns.last, target.size.width);
        const int upperRow = map.rows.lower[at(y)];
        const std::uint8_t* upper = source + at(upperRow - picture.window.top) * rowBytes;
        if (!map.isScaled) {
            rows.gather(target, y, columns.first, columns.last, upper, columns.lower, columns.sourceFirst);
            continue;
        }
        const std::uint8_t* lower = upperRow + 1 < map.rows.sourceLast ? upper + rowBytes : upper;
        blendRows(upper, lower, map.rows.weight[at(y)], needed, line.data());
        rows.interpolate(target, y, columns.first, columns.last, line.data(), columns, columns.sourceFirst);
    }
}

template<class Rows>
[[gnu::noinline]] void writeGatheredRows(const Rows& writer, const PictureView& picture, const std::vector<int>& rows,
                                         const std::vector<int>& columns, const SampleTarget& target)
{
    const std::size_t rowBytes = at(picture.window.size.width) * writer.channels;
    for (int y = 0; y < target.size.height; ++y)
        writer.gather(target, y, 0, target.size.width, picture.pixels + at(rows[at(y)]) * rowBytes, columns, 0);
}

} // namespace

SlotWriter::SlotWriter(const Normalisation& normalisation)
    : m_values(normalisation.mean.size())
{
    for (std::size_t channel = 0; channel < m_values.size(); ++channel)
        for (std::size_t value = 0; value < 256; ++value)
            m_values[channel][value] =
                (static_cast<float>(value) / 255.0F - normalisation.mean[channel]) / normalisation.deviation[channel];
}

template<class Write>
void SlotWriter::withRowWriter(const Write& write) const
{
    if (m_values.size() == 3)
        write(RgbRows(m_values));
    else if (m_values.size() == 1)
        write(ChannelRows(m_values, std::integral_constant<std::size_t, 1>()));
    else
        write(ChannelRows(m_values, m_values.size()));
}

void SlotWriter::writeCrop(const PictureView& picture, const CropMap& map, const SampleTarget& target,
                           std::vector<float>& line) const
{
    withRowWriter([&](const auto& rows) { writeCropRows(rows, picture, map, target, line); });
}

void SlotWriter::writeGathered(const PictureView& picture, const std::vector<int>& rows,
                               const std::vector<int>& columns, const SampleTarget& target) const
{
    withRowWriter([&](const auto& writer) { writeGatheredRows(writer, picture, rows, columns, target); });
}

void writeCropLabels(const PictureView& picture, const CropMap& map, const SampleTarget& target)
{
    const std::size_t width = at(target.size.width);
    for (int y = 0; y < target.size.height; ++y) {
        const std::span<std::int64_t> out(target.labels + at(y) * width, width);
        if (picture.labels == nullptr || y < map.rows.first || y >= map.rows.last) {
            std::ranges::fill(out, ignoreLabel);
            continue;
        }
        const std::uint8_t* row =
            picture.labels + at(map.rows.nearest[at(y)] - picture.labelWindow.top) * at(picture.labelWindow.size.width);
        std::ranges::fill(out.first(at(map.columns.first)), ignoreLabel);
        std::ranges::fill(out.subspan(at(map.columns.last)), ignoreLabel);
        for (int x = map.columns.first; x < map.columns.last; ++x)
            out[at(x)] = row[map.columns.nearest[at(x)] - picture.labelWindow.left];
    }
}

void writeWholeLabels(const PictureView& picture, const SampleTarget& target)
{
    const std::size_t width = at(target.size.width);
    const std::size_t inside = at(picture.labelWindow.size.width);
    for (int y = 0; y < target.size.height; ++y) {
        const std::span<std::int64_t> out(target.labels + at(y) * width, width);
        if (picture.labels == nullptr || y >= picture.labelWindow.size.height) {
            std::ranges::fill(out, ignoreLabel);
            continue;
        }
        std::copy_n(picture.labels + at(y) * inside, inside, out.begin());
        std::ranges::fill(out.subspan(inside), ignoreLabel);
    }
}

} // namespace gapless
