// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the loader's own bookkeeping costs: an event (a lap of a stopwatch), taking a batch that lies ready, giving it
// back.

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>

#include "core/base/stopwatch.h"
#include "core/loader/prefetch_loader.h"

namespace
{

using namespace gapless;

/// Samples that cost nothing.
class EmptySource final : public SampleSource
{
public:
    [[nodiscard]] std::int64_t size() const override { return 4096; }
    [[nodiscard]] std::string name(std::int64_t sample) const override { return std::to_string(sample); }
    [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {4, 4}; }
    [[nodiscard]] Normalisation normalisation() const override { return {}; }
    [[nodiscard]] Result<StageTimes> write(const SampleKey&, const SampleTarget&) const override
    {
        return StageTimes{};
    }
};

std::unique_ptr<PrefetchLoader> makeLoader(int depth)
{
    LoaderOptions options;
    options.batchSize = 8;
    options.crop = {4, 4};
    options.workers = 2;
    options.prefetchDepth = depth;
    return *PrefetchLoader::create(std::make_shared<EmptySource>(), nullptr, options);
}

void waitUntilFull(const PrefetchLoader& loader)
{
    while (loader.status().idleWorkers < loader.status().workers)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
}

void stopwatchLap(benchmark::State& state)
{
    Stopwatch watch;
    float sum = 0;
    for (auto _ : state) {
        sum += static_cast<float>(watch.milliseconds());
        watch.restart();
    }
    benchmark::DoNotOptimize(sum);
}
BENCHMARK(stopwatchLap);

/// The argument is the prefetch depth. Each batch is asked for when the ring is full and the workers sleep, as it is
/// where the loader is ahead of the trainer.
template<bool MeasuresGiveBack>
void readyBatch(benchmark::State& state)
{
    const auto loader = makeLoader(static_cast<int>(state.range(0)));
    double waitMs = 0;
    for (auto _ : state) {
        waitUntilFull(*loader);
        const Stopwatch take;
        Batch batch = *loader->nextTraining({});
        const double taken = take.seconds();
        waitMs += batch.view().waitMs;
        waitUntilFull(*loader);
        const Stopwatch give;
        batch.reset();
        const double given = give.seconds();
        state.SetIterationTime(MeasuresGiveBack ? given : taken);
    }
    state.counters["told_us"] = benchmark::Counter(waitMs * 1000, benchmark::Counter::kAvgIterations);
}

void takeReadyBatch(benchmark::State& state)
{
    readyBatch<false>(state);
}
BENCHMARK(takeReadyBatch)->Arg(4)->Arg(64)->UseManualTime()->Iterations(5000);

void giveBack(benchmark::State& state)
{
    readyBatch<true>(state);
}
BENCHMARK(giveBack)->Arg(4)->Arg(64)->UseManualTime()->Iterations(5000);

/// Batches through an empty source as fast as they come: what the loader adds to each.
void batchThroughTheLoader(benchmark::State& state)
{
    const auto loader = makeLoader(4);
    for (auto _ : state)
        benchmark::DoNotOptimize(loader->nextTraining({}));
}
BENCHMARK(batchThroughTheLoader)->UseRealTime();

} // namespace
