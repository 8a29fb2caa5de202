// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/data/picture_files.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <png.h>
#include <stdexcept>
#include <tiffio.h>

#include <jpeglib.h>

namespace gapless::test
{

namespace
{

struct CloseFile
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File openForWriting(const std::filesystem::path& file)
{
    File opened(std::fopen(file.c_str(), "wb"));
    if (!opened)
        throw std::runtime_error("cannot write " + file.string());
    return opened;
}

/// Samples of any depth as PNG packs them: most significant bit and byte first, rows filled up to whole bytes.
std::vector<std::vector<png_byte>> packRows(const PngFile& png)
{
    const auto height = static_cast<std::size_t>(png.size.height);
    const std::size_t perRow = png.samples.size() / height;
    const auto depth = static_cast<std::size_t>(png.bitDepth);
    std::vector<std::vector<png_byte>> rows(height, std::vector<png_byte>((perRow * depth + 7) / 8));
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t at = 0; at < perRow; ++at)
            for (std::size_t bit = 0; bit < depth; ++bit)
                if ((png.samples[y * perRow + at] >> (depth - 1 - bit) & 1U) != 0)
                    rows[y][(at * depth + bit) / 8] |= static_cast<png_byte>(0x80U >> ((at * depth + bit) % 8));
    return rows;
}

void prepare(jpeg_compress_struct& jpeg, std::FILE* file, ImageSize size, int components, J_COLOR_SPACE space)
{
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_width = static_cast<JDIMENSION>(size.width);
    jpeg.image_height = static_cast<JDIMENSION>(size.height);
    jpeg.input_components = components;
    jpeg.in_color_space = space;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 95, TRUE);
}

void finish(jpeg_compress_struct& jpeg, const std::vector<std::uint8_t>& data)
{
    std::vector<std::uint8_t> pixels = data;
    const std::size_t rowLength = std::size_t{jpeg.image_width} * static_cast<std::size_t>(jpeg.input_components);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = pixels.data() + jpeg.next_scanline * rowLength;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
}

struct MemoryFile
{
    const unsigned char* at;
    std::size_t left;
};

void onRead(png_structp reader, png_bytep out, std::size_t count)
{
    auto* memory = static_cast<MemoryFile*>(png_get_io_ptr(reader));
    if (count > memory->left)
        png_error(reader, "too short");
    std::memcpy(out, memory->at, count);
    memory->at += count;
    memory->left -= count;
}

void onWarning(png_structp, png_const_charp) {}

[[noreturn]] void onError(png_structp reader, png_const_charp)
{
    png_longjmp(reader, 1);
}

bool readByLibpng(MemoryFile& memory, RgbImage& image, std::vector<png_bytep>& rows)
{
    png_structp reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
    png_infop info = png_create_info_struct(reader);
    if (setjmp(png_jmpbuf(reader)) != 0) {
        png_destroy_read_struct(&reader, &info, nullptr);
        return false;
    }
    png_set_read_fn(reader, &memory, onRead);
    png_read_info(reader, info);
    image.size = {static_cast<int>(png_get_image_height(reader, info)),
                  static_cast<int>(png_get_image_width(reader, info))};
    if (std::int64_t{image.size.height} * image.size.width > 1 << 24)
        png_error(reader, "a damaged size");
    png_set_expand(reader);
    png_set_scale_16(reader);
    png_set_strip_alpha(reader);
    png_set_gray_to_rgb(reader);
    static_cast<void>(png_set_interlace_handling(reader));
    png_read_update_info(reader, info);
    image.data.resize(png_get_rowbytes(reader, info) * png_get_image_height(reader, info));
    for (std::size_t row = 0; row < png_get_image_height(reader, info); ++row)
        rows.push_back(image.data.data() + row * png_get_rowbytes(reader, info));
    png_read_image(reader, rows.data());
    png_read_end(reader, nullptr);
    png_destroy_read_struct(&reader, &info, nullptr);
    return true;
}

