// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/image_window.h"
#include "core/types/class_table.h"
#include "core/types/pixels.h"

#include <filesystem>
#include <string>
#include <vector>

namespace gapless
{

/// PNG, JPEG and TIFF files, told by content, not by name. Any thread. Errors name the file; Data when it is read, File
/// when it is written.

struct ImageHeader
{
    ImageSize size;   ///< as stored in the file
    int channels = 0; ///< of a TIFF its samples a pixel
    int bitDepth = 0;
    std::string kind;         ///< "RGB", "RGBA", "grey", "grey+alpha", "palette": for reports
    int orientation = 1;      ///< EXIF; 1 unless a JPEG or TIFF says otherwise
    int pages = 1;            ///< of a TIFF; the first is the one that is read
    bool isZeroWhite = false; ///< of a grey TIFF
    bool isColor = false;     ///< RGB or palette
    std::string format{};     ///< "PNG", "JPEG" or "TIFF"
};

/// Reads the first 64 KiB, or the whole file where the header is longer or may lie elsewhere (TIFF).
[[nodiscard]] Result<ImageHeader> readImageHeader(const std::filesystem::path& file);
[[nodiscard]] Result<ImageHeader> imageHeaderOf(const std::vector<unsigned char>& bytes,
                                                const std::filesystem::path& file);

/// Whether a network of so many channels can take the picture: 1 (as grey) and 3 (as RGB) always, any other number from
/// TIFF files with exactly so many samples a pixel. Errors (Data) name the file and the channels found.
[[nodiscard]] Result<void> checkChannels(const ImageHeader& header, int channels, const std::filesystem::path& file);

/// 8-bit RGB: grey is repeated, alpha is dropped (not blended: what is stored under it is what the camera saw), 16 bits
/// are scaled to 8, a TIFF whose zero is white is turned. Truncated or damaged files are errors, never half a picture.
/// The EXIF orientation is not applied.
[[nodiscard]] Result<RgbImage> decodeImage(const std::filesystem::path& file);

/// The bytes of a file; the read half of decodeImage(), so that the two can be timed apart.
[[nodiscard]] Result<std::vector<unsigned char>> readFileBytes(const std::filesystem::path& file);
[[nodiscard]] Result<RgbImage> decodeImage(const std::vector<unsigned char>& bytes, const std::filesystem::path& file);

/// The same into memory that is used again, for loaders.
[[nodiscard]] Result<void> readFileInto(const std::filesystem::path& file, std::vector<unsigned char>& bytes);
/// Returns the EXIF orientation (1-8), which is not applied.
[[nodiscard]] Result<int> decodeImageInto(const std::vector<unsigned char>& bytes, const std::filesystem::path& file,
                                          RgbImage& image);
/// The same for a part of the stored picture, for less time: `image` becomes the part of `wanted` that lies in the
/// picture, with the same pixels as a whole decode gives. The whole picture is decoded when nothing of `wanted` lies in
/// it, and with an orientation other than 1, so that the caller can turn it. Damage below the wanted rows may pass
/// unnoticed.
[[nodiscard]] Result<ImageWindow> decodeImageWindow(const std::vector<unsigned char>& bytes,
                                                    const std::filesystem::path& file, const PixelWindow& wanted,
                                                    RgbImage& image);
/// The same with the channels that `image` names: 3 as above; 1 is grey, colours by their luma (0.299 red + 0.587 green
/// + 0.114 blue); any other number are the samples of a TIFF file in its order, as stored but scaled to 8 bits. Errors
/// as of checkChannels().
[[nodiscard]] Result<ImageWindow> decodeImageWindow(const std::vector<unsigned char>& bytes,
                                                    const std::filesystem::path& file, const PixelWindow& wanted,
                                                    ChannelImage& image);

/// The size of a picture turned upright by its EXIF orientation.
[[nodiscard]] ImageSize uprightSize(ImageSize stored, int orientation);
/// Whether the orientation is applied for a mask (or a target) of size `wanted`. The size decides: masks are drawn on
/// the upright view by some tools and on the stored pixels by others. Where both fit (square, mirrored or upside down)
/// the picture is turned, as viewers show it, and dataset_check warns.
[[nodiscard]] bool isTurned(ImageSize stored, int orientation, ImageSize wanted);
/// Applies an EXIF orientation.
void turnUpright(RgbImage& image, int orientation);
void turnUpright(ChannelImage& image, int orientation);
/// decodeImage(), turned by isTurned(); with wanted = {} always upright.
[[nodiscard]] Result<RgbImage> decodeUpright(const std::filesystem::path& file, ImageSize wanted = {});

/// PNG, 8-bit RGB or (classes as they are) 8-bit grey, written atomically.
[[nodiscard]] Result<void> writePng(const std::filesystem::path& file, const RgbImage& image);
[[nodiscard]] Result<void> writePng(const std::filesystem::path& file, const LabelImage& labels);
/// A file that can serve as a mask of the set that the table comes from: ids up to 255 as indexed PNG with the classes'
/// colours as palette, larger ids as 16-bit grey, colours as 8-bit RGB. Pixels with ignoreLabel get the table's ignore
/// value.
[[nodiscard]] Result<void> writeMaskPng(const std::filesystem::path& file, const LabelImage& labels,
                                        const ClassTable& classes);

} // namespace gapless
