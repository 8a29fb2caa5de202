// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// From decoded pixels to the slot: a 256 x 320 crop of a 360 x 480 picture, as camvid's. The argument is the scale in
// percent.

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/data/crop_map.h"
#include "core/data/slot_writer.h"

using namespace gapless;

namespace
{

constexpr ImageSize pictureSize{360, 480};
constexpr ImageSize cropSize{256, 320};

struct Work
{
    std::vector<std::uint8_t> pixels;
    std::vector<std::uint8_t> labels;
    std::vector<float> image;
    std::vector<std::int64_t> classes;
    std::vector<float> line;
    CropMap map;
    SampleTarget target;
    PictureView picture;

    Work(double scale, MemoryFormat format)
        : image(3UL * cropSize.height * cropSize.width)
        , classes(1UL * cropSize.height * cropSize.width)
        , target{image.data(), classes.data(), cropSize, format}
    {
        CounterRandom random(0, 0, 0);
        for (int pixel = 0; pixel < pictureSize.height * pictureSize.width; ++pixel) {
            labels.push_back(static_cast<std::uint8_t>(random.below(11)));
            for (int channel = 0; channel < 3; ++channel)
                pixels.push_back(static_cast<std::uint8_t>(random.below(256)));
        }
        const PixelWindow whole{0, 0, pictureSize};
        picture = {pixels.data(), whole, labels.data(), whole};
        const ImageSize scaled{static_cast<int>(std::lround(pictureSize.height * scale)),
                               static_cast<int>(std::lround(pictureSize.width * scale))};
        map.assign({scaled, (scaled.height - cropSize.height) / 2, (scaled.width - cropSize.width) / 2, true},
                   pictureSize, cropSize);
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
};

double scaleOf(const benchmark::State& state)
{
    return static_cast<double>(state.range(0)) / 100;
}

void writeImage(benchmark::State& state, MemoryFormat format)
{
    Work work(scaleOf(state), format);
    const SlotWriter writer{Normalisation{}};
    for (auto _ : state) {
        writer.writeCrop(work.picture, work.map, work.target, work.line);
        benchmark::ClobberMemory();
    }
}
BENCHMARK_CAPTURE(writeImage, channelsLast, MemoryFormat::ChannelsLast)->Arg(75)->Arg(100)->Arg(125)->Arg(150);
BENCHMARK_CAPTURE(writeImage, contiguous, MemoryFormat::Contiguous)->Arg(75)->Arg(100)->Arg(125)->Arg(150);

void writeLabels(benchmark::State& state)
{
    const Work work(scaleOf(state), MemoryFormat::ChannelsLast);
    for (auto _ : state) {
        writeCropLabels(work.picture, work.map, work.target);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(writeLabels)->Arg(75)->Arg(150);

void mapCrop(benchmark::State& state)
{
    Work work(scaleOf(state), MemoryFormat::ChannelsLast);
    const ImageSize scaled{static_cast<int>(std::lround(pictureSize.height * scaleOf(state))),
                           static_cast<int>(std::lround(pictureSize.width * scaleOf(state)))};
    for (auto _ : state) {
        work.map.assign({scaled, 0, 0, true}, pictureSize, cropSize);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(mapCrop)->Arg(125);

} // namespace
