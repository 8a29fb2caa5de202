// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"

/// Decoding by format, whole and in windows of 256 x 256, a file each time. The pictures are CamVid's, as they are
/// (360 x 480) and nine in one (1080 x 1440); JPEG and TIFF copies are made here. Without the folder of real images
/// there is nothing to measure.
namespace gapless
{

namespace
{

namespace fs = std::filesystem;
using Files = std::vector<std::vector<unsigned char>>;

constexpr std::size_t mostFiles = 24;
constexpr ImageSize windowSize{256, 256};

fs::path realData()
{
    const fs::path given = test::realData();
    return given.empty() ? fs::path(GAPLESS_TEST_DATA) : given;
}

Files read(const fs::path& folder)
{
    std::vector<fs::path> paths;
    if (fs::is_directory(folder))
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".png")
                paths.push_back(entry.path());
    std::ranges::sort(paths);
    Files files;
    for (const fs::path& path : paths) {
        if (files.size() == mostFiles)
            break;
        files.push_back(readFileBytes(path).value());
    }
    return files;
}

std::vector<RgbImage> decodeAll(const Files& files)
{
    std::vector<RgbImage> images;
    for (const auto& bytes : files)
        images.push_back(decodeImage(bytes, {}).value());
    return images;
}

/// Nine pictures of one size in a square.
RgbImage mosaic(const std::vector<RgbImage>& images, std::size_t first)
{
    const ImageSize size = images.front().size;
    RgbImage result{{size.height * 3, size.width * 3}, {}};
    for (int y = 0; y < result.size.height; ++y)
        for (int across = 0; across < 3; ++across) {
            const auto number = first + static_cast<std::size_t>(y / size.height * 3 + across);
            const auto row =
                images[number % images.size()].data.begin() + std::ptrdiff_t{y % size.height} * size.width * 3;
            result.data.insert(result.data.end(), row, row + std::ptrdiff_t{size.width} * 3);
        }
    return result;
}

/// Copies of pictures in another format, through a temporary file.
Files written(const std::vector<RgbImage>& images, const std::function<void(const fs::path&, const RgbImage&)>& write)
{
    const test::TemporaryFolder folder;
    Files files;
    for (const RgbImage& image : images) {
        write(folder.path() / "picture", image);
        files.push_back(readFileBytes(folder.path() / "picture").value());
    }
    return files;
}

test::TiffFile tiffOf(const RgbImage& image, int compression, int tileSide)
{
    test::TiffFile tiff{image.size, 2, 3, 8, {image.data.begin(), image.data.end()}};
    tiff.compression = compression;
    tiff.predictor = 2;
    tiff.tileSide = tileSide;
    tiff.rowsPerStrip = 16;
    return tiff;
}

struct ByFormat
{
    Files png;
    Files jpeg;
    Files progressive;
    Files lzwStrips;
    Files deflateTiles;
};

ByFormat formatsOf(const std::vector<RgbImage>& images)
{
    const auto jpeg = [](bool isProgressive) {
        return [isProgressive](const fs::path& file, const RgbImage& image) {
            test::writeJpegFile(file, test::JpegFile{image, 0, 2, 2, isProgressive, false});
        };
    };
    const auto tiff = [](int compression, int tileSide) {
        return [=](const fs::path& file, const RgbImage& image) {
            test::writeTiffFile(file, tiffOf(image, compression, tileSide));
        };
    };
    constexpr int Lzw = 5;
    constexpr int Deflate = 8;
    return {written(images, [](const fs::path& file, const RgbImage& image) { writePng(file, image).value(); }),
            written(images, jpeg(false)), written(images, jpeg(true)), written(images, tiff(Lzw, 0)),
            written(images, tiff(Deflate, 256))};
}

PixelWindow randomWindow(std::minstd_rand& random, ImageSize whole)
{
    const auto upTo = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit + 1)); };
    return {upTo(whole.height - windowSize.height), upTo(whole.width - windowSize.width), windowSize};
}

/// One file after the other; `whole` is the size of all, or {} to decode all of them.
void decodeImages(benchmark::State& state, const Files& files, ImageSize whole)
{
    RgbImage image;
    std::minstd_rand random(1);
    std::size_t number = 0;
    for (auto _ : state) {
        const PixelWindow wanted = whole == ImageSize{} ? PixelWindow{} : randomWindow(random, whole);
        if (!decodeImageWindow(files[number++ % files.size()], {}, wanted, image))
            state.SkipWithError("not decoded");
        benchmark::DoNotOptimize(image.data.data());
    }
}

