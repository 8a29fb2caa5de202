// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/types/class_table.h"
#include "core/types/pixels.h"
#include "tests/support/temporary_folder.h"

/// Files for the tests, written by libpng and libjpeg directly so that odd bit depths, palettes and tags are exactly as
/// named.
namespace gapless::test
{

/// Two empty folders for a test's images and masks.
struct ImageAndMaskFolders
{
    TemporaryFolder root;
    std::filesystem::path images = root.path() / "images";
    std::filesystem::path masks = root.path() / "masks";

    ImageAndMaskFolders()
    {
        std::filesystem::create_directories(images);
        std::filesystem::create_directories(masks);
    }
};

/// PNG's own colour types.
enum class PngType { Grey = 0, Rgb = 2, Palette = 3, GreyAlpha = 4, Rgba = 6 };

struct PngFile
{
    ImageSize size;
    PngType type = PngType::Grey;
    int bitDepth = 8;
    std::vector<std::uint16_t> samples; ///< rows top to bottom, channels interleaved
    std::vector<Rgb> palette;
    bool isInterlaced = false;
    int filters = 0; ///< PNG_FILTER_NONE, ... to force one; 0: libpng's choice
};

void writePngFile(const std::filesystem::path& file, const PngFile& png);
/// 8-bit RGB as libpng's own conversions make it: the reference. Empty where libpng finds an error.
[[nodiscard]] std::optional<RgbImage> readByLibpng(const std::vector<unsigned char>& bytes);

/// The part of a picture that lies in a window.
[[nodiscard]] RgbImage cut(const RgbImage& image, const PixelWindow& window);
/// So many windows anywhere in a picture; the same for the same seed.
void addRandomWindows(std::vector<PixelWindow>& windows, ImageSize size, int count, unsigned seed);

using ValueAt = std::function<int(int row, int column)>;
using ColorAt = std::function<Rgb(int row, int column)>;

void writeGrey(const std::filesystem::path& file, ImageSize size, const ValueAt& value, int bitDepth = 8);
void writeColor(const std::filesystem::path& file, ImageSize size, const ColorAt& color);
/// A plain grey-green picture and a mask, as a pair that is in order.
void writePair(const std::filesystem::path& image, const std::filesystem::path& mask, ImageSize size,
               const ValueAt& value);

struct JpegFile
{
    RgbImage image;
    int orientation = 0; ///< 0: no EXIF tag
    int across = 2;      ///< brightness samples for one of colour
    int down = 2;
    bool isProgressive = false;
    bool isGrey = false;
};

void writeJpegFile(const std::filesystem::path& file, const JpegFile& picture);
/// orientation 0: no EXIF tag.
void writeJpegFile(const std::filesystem::path& file, const RgbImage& image, int orientation = 0);
void writeCmykJpeg(const std::filesystem::path& file, ImageSize size);

/// Tags by their numbers in the TIFF specification.
struct TiffFile
{
    ImageSize size;
    int photometric = 1; ///< 0 zero is white, 1 zero is black, 2 RGB, 3 palette, 6 YCbCr (with compression 7)
    int channels = 1;
    int bitDepth = 8;
    std::vector<std::uint16_t> samples{}; ///< rows top to bottom, channels interleaved
    std::vector<Rgb> palette{};
    int compression = 1; ///< 1 none, 5 LZW, 7 JPEG, 8 deflate, 32773 PackBits
    int predictor = 1;   ///< 2: differences, for LZW and deflate
    bool isPlanar = false;
    int tileSide = 0; ///< 0: strips
    int rowsPerStrip = 7;
    int orientation = 1;
    int sampleFormat = 1;   ///< 2 signed, 3 floating point
    const char* mode = "w"; ///< libtiff's: "wb" for big-endian, "w8" for BigTIFF
};

void writeTiffFile(const std::filesystem::path& file, const TiffFile& tiff);
/// Several pages in one file.
void writeTiffFile(const std::filesystem::path& file, const std::vector<TiffFile>& pages);

void writeBytes(const std::filesystem::path& file, const std::string& bytes);
/// Cuts a file to a share of its length.
void cutFile(const std::filesystem::path& file, double share);
void flipByte(const std::filesystem::path& file, std::uintmax_t at);

} // namespace gapless::test
