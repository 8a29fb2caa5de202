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

// Vectors of GCC and Clang, which every target has some registers for. Three lanes are a pixel, the fourth is not used.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

Float4 loadPixel(const float* at)
{
    Float4 pixel;
    std::memcpy(&pixel, at, sizeof(pixel));
    return pixel;
}

std::size_t at(int position)
{
    return static_cast<std::size_t>(position);
}

/// One row of the slot: where its pixels' three values lie.
struct SlotRow
{
    float* channel[3];
    std::size_t step; ///< from pixel to pixel: 3 interleaved, 1 in planes

    SlotRow(const SampleTarget& target, int row)
    {
        const std::size_t width = at(target.size.width);
        const std::size_t plane = width * at(target.size.height);
        const bool isInterleaved = target.memoryFormat == MemoryFormat::ChannelsLast;
        step = isInterleaved ? 3 : 1;
        float* start = target.image + at(row) * width * step;
        for (std::size_t index = 0; index < 3; ++index)
            channel[index] = start + index * (isInterleaved ? 1 : plane);
    }
};

/// Writes pixels first .. last - 1 of a row; valueAt(x) gives the three 8-bit values of one.
template<class ValueAt>
void writeRow(const SlotRow& row, int first, int last, const ValueTable& values, const ValueAt& valueAt)
{
    // The compiler sees two loops with a step that it knows.
    const auto write = [&](auto step) {
        float* __restrict red = row.channel[0] + at(first) * step;
        float* __restrict green = row.channel[1] + at(first) * step;
        float* __restrict blue = row.channel[2] + at(first) * step;
        for (int x = first; x < last; ++x, red += step, green += step, blue += step) {
            const auto pixel = valueAt(x);
            *red = values[0][at(pixel[0])];
            *green = values[1][at(pixel[1])];
            *blue = values[2][at(pixel[2])];
        }
    };
    if (row.step == 3)
        write(std::integral_constant<std::size_t, 3>());
    else
        write(std::integral_constant<std::size_t, 1>());
}

void writePadding(const SlotRow& row, int first, int last, const ValueTable& values)
{
    writeRow(row, first, last, values, [](int) { return std::array<std::uint8_t, 3>{}; });
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

} // namespace

SlotWriter::SlotWriter(const Normalisation& normalisation)
    : m_values()
{
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t value = 0; value < 256; ++value)
            m_values[channel][value] =
                (static_cast<float>(value) / 255.0F - normalisation.mean[channel]) / normalisation.deviation[channel];
}

void SlotWriter::writeCrop(const PictureView& picture, const CropMap& map, const SampleTarget& target,
                           std::vector<float>& line) const
{
    const AxisMap& columns = map.columns;
    const std::size_t rowBytes = at(picture.window.size.width) * 3;
    const std::size_t needed = at(columns.sourceLast - columns.sourceFirst) * 3;
    // Behind the last pixel lies one of zeros: the neighbour, of weight 0, of the picture's last column; and a lane.
    line.assign(needed + 4, 0.0F);
    const std::uint8_t* source = picture.pixels + at(columns.sourceFirst - picture.window.left) * 3;
    for (int y = 0; y < target.size.height; ++y) {
        const SlotRow out(target, y);
        if (y < map.rows.first || y >= map.rows.last) {
            writePadding(out, 0, target.size.width, m_values);
            continue;
        }
        writePadding(out, 0, columns.first, m_values);
        writePadding(out, columns.last, target.size.width, m_values);
        const int upperRow = map.rows.lower[at(y)];
        const std::uint8_t* upper = source + at(upperRow - picture.window.top) * rowBytes;
        if (!map.isScaled) {
            writeRow(out, columns.first, columns.last, m_values,
                     [&](int x) { return upper + at(columns.lower[at(x)] - columns.sourceFirst) * 3; });
            continue;
        }
        const std::uint8_t* lower = upperRow + 1 < map.rows.sourceLast ? upper + rowBytes : upper;
        blendRows(upper, lower, map.rows.weight[at(y)], needed, line.data());
        writeRow(out, columns.first, columns.last, m_values, [&](int x) {
            const float* pixel = line.data() + (columns.lower[at(x)] - columns.sourceFirst) * 3;
            const Float4 left = loadPixel(pixel);
            const Float4 right = loadPixel(pixel + 3);
            return __builtin_convertvector(left + (right - left) * columns.weight[at(x)] + 0.5F, Int4);
        });
    }
}

void SlotWriter::writeGathered(const PictureView& picture, const std::vector<int>& rows,
                               const std::vector<int>& columns, const SampleTarget& target) const
{
    const std::size_t rowBytes = at(picture.window.size.width) * 3;
    for (int y = 0; y < target.size.height; ++y) {
        const std::uint8_t* row = picture.pixels + at(rows[at(y)]) * rowBytes;
        writeRow(SlotRow(target, y), 0, target.size.width, m_values,
                 [&](int x) { return row + at(columns[at(x)]) * 3; });
    }
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