/// One row of one plane, or of all channels: `count` samples from `first` on, each `step` apart.
void packTiffRow(const TiffFile& tiff, std::size_t first, std::size_t count, std::size_t step, unsigned char* out)
{
    const auto depth = static_cast<std::size_t>(tiff.bitDepth);
    for (std::size_t at = 0; at < count; ++at) {
        const std::uint16_t sample = tiff.samples[first + at * step];
        if (depth > 8) {
            for (std::size_t byte = 0; byte < depth / 8; ++byte) // libtiff turns the machine's order into the file's
                out[at * depth / 8 + byte] = static_cast<unsigned char>(byte < 2 ? sample >> (8 * byte) : 0);
        } else {
            out[at * depth / 8] =
                static_cast<unsigned char>(out[at * depth / 8] | sample << (8 - depth - at * depth % 8));
        }
    }
}

void writeTiffPlane(TIFF* writer, const TiffFile& tiff, int plane)
{
    const auto channels = static_cast<std::size_t>(tiff.channels);
    const std::size_t step = tiff.isPlanar ? channels : 1;
    const std::size_t inRow = tiff.isPlanar ? 1 : channels; // samples for each pixel
    const int height = tiff.tileSide != 0 ? tiff.tileSide : tiff.rowsPerStrip;
    const int width = tiff.tileSide != 0 ? tiff.tileSide : tiff.size.width;
    for (int top = 0; top < tiff.size.height; top += height)
        for (int left = 0; left < tiff.size.width; left += width) {
            const auto rowBytes =
                static_cast<std::size_t>(tiff.tileSide != 0 ? TIFFTileRowSize(writer) : TIFFScanlineSize(writer));
            std::vector<unsigned char> bytes(rowBytes * static_cast<std::size_t>(height));
            const int rows = std::min(height, tiff.size.height - top);
            const auto columns = static_cast<std::size_t>(std::min(width, tiff.size.width - left));
            for (int row = 0; row < rows; ++row) {
                const auto pixel = static_cast<std::size_t>((top + row) * tiff.size.width + left);
                packTiffRow(tiff, pixel * channels + static_cast<std::size_t>(plane), columns * inRow, step,
                            bytes.data() + static_cast<std::size_t>(row) * rowBytes);
            }
            const auto x = static_cast<std::uint32_t>(left);
            const auto y = static_cast<std::uint32_t>(top);
            const auto sample = static_cast<std::uint16_t>(plane);
            const auto stripBytes = static_cast<tmsize_t>(rowBytes) * rows;
            if (tiff.tileSide != 0)
                TIFFWriteEncodedTile(writer, TIFFComputeTile(writer, x, y, 0, sample), bytes.data(),
                                     static_cast<tmsize_t>(bytes.size()));
            else
                TIFFWriteEncodedStrip(writer, TIFFComputeStrip(writer, y, sample), bytes.data(), stripBytes);
        }
}

