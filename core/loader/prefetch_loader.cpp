// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/prefetch_loader.h"

#include "core/config/config_validate.h"
#include "core/loader/loader_shape.h"
#include "core/loader/loader_state.h"
#include "core/loader/worker_pool.h"

#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace gapless
{

namespace
{

// Within the 2 s that closing may take; longer than a sample takes that is only slow.
constexpr std::chrono::milliseconds EndLimit{1500};

std::unexpected<Error> refusedMemory(const LoaderShape& shape)
{
    return fail(ErrorCode::OutOfMemory, "the system refuses " + std::to_string(shape.bytes()) + " bytes for batches",
                "loader", "lower the batch size, the crop or the prefetch depth");
}

} // namespace

LoaderOptions loaderOptionsOf(const RunConfig& config, int validationStride)
{
    return {
        .batchSize = config.training.batch,
        .crop = {config.training.cropHeight, config.training.cropWidth},
        .lastBatch = config.training.lastBatch,
        .seed = config.training.seed,
        .memoryFormat = config.speed.memoryFormat,
        .workers = config.speed.workers,
        .prefetchDepth = config.speed.prefetchDepth,
        .crossEpoch = config.speed.crossEpoch,
        .endEpoch = config.training.epochs,
        .onBadSample = config.data.onBadSample,
        .minimumBatch = canTrainOnOne(config.training, validationStride) ? 1 : 2,
        .validationStride = validationStride,
        .lowPriority = true,
        .augmentation = config.training.augment,
    };
}

Result<std::unique_ptr<PrefetchLoader>> PrefetchLoader::create(std::shared_ptr<const SampleSource> training,
                                                               std::shared_ptr<const SampleSource> validation,
                                                               const LoaderOptions& options)
{
    Result<LoaderShape> shape = loaderShape(*training, validation.get(), options);
    if (!shape)
        return std::unexpected(std::move(shape.error()));
    if (Result<void> checked = checkMemory(*shape, options); !checked)
        return std::unexpected(std::move(checked.error()));
    try {
        const auto state = std::make_shared<LoaderState>(std::move(training), std::move(validation), options, *shape);
        std::unique_ptr<PrefetchLoader> loader(new PrefetchLoader(state));
        loader->m_workers = std::make_unique<WorkerPool>([state] { state->work(); }, options.lowPriority);
        if (Result<void> started = loader->startWorkers(options.workers); !started)
            return std::unexpected(std::move(started.error()));
        return loader;
    } catch (const std::bad_alloc&) {
        return refusedMemory(*shape);
    }
}

PrefetchLoader::PrefetchLoader(std::shared_ptr<LoaderState> state)
    : m_state(std::move(state))
{
}

PrefetchLoader::~PrefetchLoader()
{
    m_state->stop();
    if (m_workers)
        m_workers->end(EndLimit);
}

const EpochSampler& PrefetchLoader::sampler() const
{
    return m_state->sampler();
}

Result<Batch> PrefetchLoader::nextTraining(std::stop_token stop)
{
    return m_state->nextTraining(stop);
}

Result<Batch> PrefetchLoader::nextValidation(std::stop_token stop)
{
    return m_state->nextValidation(stop);
}

Result<std::int64_t> PrefetchLoader::change(const LiveSettings& settings)
{
    Result<LoaderShape> shape = m_state->shapeFor(settings);
    if (!shape)
        return std::unexpected(std::move(shape.error()));
    const int workers = m_state->settings().workers;
    if (Result<void> started = startWorkers(settings.workers); !started)
        return std::unexpected(std::move(started.error()));
    try {
        return m_state->change(settings, *shape);
    } catch (const std::bad_alloc&) {
        m_state->wantFewerWorkers(workers, 0);
        return refusedMemory(*shape);
    }
}

Result<void> PrefetchLoader::startWorkers(int workers)
{
    const int before = m_state->settings().workers;
    int missing = m_state->wantMoreWorkers(workers);
    try {
        for (; missing > 0; --missing)
            m_workers->start();
        return {};
    } catch (const std::exception& error) { // std::system_error, or no memory for one
        m_state->wantFewerWorkers(before, missing);
        return fail(ErrorCode::Config, std::string("the system refuses more threads: ") + error.what(), "loader",
                    "lower the number of workers (" + std::to_string(workers) + ")");
    }
}

LiveSettings PrefetchLoader::settings() const
{
    return m_state->settings();
}

LoaderStatus PrefetchLoader::status() const
{
    return m_state->status();
}

} // namespace gapless
