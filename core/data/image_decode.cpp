// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decode.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include <opencv2/core.hpp>

#include "core/base/atomic_file.h"
#include "core/data/input_channels.h"
#include "core/data/jpeg_codec.h"
#include "core/data/path_text.h"
#include "core/data/png_codec.h"
#include "core/data/tiff_codec.h"

namespace gapless
{

namespace
{

/// What a file that is none of PNG, JPEG and TIFF seems to be.
std::unexpected<Error> notAPicture(std::span<const unsigned char> bytes, const std::string& name)
{
    if (bytes.empty())
        return fail(ErrorCode::Data, "the file is empty (0 bytes)", name, "copy or export the file again");
    const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 12));
    const auto startsWith = [&](std::string_view mark) { return head.starts_with(mark); };
    std::string what = "neither a PNG nor a JPEG nor a TIFF file";
    if (startsWith("BM"))
        what = "a BMP file; PNG, JPEG and TIFF are read in this version";
    else if (startsWith("GIF8"))
        what = "a GIF file; PNG, JPEG and TIFF are read in this version";
    else if (startsWith("RIFF") && head.substr(8) == "WEBP")
        what = "a WebP file; PNG, JPEG and TIFF are read in this version";
    else if (startsWith("\x89PNG") || startsWith("\xFF\xD8"))
        what = "damaged or incomplete: the file ends in its first bytes";
    return fail(ErrorCode::Data, what, name, "convert it to PNG");
}

/// Empty where the system does not tell, as of a pipe.
std::optional<std::uintmax_t> sizeOf(const std::filesystem::path& file)
{
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    return unknown ? std::nullopt : std::optional(size);
}

Result<void> readAtMost(const std::filesystem::path& file, std::optional<std::uintmax_t> size,
                        std::vector<unsigned char>& bytes, std::size_t limit)
{
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    constexpr std::size_t block = std::size_t{64} * 1024;
    // One byte more than the size: the end shows in the first read.
    bytes.resize(std::min(limit, size ? static_cast<std::size_t>(*size) + 1 : block));
    std::size_t filled = 0;
    while (stream) {
        stream.read(reinterpret_cast<char*>(bytes.data()) + filled,
                    static_cast<std::streamsize>(bytes.size() - filled));
        filled += static_cast<std::size_t>(stream.gcount());
        if (!stream || filled == limit)
            break;
        if (filled == bytes.size())
            bytes.resize(std::min(limit, bytes.size() + std::max(block, bytes.size())));
    }
    if (!stream.eof() && filled != limit)
        return fail(ErrorCode::Data,
                    std::string("cannot be read: ") + (errno != 0 ? std::strerror(errno) : "unknown reason"),
                    pathText(file), "check that the file exists and that you may read it");
    bytes.resize(filled);
    return {};
}

ImageHeader headerFrom(ImageSize size, const StoredFormat& format)
{
    static constexpr const char* kinds[] = {"grey", "grey+alpha", "palette", "RGB", "RGBA"};
    ImageHeader header{size, format.channels, format.bitDepth, kinds[static_cast<std::size_t>(format.kind)]};
    header.isColor = format.kind >= PixelKind::Palette;
    return header;
}

Result<ImageHeader> headerOf(const std::vector<unsigned char>& bytes, const std::string& name)
{
    if (isPng(bytes)) {
        const auto png = readPngHeader(bytes, name);
        if (!png)
            return std::unexpected(png.error());
        static constexpr int channels[] = {1, 2, 1, 3, 4};
        ImageHeader header =
            headerFrom(png->size, {png->kind, channels[static_cast<std::size_t>(png->kind)], png->bitDepth, false, {}});
        header.format = "PNG";
        return header;
    }
    if (isTiff(bytes)) {
        const auto tiff = readTiffHeader(bytes, name);
        if (!tiff)
            return std::unexpected(tiff.error());
        ImageHeader header = headerFrom(tiff->size, tiff->format);
        header.format = "TIFF";
        header.channels = tiff->samples;
        header.orientation = tiff->orientation;
        header.pages = tiff->pages;
        header.isZeroWhite = tiff->format.isZeroWhite;
        return header;
    }
    if (isJpeg(bytes)) {
        const auto jpeg = readJpegHeader(bytes, name);
        if (!jpeg)
            return std::unexpected(jpeg.error());
        const char* kind = jpeg->channels == 1 ? "grey" : jpeg->channels == 3 ? "RGB" : "CMYK";
        ImageHeader header{jpeg->size, jpeg->channels, 8, kind, jpeg->orientation};
        header.isColor = jpeg->channels != 1;
        header.format = "JPEG";
        return header;
    }
    return notAPicture(bytes, name);
}

