// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/loader_bench.h"

#include <memory>
#include <utility>
#include <vector>

#include "app/composition.h"
#include "app/resident_source.h"
#include "core/base/process_memory.h"
#include "core/base/stoppable_sleep.h"
#include "core/base/stopwatch.h"
#include "core/loader/prefetch_loader.h"
#include "core/measure/run_ledger.h"
#include "core/measure/statistics.h"
#include "core/session/run_clock.h"

namespace gapless
{

namespace
{

using Progress = std::function<void(const LoaderBenchProgress&)>;

/// Adds up records of steps, whatever made them.
class BenchLedger final
{
public:
    BenchLedger(std::int64_t epochs, const Progress& progress)
        : m_epochs(epochs)
        , m_progress(progress)
    {
    }

    /// Right after the step.
    void add(StepRecord record)
    {
        const double now = m_watch.milliseconds();
        record.elapsedSeconds = now / 1000;
        if (const auto boundary = m_boundary.close(now - record.stepMs, record.waitMs))
            m_ledger.add(*boundary);
        m_ledger.add(record);
        if (record.epoch > 1)
            m_fills.push_back(record.queueFill);
        m_images += record.images;
        if (m_progress)
            m_progress({record.epoch, m_epochs, m_images, record.elapsedSeconds});
        if (record.lastOfEpoch)
            m_boundary.open(record.epoch, m_watch.milliseconds());
    }

    [[nodiscard]] LoaderBenchResult result() const
    {
        LoaderBenchResult result;
        result.summary = m_ledger.summary();
        result.summary.peakResidentBytes = peakResidentBytes();
        result.queueFill = percentile(m_fills, 0.5);
        return result;
    }

private:
    const std::int64_t m_epochs;
    const Progress& m_progress;
    Stopwatch m_watch;
    RunLedger m_ledger;
    BoundaryMeter m_boundary;
    std::vector<double> m_fills;
    std::int64_t m_images = 0;
};

Result<TrainingData> openData(const RunConfig& config, bool isResident, std::stop_token stop)
{
    Result<TrainingData> data = openTrainingData(config, std::move(stop));
    if (data && isResident)
        data->training = makeResidentSource(data->training);
    return data;
}

class StageMeans final
{
public:
    void add(const BatchView& batch)
    {
        m_samples += batch.count;
        m_read += static_cast<double>(batch.stages.readMs);
        m_decode += static_cast<double>(batch.stages.decodeMs);
        m_augment += static_cast<double>(batch.stages.augmentMs);
        m_write += static_cast<double>(batch.stages.writeMs);
    }
    [[nodiscard]] std::optional<StageTimes> mean() const
    {
        if (m_samples == 0)
            return std::nullopt;
        const auto each = [this](double sum) { return static_cast<float>(sum / static_cast<double>(m_samples)); };
        return StageTimes{each(m_read), each(m_decode), each(m_augment), each(m_write)};
    }

private:
    std::int64_t m_samples = 0;
    double m_read = 0;
    double m_decode = 0;
    double m_augment = 0;
    double m_write = 0;
};

Result<LoaderBenchResult> feedSimulation(const RunConfig& config, const LoaderBench& bench, const std::stop_token& stop,
                                         const Progress& progress)
{
    const Result<TrainingData> data = openData(config, bench.isResident, stop);
    if (!data)
        return std::unexpected(data.error());
    constexpr int noStride = 1; // there is no validation
    const Result<std::unique_ptr<PrefetchLoader>> loader =
        PrefetchLoader::create(data->training, nullptr, loaderOptionsOf(config, noStride));
    if (!loader)
        return std::unexpected(loader.error());

    BenchLedger ledger(config.training.epochs, progress);
    StageMeans stages;
    StepRecord record;
    for (bool isDone = false; !isDone;) {
        const Result<Batch> batch = (*loader)->nextTraining(stop);
        if (!batch)
            return std::unexpected(batch.error());
        const Stopwatch watch;
        const BatchView& view = batch->view();
        if (view.count > 0 && !sleepUnlessStopped(*bench.simulatedStep, stop))
            return fail(ErrorCode::Cancelled, "stopped");
        ++record.step;
        record.epoch = view.epoch + 1;
        record.stepInEpoch = view.index + 1;
        record.lastOfEpoch = view.lastOfEpoch;
        record.images = view.count;
        record.skipped = static_cast<int>(view.skipped.size());
        record.waitMs = view.waitMs;
        record.queueFill = view.queueFill;
        record.stepMs = watch.milliseconds();
        ledger.add(record);
        if (record.epoch > 1)
            stages.add(view);
        isDone = record.lastOfEpoch && record.epoch == config.training.epochs;
    }
    LoaderBenchResult result = ledger.result();
    result.stages = stages.mean();
    result.cache = data->training->cacheUse();
    result.summary.threads = 1;
    return result;
}

Result<LoaderBenchResult> feedNetwork(const RunConfig& config, const LoaderBench& bench, const std::stop_token& stop,
                                      const Progress& progress)
{
    std::shared_ptr<const SampleSource> training;
    const std::unique_ptr<TrainingEngine> engine =
        makeEngine([&](const RunConfig& wanted, std::stop_token token) -> Result<TrainingData> {
            Result<TrainingData> data = openData(wanted, bench.isResident, std::move(token));
            if (data) {
                data->validation.reset(); // nothing is validated
                training = data->training;
            }
            return data;
        });
    const Result<RunPlan> plan = engine->prepare(config, stop);
    if (!plan)
        return std::unexpected(plan.error());
    BenchLedger ledger(plan->epochs, progress);
    for (bool isDone = false; !isDone;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        const Result<StepRecord> record = engine->step(stop);
        if (!record)
            return std::unexpected(record.error());
        ledger.add(*record);
        isDone = record->lastOfEpoch && record->epoch == plan->epochs;
    }
    LoaderBenchResult result = ledger.result();
    result.cache = training->cacheUse();
    result.summary.threads = plan->threads;
    return result;
}

} // namespace

Result<LoaderBenchResult> runLoaderBench(const RunConfig& config, const LoaderBench& bench, const std::stop_token& stop,
                                         const Progress& progress)
{
    return bench.simulatedStep ? feedSimulation(config, bench, stop, progress)
                               : feedNetwork(config, bench, stop, progress);
}

} // namespace gapless
