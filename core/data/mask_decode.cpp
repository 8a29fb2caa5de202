// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/mask_decode.h"

#include <algorithm>
#include <cstring>
#include <spdlog/fmt/fmt.h>
#include <string>

#include "core/data/image_decode.h"
#include "core/data/jpeg_codec.h"
#include "core/data/path_text.h"
#include "core/data/png_codec.h"
#include "core/data/size_limit.h"
#include "core/data/tiff_codec.h"

namespace gapless
{

namespace
{

/// A pixel's value by kind of file; all the loops below are made of these.
struct ByteId
{
    const std::uint8_t* data;
    std::size_t step;
    std::uint32_t operator()(std::size_t pixel) const { return data[pixel * step]; }
};

struct WordId
{
    const std::uint8_t* data;
    std::size_t step;
    std::uint32_t operator()(std::size_t pixel) const
    {
        std::uint16_t value;
        std::memcpy(&value, data + pixel * step, sizeof value);
        return value;
    }
};

struct PackedColor
{
    const std::uint8_t* data;
    std::size_t step;
    std::uint32_t operator()(std::size_t pixel) const
    {
        const std::uint8_t* at = data + pixel * step;
        return std::uint32_t{at[0]} << 16U | std::uint32_t{at[1]} << 8U | at[2];
    }
};

struct ReadValue
{
    const std::uint32_t* data;
    std::uint32_t operator()(std::size_t pixel) const { return data[pixel]; }
};

/// Whether red, green and blue are equal in all pixels.
template<class Sample>
bool isGreyEverywhere(const StoredPixels& pixels)
{
    const std::size_t step = pixels.format.pixelBytes();
    for (std::size_t at = 0; at < pixels.data.size(); at += step) {
        std::array<Sample, 3> color;
        std::memcpy(color.data(), pixels.data.data() + at, sizeof color);
        if (color[0] != color[1] || color[1] != color[2])
            return false;
    }
    return true;
}

MaskKind kindOf(const StoredPixels& pixels)
{
    const bool hasColors = pixels.format.kind == PixelKind::Color || pixels.format.kind == PixelKind::ColorAlpha;
    if (!hasColors)
        return MaskKind::Ids;
    const bool isGrey =
        pixels.format.bitDepth > 8 ? isGreyEverywhere<std::uint16_t>(pixels) : isGreyEverywhere<std::uint8_t>(pixels);
    return isGrey ? MaskKind::Ids : MaskKind::Colors;
}

/// A mask's bytes, kept from file to file.
StoredPixels& scratch()
{
    thread_local StoredPixels pixels;
    return pixels;
}

Result<ImageWindow> decodeStored(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                 const PixelWindow& wanted, StoredPixels& pixels)
{
    const std::string name = pathText(file);
    if (isJpeg(bytes))
        return fail(ErrorCode::Data, "the mask is a JPEG, whose compression changes class values", name,
                    "save masks as PNG from the original labels");
    if (!isPng(bytes) && !isTiff(bytes)) {
        RgbImage unused;
        return std::unexpected(decodeImageInto(bytes, file, unused).error());
    }
    const auto decoded =
        isPng(bytes) ? decodePngStored(bytes, name, wanted, pixels) : decodeTiffStored(bytes, name, wanted, pixels);
    if (!decoded)
        return std::unexpected(decoded.error());
    if (pixels.orientation != 1)
        turnUpright(pixels);
    return ImageWindow{pixels.whole, pixels.orientation, pixels.window};
}

std::unexpected<Error> sixteenBitColors(const std::filesystem::path& file)
{
    return fail(ErrorCode::Data, "a mask with colours of 16 bits a channel", pathText(file),
                "save it with 8 bits a channel");
}

std::unexpected<Error> colorsForIds(const std::filesystem::path& file)
{
    return fail(ErrorCode::Data, "the mask holds colours, the data set ids", pathText(file), "save the mask with ids");
}

template<class ValueAt>
std::unexpected<Error> unknownValue(MaskKind kind, const PixelWindow& window, const ValueAt& valueAt, std::size_t first,
                                    const std::filesystem::path& file)
{
    const std::uint32_t value = valueAt(first);
    std::int64_t count = 0;
    for (std::size_t pixel = first; pixel < pixelCount(window.size); ++pixel)
        count += valueAt(pixel) == value ? 1 : 0;
    const auto width = static_cast<std::size_t>(window.size.width);
    return fail(ErrorCode::Data,
                fmt::format("value {} is no class of this data set: {}, the first at row {}, column {}",
                            maskValueText(kind, value), pixelsText(count),
                            static_cast<std::size_t>(window.top) + first / width,
                            static_cast<std::size_t>(window.left) + first % width),
                pathText(file), "check the folder again, or mend the mask");
}

/// Fills `labels` by labelOf(value).
template<class ValueAt, class LabelOf>
Result<void> fillLabels(MaskKind kind, const PixelWindow& window, const ValueAt& valueAt, LabelOf labelOf,
                        const std::filesystem::path& file, LabelImage& labels)
{
    labels.size = window.size;
    labels.data.resize(pixelCount(window.size));
    unsigned seen = 0; // asked once at the end: a branch for each pixel would cost as much as the rest
    std::uint8_t* out = labels.data.data();
    for (std::size_t pixel = 0; pixel < labels.data.size(); ++pixel) {
        const std::uint16_t label = labelOf(valueAt(pixel));
        seen |= label;
        out[pixel] = static_cast<std::uint8_t>(label);
    }
    if (seen <= 0xFF)
        return {};
    std::size_t first = 0;
    while (labelOf(valueAt(first)) != LabelLookup::unknown)
        ++first;
    return unknownValue(kind, window, valueAt, first, file);
}

/// Of colours, where neighbours mostly have the same.
class ColorLabels final
{
public:
    explicit ColorLabels(const LabelLookup& lookup)
        : m_lookup(&lookup)
    {
    }