Result<void> writeEncoded(const std::filesystem::path& file, const PngHeader& header,
                          std::span<const std::uint8_t> data, std::span<const Rgb> palette = {})
{
    const auto bytes = encodePng(header, data, palette);
    if (!bytes)
        return fail(bytes.error().code, bytes.error().message, pathText(file));
    return writeFileAtomically(file, *bytes);
}

} // namespace

Result<void> readFileInto(const std::filesystem::path& file, std::vector<unsigned char>& bytes)
{
    constexpr std::uintmax_t largest = std::uintmax_t{4} << 30U; // twice the largest picture's pixels
    const auto size = sizeOf(file);
    if (size && *size > largest)
        return fail(ErrorCode::Data, "the file has " + std::to_string(*size >> 30U) + " GiB; up to 4 are read",
                    pathText(file), "cut it up, or save its first page alone");
    return readAtMost(file, size, bytes, largest);
}

Result<std::vector<unsigned char>> readFileBytes(const std::filesystem::path& file)
{
    std::vector<unsigned char> bytes;
    if (const auto read = readFileInto(file, bytes); !read)
        return std::unexpected(read.error());
    return bytes;
}

Result<ImageHeader> imageHeaderOf(const std::vector<unsigned char>& bytes, const std::filesystem::path& file)
{
    return headerOf(bytes, pathText(file));
}

Result<ImageHeader> readImageHeader(const std::filesystem::path& file)
{
    constexpr std::size_t usual = std::size_t{64} * 1024;
    std::vector<unsigned char> bytes;
    if (const auto read = readAtMost(file, sizeOf(file), bytes, usual); !read)
        return std::unexpected(read.error());
    // Of a TIFF the directories may lie anywhere.
    auto header = isTiff(bytes) && bytes.size() == usual ? std::unexpected(Error{}) : headerOf(bytes, pathText(file));
    if (header || bytes.size() < usual)
        return header;
    if (const auto read = readFileInto(file, bytes); !read)
        return std::unexpected(read.error());
    return headerOf(bytes, pathText(file));
}

Result<void> checkChannels(const ImageHeader& header, int channels, const std::filesystem::path& file)
{
    const bool isTiff = header.format == "TIFF";
    if (!takesStoredSamples(channels) || (isTiff && header.channels == channels))
        return {};
    if (isTiff)
        return otherSamples(header.channels, channels, pathText(file));
    const std::string found = std::to_string(header.channels) + (header.channels == 1 ? " channel" : " channels");
    return otherChannels("a " + header.format + " with " + found + " (" + header.kind + ")", channels,
                         header.isColor ? 3 : 1, pathText(file));
}

Result<ImageWindow> decodeImageWindow(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                      const PixelWindow& wanted, ChannelImage& image)
{
    const std::string name = pathText(file);
    if (isTiff(bytes))
        return decodeTiffChannels(bytes, name, wanted, image);
    if (takesStoredSamples(image.channels)) {
        const auto header = headerOf(bytes, name);
        return std::unexpected(header ? checkChannels(*header, image.channels, file).error() : header.error());
    }
    if (isPng(bytes))
        return decodePngChannels(bytes, name, wanted, image);
    if (isJpeg(bytes))
        return decodeJpegChannels(bytes, name, wanted, image);
    return notAPicture(bytes, name);
}

Result<ImageWindow> decodeImageWindow(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                      const PixelWindow& wanted, RgbImage& image)
{
    ChannelImage channels{3, image.size, std::move(image.data)};
    const auto decoded = decodeImageWindow(bytes, file, wanted, channels);
    image = {channels.size, std::move(channels.data)};
    return decoded;
}

Result<int> decodeImageInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file, RgbImage& image)
{
    const auto decoded = decodeImageWindow(bytes, file, {}, image);
    if (!decoded)
        return std::unexpected(decoded.error());
    return decoded->orientation;
}

Result<RgbImage> decodeImage(const std::vector<unsigned char>& bytes, const std::filesystem::path& file)
{
    RgbImage image;
    if (const auto orientation = decodeImageInto(bytes, file, image); !orientation)
        return std::unexpected(orientation.error());
    return image;
}

Result<RgbImage> decodeImage(const std::filesystem::path& file)
{
    const auto bytes = readFileBytes(file);
    if (!bytes)
        return std::unexpected(bytes.error());
    return decodeImage(*bytes, file);
}