void decodeByLibpng(benchmark::State& state, const Files& files)
{
    std::size_t number = 0;
    for (auto _ : state)
        if (!test::readByLibpng(files[number++ % files.size()]))
            state.SkipWithError("not decoded");
}

ClassTable allIds()
{
    ClassTable classes;
    for (int id = 0; id < maximumClasses; ++id)
        classes.classes.push_back({id, "", {}, 0});
    classes.ignoreValue = 255;
    return classes;
}

void decodeLabels(benchmark::State& state, const Files& files, ImageSize whole)
{
    LabelImage labels;
    const LabelLookup lookup(allIds());
    std::minstd_rand random(1);
    std::size_t number = 0;
    for (auto _ : state) {
        const PixelWindow wanted = whole == ImageSize{} ? PixelWindow{} : randomWindow(random, whole);
        if (!decodeLabelsWindow(files[number++ % files.size()], {}, lookup, wanted, labels))
            state.SkipWithError("not decoded");
        benchmark::DoNotOptimize(labels.data.data());
    }
}

/// Values first, then labels: what decodeLabelsWindow() does in one pass.
void decodeLabelsInTwoPasses(benchmark::State& state, const Files& files)
{
    MaskImage mask;
    LabelImage labels;
    const LabelLookup lookup(allIds());
    std::size_t number = 0;
    for (auto _ : state) {
        if (!decodeMaskInto(files[number++ % files.size()], {}, mask) || !labelsInto(mask, lookup, {}, labels))
            state.SkipWithError("not decoded");
        benchmark::DoNotOptimize(labels.data.data());
    }
}

template<class Function, class... Arguments>
void add(const std::string& name, Function function, const Files& files, Arguments... arguments)
{
    if (!files.empty())
        benchmark::RegisterBenchmark(name.c_str(), [=, &files](benchmark::State& state) {
            function(state, files, arguments...);
        })->Unit(benchmark::kMicrosecond);
}

/// Files live as long as the process: benchmarks run after main() has begun.
const Files& kept(Files files)
{
    static std::vector<std::unique_ptr<Files>> memory;
    return *memory.emplace_back(std::make_unique<Files>(std::move(files)));
}

void addFormats(const std::string& name, const std::vector<RgbImage>& images)
{
    ByFormat formats = formatsOf(images);
    const ImageSize whole = images.front().size;
    const auto both = [&](const char* format, Files& files) {
        const Files& stored = kept(std::move(files));
        add(name + "/" + format + "/whole", decodeImages, stored, ImageSize{});
        add(name + "/" + format + "/window", decodeImages, stored, whole);
    };
    both("jpeg", formats.jpeg);
    both("jpeg-progressive", formats.progressive);
    both("png", formats.png);
    both("tiff-lzw-strips", formats.lzwStrips);
    both("tiff-deflate-tiles", formats.deflateTiles);
}

const bool added = [] {
    const Files& camvid = kept(read(realData() / "camvid" / "train"));
    if (camvid.empty())
        return false;
    for (const auto& [name, folder] :
         {std::pair{"camvid-rgb", "camvid/train"}, std::pair{"nuclei-rgba", "nuclei/images"},
          std::pair{"membrane-grey", "membrane/images"}}) {
        const Files& files = kept(read(realData() / folder));
        add(std::string(name) + "/png/whole", decodeImages, files, ImageSize{});
        add(std::string(name) + "/png/libpng", decodeByLibpng, files);
    }
    const std::vector<RgbImage> images = decodeAll(camvid);
    addFormats("camvid", images);
    addFormats("mosaic", {mosaic(images, 0), mosaic(images, 9)});
    const Files& masks = kept(read(realData() / "camvid" / "trainannot"));
    add("camvid-mask/png/whole", decodeLabels, masks, ImageSize{});
    add("camvid-mask/png/window", decodeLabels, masks, images.front().size);
    add("camvid-mask/png/two-passes", decodeLabelsInTwoPasses, masks);
    add("camvid-mask/png/libpng", decodeByLibpng, masks);
    return true;
}();

} // namespace

} // namespace gapless