    std::uint16_t operator()(std::uint32_t color)
    {
        if (color != m_lastColor) {
            m_lastColor = color;
            m_lastLabel = m_lookup->labelOf(color);
        }
        return m_lastLabel;
    }

private:
    const LabelLookup* m_lookup;
    std::uint32_t m_lastColor = UINT32_MAX; // no packed colour has its high byte set
    std::uint16_t m_lastLabel = LabelLookup::unknown;
};

} // namespace

LabelLookup::LabelLookup(const ClassTable& classes)
    : m_kind(classes.kind)
{
    std::vector<std::pair<std::uint32_t, std::uint16_t>> labels;
    labels.reserve(classes.classes.size() + 1);
    for (std::size_t index = 0; index < classes.classes.size(); ++index)
        labels.emplace_back(static_cast<std::uint32_t>(classes.classes[index].value),
                            static_cast<std::uint16_t>(index));
    if (classes.ignoreValue)
        labels.emplace_back(static_cast<std::uint32_t>(*classes.ignoreValue), std::uint16_t{ignoreLabel});
    std::ranges::sort(labels);
    if (m_kind == MaskKind::Colors) {
        m_colors = std::move(labels);
        return;
    }
    m_ids.resize(labels.empty() ? 0 : std::min<std::size_t>(labels.back().first, 0xFFFF) + 1, unknown);
    for (const auto& [value, label] : labels)
        if (value < m_ids.size())
            m_ids[value] = label;
}

std::uint16_t LabelLookup::labelOf(std::uint32_t value) const
{
    if (m_kind == MaskKind::Ids)
        return value < m_ids.size() ? m_ids[value] : unknown;
    const auto place = std::ranges::lower_bound(m_colors, value, {}, &std::pair<std::uint32_t, std::uint16_t>::first);
    return place != m_colors.end() && place->first == value ? place->second : unknown;
}

std::array<std::uint16_t, 256> LabelLookup::labelsOfIds(int bitDepth, const std::vector<Rgb>& palette) const
{
    std::array<std::uint16_t, 256> labels{};
    for (std::uint32_t id = 0; id < 256; ++id) {
        const auto value = m_kind == MaskKind::Ids ? id : colorOfId(id, bitDepth, palette);
        labels[id] = value ? labelOf(*value) : unknown;
    }
    return labels;
}

Result<ImageWindow> decodeMaskWindow(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                     const PixelWindow& wanted, MaskImage& mask)
{
    StoredPixels& pixels = scratch();
    const auto decoded = decodeStored(bytes, file, wanted, pixels);
    if (!decoded)
        return decoded;
    mask.kind = kindOf(pixels);
    mask.size = pixels.window.size;
    mask.top = pixels.window.top;
    mask.left = pixels.window.left;
    mask.bitDepth = pixels.format.bitDepth;
    mask.palette = pixels.format.palette;
    mask.values.resize(pixelCount(mask.size));
    const auto fill = [&](const auto& valueAt) {
        for (std::size_t pixel = 0; pixel < mask.values.size(); ++pixel)
            mask.values[pixel] = valueAt(pixel);
    };
    const std::uint8_t* data = pixels.data.data();
    const std::size_t step = pixels.format.pixelBytes();
    if (mask.kind == MaskKind::Colors && mask.bitDepth > 8)
        return sixteenBitColors(file);
    if (mask.kind == MaskKind::Colors)
        fill(PackedColor{data, step});
    else if (mask.bitDepth > 8)
        fill(WordId{data, step});
    else
        fill(ByteId{data, step});
    return decoded;
}

Result<void> decodeMaskInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file, MaskImage& mask)
{
    if (const auto decoded = decodeMaskWindow(bytes, file, {}, mask); !decoded)
        return std::unexpected(decoded.error());
    return {};
}