Result<RgbImage> decodeUpright(const std::filesystem::path& file, ImageSize wanted)
{
    const auto bytes = readFileBytes(file);
    if (!bytes)
        return std::unexpected(bytes.error());
    RgbImage image;
    const auto orientation = decodeImageInto(*bytes, file, image);
    if (!orientation)
        return std::unexpected(orientation.error());
    if (isTurned(image.size, *orientation, wanted == ImageSize{} ? uprightSize(image.size, *orientation) : wanted))
        turnUpright(image, *orientation);
    return image;
}

ImageSize uprightSize(ImageSize stored, int orientation)
{
    return orientation >= 5 ? ImageSize{stored.width, stored.height} : stored;
}

bool isTurned(ImageSize stored, int orientation, ImageSize wanted)
{
    return orientation != 1 && uprightSize(stored, orientation) == wanted;
}

void turnUpright(RgbImage& image, int orientation)
{
    if (orientation <= 1 || orientation > 8)
        return;
    RgbImage turned{uprightSize(image.size, orientation), std::vector<std::uint8_t>(image.data.size())};
    const cv::Mat from(image.size.height, image.size.width, CV_8UC3, image.data.data());
    cv::Mat to(turned.size.height, turned.size.width, CV_8UC3, turned.data.data());
    switch (orientation) {
    case 2:
        cv::flip(from, to, 1);
        break;
    case 3:
        cv::rotate(from, to, cv::ROTATE_180);
        break;
    case 4:
        cv::flip(from, to, 0);
        break;
    case 5:
        cv::transpose(from, to);
        break;
    case 6:
        cv::rotate(from, to, cv::ROTATE_90_CLOCKWISE);
        break;
    case 7:
        cv::transpose(from, to);
        cv::rotate(to, to, cv::ROTATE_180);
        break;
    default:
        cv::rotate(from, to, cv::ROTATE_90_COUNTERCLOCKWISE);
        break;
    }
    image = std::move(turned);
}

void turnUpright(ChannelImage& image, int orientation)
{
    if (orientation <= 1 || orientation > 8)
        return;
    if (image.channels == 3) {
        RgbImage rgb{image.size, std::move(image.data)};
        turnUpright(rgb, orientation);
        image = {3, rgb.size, std::move(rgb.data)};
        return;
    }
    image.data = turnedUpright(image.data, image.size, orientation, static_cast<std::size_t>(image.channels));
    image.size = uprightSize(image.size, orientation);
}

Result<void> writePng(const std::filesystem::path& file, const RgbImage& image)
{
    return writeEncoded(file, {image.size, PixelKind::Color, 8}, image.data);
}

Result<void> writePng(const std::filesystem::path& file, const LabelImage& labels)
{
    return writeEncoded(file, {labels.size, PixelKind::Grey, 8}, labels.data);
}

Result<void> writeMaskPng(const std::filesystem::path& file, const LabelImage& labels, const ClassTable& classes)
{
    std::array<std::int64_t, 256> values{};
    values.fill(-1);
    for (std::size_t index = 0; index < classes.classes.size(); ++index)
        values[index] = classes.classes[index].value;
    values[ignoreLabel] = classes.ignoreValue.value_or(-1);
    for (const std::uint8_t label : labels.data)
        if (values[label] < 0)
            return fail(ErrorCode::Internal, "label " + std::to_string(label) + " has no value in the class table",
                        pathText(file));

    std::vector<std::uint8_t> data;
    if (classes.kind == MaskKind::Colors) {
        for (const std::uint8_t label : labels.data)
            for (const int shift : {16, 8, 0})
                data.push_back(static_cast<std::uint8_t>(values[label] >> shift));
        return writeEncoded(file, {labels.size, PixelKind::Color, 8}, data);
    }
    if (std::ranges::max(values) > 255) {
        data.resize(labels.data.size() * 2);
        for (std::size_t pixel = 0; pixel < labels.data.size(); ++pixel) {
            const auto value = static_cast<std::uint16_t>(values[labels.data[pixel]]);
            std::memcpy(data.data() + pixel * 2, &value, 2);
        }
        return writeEncoded(file, {labels.size, PixelKind::Grey, 16}, data);
    }
    std::vector<Rgb> palette(static_cast<std::size_t>(std::ranges::max(values)) + 1);
    if (classes.ignoreValue)
        palette[static_cast<std::size_t>(*classes.ignoreValue)] = {224, 224, 224};
    for (const ClassEntry& entry : classes.classes)
        palette[static_cast<std::size_t>(entry.value)] = entry.color;
    data.reserve(labels.data.size());
    for (const std::uint8_t label : labels.data)
        data.push_back(static_cast<std::uint8_t>(values[label]));
    return writeEncoded(file, {labels.size, PixelKind::Palette, 8}, data, palette);
}

} // namespace gapless