void writeTiffPage(TIFF* writer, const TiffFile& tiff)
{
    TIFFSetField(writer, TIFFTAG_IMAGEWIDTH, tiff.size.width);
    TIFFSetField(writer, TIFFTAG_IMAGELENGTH, tiff.size.height);
    TIFFSetField(writer, TIFFTAG_SAMPLESPERPIXEL, tiff.channels);
    TIFFSetField(writer, TIFFTAG_BITSPERSAMPLE, tiff.bitDepth);
    TIFFSetField(writer, TIFFTAG_SAMPLEFORMAT, tiff.sampleFormat);
    TIFFSetField(writer, TIFFTAG_PHOTOMETRIC, tiff.photometric);
    TIFFSetField(writer, TIFFTAG_COMPRESSION, tiff.compression);
    TIFFSetField(writer, TIFFTAG_ORIENTATION, tiff.orientation);
    TIFFSetField(writer, TIFFTAG_PLANARCONFIG, tiff.isPlanar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
    if (tiff.predictor != 1)
        TIFFSetField(writer, TIFFTAG_PREDICTOR, tiff.predictor);
    if (tiff.compression == COMPRESSION_JPEG && tiff.photometric == PHOTOMETRIC_YCBCR)
        TIFFSetField(writer, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    const int colors = tiff.photometric == 2 || tiff.photometric == 6 ? 3 : 1;
    const std::vector<std::uint16_t> extra(static_cast<std::size_t>(tiff.channels - colors), EXTRASAMPLE_UNASSALPHA);
    if (!extra.empty())
        TIFFSetField(writer, TIFFTAG_EXTRASAMPLES, static_cast<int>(extra.size()), extra.data());
    if (!tiff.palette.empty()) {
        std::array<std::vector<std::uint16_t>, 3> channels;
        for (const Rgb& color : tiff.palette)
            for (std::size_t channel = 0; channel < 3; ++channel)
                channels[channel].push_back(static_cast<std::uint16_t>(color[channel] * 257));
        for (auto& channel : channels)
            channel.resize(std::size_t{1} << static_cast<unsigned>(tiff.bitDepth));
        TIFFSetField(writer, TIFFTAG_COLORMAP, channels[0].data(), channels[1].data(), channels[2].data());
    }
    if (tiff.tileSide != 0) {
        TIFFSetField(writer, TIFFTAG_TILEWIDTH, tiff.tileSide);
        TIFFSetField(writer, TIFFTAG_TILELENGTH, tiff.tileSide);
    } else {
        TIFFSetField(writer, TIFFTAG_ROWSPERSTRIP, tiff.rowsPerStrip);
    }
    for (int plane = 0; plane < (tiff.isPlanar ? tiff.channels : 1); ++plane)
        writeTiffPlane(writer, tiff, plane);
}

} // namespace

void writePngFile(const std::filesystem::path& file, const PngFile& png)
{
    const File opened = openForWriting(file);
    auto rows = packRows(png);
    std::vector<png_bytep> pointers;
    for (auto& row : rows)
        pointers.push_back(row.data());
    std::vector<png_color> palette;
    for (const Rgb& color : png.palette)
        palette.push_back({color[0], color[1], color[2]});
    png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(writer);
    png_init_io(writer, opened.get());
    png_set_IHDR(writer, info, static_cast<png_uint_32>(png.size.width), static_cast<png_uint_32>(png.size.height),
                 png.bitDepth, static_cast<int>(png.type), png.isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (png.filters != 0)
        png_set_filter(writer, PNG_FILTER_TYPE_BASE, png.filters);
    if (!palette.empty())
        png_set_PLTE(writer, info, palette.data(), static_cast<int>(palette.size()));
    png_write_info(writer, info);
    png_write_image(writer, pointers.data());
    png_write_end(writer, nullptr);
    png_destroy_write_struct(&writer, &info);
}

std::optional<RgbImage> readByLibpng(const std::vector<unsigned char>& bytes)
{
    MemoryFile memory{bytes.data(), bytes.size()};
    RgbImage image;
    std::vector<png_bytep> rows;
    if (!readByLibpng(memory, image, rows))
        return std::nullopt;
    return image;
}

RgbImage cut(const RgbImage& image, const PixelWindow& window)
{
    RgbImage part{window.size, {}};
    for (int y = window.top; y < window.top + window.size.height; ++y) {
        const auto first = image.data.begin() + (std::ptrdiff_t{y} * image.size.width + window.left) * 3;
        part.data.insert(part.data.end(), first, first + std::ptrdiff_t{window.size.width} * 3);
    }
    return part;
}

void addRandomWindows(std::vector<PixelWindow>& windows, ImageSize size, int count, unsigned seed)
{
    std::minstd_rand random(seed);
    const auto upTo = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    for (int number = 0; number < count; ++number) {
        const int top = upTo(size.height);
        const int left = upTo(size.width);
        windows.push_back({top, left, {1 + upTo(size.height - top), 1 + upTo(size.width - left)}});
    }
}

void writeGrey(const std::filesystem::path& file, ImageSize size, const ValueAt& value, int bitDepth)
{
    PngFile png{size, PngType::Grey, bitDepth, {}, {}, false};
    for (int row = 0; row < size.height; ++row)
        for (int column = 0; column < size.width; ++column)
            png.samples.push_back(static_cast<std::uint16_t>(value(row, column)));
    writePngFile(file, png);
}

void writeColor(const std::filesystem::path& file, ImageSize size, const ColorAt& color)
{
    PngFile png{size, PngType::Rgb, 8, {}, {}, false};
    for (int row = 0; row < size.height; ++row)
        for (int column = 0; column < size.width; ++column)
            for (const std::uint8_t channel : color(row, column))
                png.samples.push_back(channel);
    writePngFile(file, png);
}

void writePair(const std::filesystem::path& image, const std::filesystem::path& mask, ImageSize size,
               const ValueAt& value)
{
    writeColor(image, size, [](int, int) { return Rgb{90, 120, 90}; });
    writeGrey(mask, size, value);
}

void writeJpegFile(const std::filesystem::path& file, const JpegFile& picture)
{
    const File opened = openForWriting(file);
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    prepare(jpeg, opened.get(), picture.image.size, 3, JCS_RGB);
    if (picture.isGrey)
        jpeg_set_colorspace(&jpeg, JCS_GRAYSCALE);
    jpeg.comp_info[0].h_samp_factor = picture.across;
    jpeg.comp_info[0].v_samp_factor = picture.down;
    if (picture.isProgressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    if (picture.orientation != 0) {
        // "Exif", a big-endian TIFF header, and a directory of one entry: tag 0x0112, one 16-bit number.
        const std::array<unsigned char, 32> exif{
            'E', 'x', 'i', 'f',  0,    0, 'M', 'M', 0, 42, 0, 0, 0,
            8,   0,   1,   0x01, 0x12, 0, 3,   0,   0, 0,  1, 0, static_cast<unsigned char>(picture.orientation),
            0,   0,   0,   0,    0,    0};
        jpeg_write_marker(&jpeg, JPEG_APP0 + 1, exif.data(), exif.size());
    }
    finish(jpeg, picture.image.data);
}

void writeJpegFile(const std::filesystem::path& file, const RgbImage& image, int orientation)
{
    writeJpegFile(file, JpegFile{image, orientation});
}

void writeCmykJpeg(const std::filesystem::path& file, ImageSize size)
{
    const File opened = openForWriting(file);
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    prepare(jpeg, opened.get(), size, 4, JCS_CMYK);
    jpeg_start_compress(&jpeg, TRUE);
    finish(jpeg, std::vector<std::uint8_t>(static_cast<std::size_t>(size.height * size.width * 4), 100));
}

void writeTiffFile(const std::filesystem::path& file, const TiffFile& tiff)
{
    writeTiffFile(file, std::vector{tiff});
}

void writeTiffFile(const std::filesystem::path& file, const std::vector<TiffFile>& pages)
{
    TIFF* writer = TIFFOpen(file.c_str(), pages.front().mode);
    if (writer == nullptr)
        throw std::runtime_error("cannot write " + file.string());
    for (const TiffFile& page : pages) {
        writeTiffPage(writer, page);
        TIFFWriteDirectory(writer);
    }
    TIFFClose(writer);
}

void writeBytes(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

void cutFile(const std::filesystem::path& file, double share)
{
    const auto length = static_cast<double>(std::filesystem::file_size(file));
    std::filesystem::resize_file(file, static_cast<std::uintmax_t>(length * share));
}

void flipByte(const std::filesystem::path& file, std::uintmax_t at)
{
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekg(static_cast<std::streamoff>(at));
    const int byte = stream.get();
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(static_cast<char>(byte ^ 0x55));
}

} // namespace gapless::test
