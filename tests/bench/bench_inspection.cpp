// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a look at one picture (the tab Masks) costs beside its bare forward pass, in turns: their ratio is the figure.

#include <algorithm>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <torch/torch.h>

#include "core/base/stopwatch.h"
#include "core/train/eval_scope.h"
#include "core/train/predictor.h"
#include "core/train/tensor_layout.h"

namespace
{

using namespace gapless;

constexpr MemoryFormat format = MemoryFormat::ChannelsLast;

/// One picture of one value, so that only the network and the maps count.
class PlainSource final : public SampleSource
{
public:
    explicit PlainSource(ImageSize size)
        : m_size(size)
    {
    }
    [[nodiscard]] std::int64_t size() const override { return 1; }
    [[nodiscard]] std::string name(std::int64_t) const override { return "plain"; }
    [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return m_size; }
    [[nodiscard]] Normalisation normalisation() const override { return {}; }
    [[nodiscard]] Result<StageTimes> write(const SampleKey&, const SampleTarget& target) const override
    {
        const auto pixels = static_cast<std::size_t>(target.size.height) * static_cast<std::size_t>(target.size.width);
        std::fill_n(target.image, 3 * pixels, 0.5F);
        if (target.labels != nullptr)
            std::fill_n(target.labels, pixels, std::int64_t{1});
        return StageTimes{};
    }

private:
    ImageSize m_size;
};

double medianOf(std::vector<double> values)
{
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

void lookBesideForward(benchmark::State& state)
{
    const int classes = static_cast<int>(state.range(2));
    const ImageSize size{static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
    const std::shared_ptr<SegmentationModel> model = *makeModel({"unet", "resnet18", 3, classes}, 1);
    applyMemoryFormat(*model, format);
    const Predictor predictor(model, classes, format);
    const PlainSource source(size);
    const torch::Tensor images = torch::full({1, 3, size.height, size.width}, 0.5F).contiguous(torchFormat(format));
    std::vector<double> forwardMs;
    std::vector<double> lookMs;
    for (auto _ : state) {
        const EvalScope eval(*model);
        const Stopwatch forward;
        benchmark::DoNotOptimize(model->forward(images));
        forwardMs.push_back(forward.milliseconds());
        const Stopwatch look;
        benchmark::DoNotOptimize(predictor.inspect(source, {}));
        lookMs.push_back(look.milliseconds());
    }
    state.counters["forward_ms"] = medianOf(forwardMs);
    state.counters["look_ms"] = medianOf(lookMs);
    state.counters["ratio"] = medianOf(lookMs) / medianOf(forwardMs);
}

BENCHMARK(lookBesideForward)->Args({256, 320, 2})->Args({256, 320, 11})->Args({736, 960, 11})->MinTime(5.0);

} // namespace