Result<MaskImage> decodeMask(const std::filesystem::path& file)
{
    const auto bytes = readFileBytes(file);
    if (!bytes)
        return std::unexpected(bytes.error());
    MaskImage mask;
    if (const auto decoded = decodeMaskInto(*bytes, file, mask); !decoded)
        return std::unexpected(decoded.error());
    return mask;
}

std::optional<std::uint32_t> colorOfId(std::uint32_t id, int bitDepth, const std::vector<Rgb>& palette)
{
    if (!palette.empty()) {
        if (id >= palette.size())
            return std::nullopt;
        const Rgb color = palette[id];
        return std::uint32_t{color[0]} << 16U | std::uint32_t{color[1]} << 8U | color[2];
    }
    const std::uint32_t largest = (1U << static_cast<unsigned>(bitDepth)) - 1;
    if (bitDepth > 8 || id > largest)
        return std::nullopt;
    return id * 255 / largest * 0x010101;
}

Result<void> labelsInto(const MaskImage& mask, const LabelLookup& lookup, const std::filesystem::path& file,
                        LabelImage& labels)
{
    const PixelWindow window{mask.top, mask.left, mask.size};
    const ReadValue valueAt{mask.values.data()};
    if (mask.kind == MaskKind::Colors && lookup.kind() == MaskKind::Ids)
        return colorsForIds(file);
    if (mask.kind == MaskKind::Colors)
        return fillLabels(mask.kind, window, valueAt, ColorLabels(lookup), file, labels);
    if (lookup.kind() == MaskKind::Ids)
        return fillLabels(
            mask.kind, window, valueAt, [&](std::uint32_t id) { return lookup.labelOf(id); }, file, labels);
    const auto table = lookup.labelsOfIds(mask.bitDepth, mask.palette);
    return fillLabels(
        mask.kind, window, valueAt, [&](std::uint32_t id) { return id < 256 ? table[id] : LabelLookup::unknown; }, file,
        labels);
}

Result<void> labelsInto(const MaskImage& mask, const ClassTable& classes, const std::filesystem::path& file,
                        LabelImage& labels)
{
    return labelsInto(mask, LabelLookup(classes), file, labels);
}

Result<LabelImage> labelsOf(const MaskImage& mask, const ClassTable& classes, const std::filesystem::path& file)
{
    LabelImage labels;
    if (const auto done = labelsInto(mask, classes, file, labels); !done)
        return std::unexpected(done.error());
    return labels;
}

Result<ImageWindow> decodeLabelsWindow(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                       const LabelLookup& lookup, const PixelWindow& wanted, LabelImage& labels)
{
    StoredPixels& pixels = scratch();
    const auto decoded = decodeStored(bytes, file, wanted, pixels);
    if (!decoded)
        return decoded;
    const std::uint8_t* data = pixels.data.data();
    const std::size_t step = pixels.format.pixelBytes();
    const bool isWide = pixels.format.bitDepth > 8;
    const MaskKind kind = kindOf(pixels);
    if (kind == MaskKind::Colors && isWide)
        return sixteenBitColors(file);
    if (kind == MaskKind::Colors && lookup.kind() == MaskKind::Ids)
        return colorsForIds(file);
    const auto filled = [&]() -> Result<void> {
        if (kind == MaskKind::Colors)
            return fillLabels(kind, pixels.window, PackedColor{data, step}, ColorLabels(lookup), file, labels);
        if (isWide)
            return fillLabels(
                kind, pixels.window, WordId{data, step},
                [&](std::uint32_t id) {
                    return lookup.kind() == MaskKind::Ids ? lookup.labelOf(id) : LabelLookup::unknown;
                },
                file, labels);
        const auto table = lookup.labelsOfIds(pixels.format.bitDepth, pixels.format.palette);
        return fillLabels(
            kind, pixels.window, ByteId{data, step}, [&](std::uint32_t id) { return table[id]; }, file, labels);
    }();
    if (!filled)
        return std::unexpected(filled.error());
    return decoded;
}

std::string maskValueText(MaskKind kind, std::int64_t value)
{
    return kind == MaskKind::Colors ? fmt::format("#{:06x}", value) : std::to_string(value);
}

} // namespace gapless
