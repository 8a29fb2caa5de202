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

namespace gapless
{

namespace
{

constexpr std::uint16_t unknownLabel = 0xFFFF;

template<class Sample>
void takeFirstChannel(const PngValues& png, std::vector<std::uint32_t>& values)
{
    const auto step = static_cast<std::size_t>(png.channels) * sizeof(Sample);
    for (std::size_t pixel = 0; pixel < values.size(); ++pixel) {
        Sample sample;
        std::memcpy(&sample, png.data.data() + pixel * step, sizeof(Sample));
        values[pixel] = sample;
    }
}

bool isGreyEverywhere(const PngValues& png, std::size_t pixels)
{
    const std::size_t sampleBytes = png.header.bitDepth == 16 ? 2 : 1;
    const std::size_t step = static_cast<std::size_t>(png.channels) * sampleBytes;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::uint8_t* at = png.data.data() + pixel * step;
        if (std::memcmp(at, at + sampleBytes, sampleBytes) != 0 ||
            std::memcmp(at, at + 2 * sampleBytes, sampleBytes) != 0)
            return false;
    }
    return true;
}

/// From a mask's raw value to a label, unknownLabel where the table has none.
class LabelLookup final
{
public:
    LabelLookup(const MaskImage& mask, const ClassTable& classes)
    {
        std::vector<std::pair<std::uint32_t, std::uint16_t>> labels;
        for (std::size_t index = 0; index < classes.classes.size(); ++index)
            labels.emplace_back(static_cast<std::uint32_t>(classes.classes[index].value),
                                static_cast<std::uint16_t>(index));
        if (classes.ignoreValue)
            labels.emplace_back(static_cast<std::uint32_t>(*classes.ignoreValue), std::uint16_t{ignoreLabel});
        std::ranges::sort(labels);
        if (mask.kind == MaskKind::Colors) {
            m_colors = std::move(labels);
        } else if (classes.kind == MaskKind::Colors) {
            m_ids.resize(256, unknownLabel);
            for (std::uint32_t id = 0; id < 256; ++id)
                if (const auto color = colorOfId(id, mask.bitDepth, mask.palette))
                    m_ids[id] = find(labels, *color);
        } else {
            m_ids.resize(labels.empty() ? 0 : std::min<std::size_t>(labels.back().first, 0xFFFF) + 1, unknownLabel);
            for (const auto& [value, label] : labels)
                if (value < m_ids.size())
                    m_ids[value] = label;
        }
    }

    std::uint16_t operator()(std::uint32_t value)
    {
        if (m_colors.empty())
            return value < m_ids.size() ? m_ids[value] : unknownLabel;
        if (value != m_lastColor) { // neighbours mostly have the same colour
            m_lastColor = value;
            m_lastLabel = find(m_colors, value);
        }
        return m_lastLabel;
    }

private:
    static std::uint16_t find(const std::vector<std::pair<std::uint32_t, std::uint16_t>>& labels, std::uint32_t value)
    {
        const auto place = std::ranges::lower_bound(labels, value, {}, &std::pair<std::uint32_t, std::uint16_t>::first);
        return place != labels.end() && place->first == value ? place->second : unknownLabel;
    }

    std::vector<std::pair<std::uint32_t, std::uint16_t>> m_colors;
    std::vector<std::uint16_t> m_ids;
    std::uint32_t m_lastColor = UINT32_MAX; // no packed colour has its high byte set
    std::uint16_t m_lastLabel = unknownLabel;
};

std::unexpected<Error> unknownValue(const MaskImage& mask, std::size_t first, const std::filesystem::path& file)
{
    const std::uint32_t value = mask.values[first];
    const auto width = static_cast<std::size_t>(mask.size.width);
    return fail(ErrorCode::Data,
                fmt::format("value {} is no class of this data set: {}, the first at row {}, column {}",
                            maskValueText(mask.kind, value), pixelsText(std::ranges::count(mask.values, value)),
                            first / width, first % width),
                pathText(file), "check the folder again, or mend the mask");
}

} // namespace

Result<void> decodeMaskInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file, MaskImage& mask)
{
    const std::string name = pathText(file);
    if (isJpeg(bytes))
        return fail(ErrorCode::Data, "the mask is a JPEG, whose compression changes class values", name,
                    "save masks as PNG from the original labels");
    if (!isPng(bytes)) {
        RgbImage unused;
        return std::unexpected(decodeImageInto(bytes, file, unused).error());
    }
    thread_local PngValues png; // a mask's bytes, kept from file to file
    if (const auto decoded = decodePngValues(bytes, name, png); !decoded)
        return decoded;
    const std::size_t pixels =
        static_cast<std::size_t>(png.header.size.height) * static_cast<std::size_t>(png.header.size.width);
    mask.size = png.header.size;
    mask.bitDepth = png.header.bitDepth;
    mask.palette = png.palette;
    mask.values.resize(pixels);
    mask.kind = png.channels >= 3 && !isGreyEverywhere(png, pixels) ? MaskKind::Colors : MaskKind::Ids;
    if (mask.kind == MaskKind::Ids) {
        if (mask.bitDepth == 16)
            takeFirstChannel<std::uint16_t>(png, mask.values);
        else
            takeFirstChannel<std::uint8_t>(png, mask.values);
        return {};
    }
    if (mask.bitDepth == 16)
        return fail(ErrorCode::Data, "a mask with colours of 16 bits a channel", name, "save it with 8 bits a channel");
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::uint8_t* at = png.data.data() + pixel * static_cast<std::size_t>(png.channels);
        mask.values[pixel] = std::uint32_t{at[0]} << 16U | std::uint32_t{at[1]} << 8U | at[2];
    }
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

Result<void> labelsInto(const MaskImage& mask, const ClassTable& classes, const std::filesystem::path& file,
                        LabelImage& labels)
{
    if (mask.kind == MaskKind::Colors && classes.kind == MaskKind::Ids)
        return fail(ErrorCode::Data, "the mask holds colours, the data set ids", pathText(file),
                    "save the mask with ids");
    LabelLookup lookup(mask, classes);
    labels.size = mask.size;
    labels.data.resize(mask.values.size());
    for (std::size_t pixel = 0; pixel < mask.values.size(); ++pixel) {
        const std::uint16_t label = lookup(mask.values[pixel]);
        if (label == unknownLabel)
            return unknownValue(mask, pixel, file);
        labels.data[pixel] = static_cast<std::uint8_t>(label);
    }
    return {};
}

Result<LabelImage> labelsOf(const MaskImage& mask, const ClassTable& classes, const std::filesystem::path& file)
{
    LabelImage labels;
    if (const auto done = labelsInto(mask, classes, file, labels); !done)
        return std::unexpected(done.error());
    return labels;
}

std::string maskValueText(MaskKind kind, std::int64_t value)
{
    return kind == MaskKind::Colors ? fmt::format("#{:06x}", value) : std::to_string(value);
}

} // namespace gapless
