// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/types/run_summary.h"
#include "core/types/sample_source.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace gapless
{

/// What `bench loader` measures with.
struct LoaderBench
{
    std::optional<std::chrono::duration<double, std::milli>> simulatedStep; ///< empty: the network trains
    bool isResident = false; ///< the batches are made once and delivered again and again
};

struct LoaderBenchResult
{
    RunSummary summary;
    double queueFill = 0;             ///< median of the batches that lay ready when one was asked for
    std::optional<StageTimes> stages; ///< means for one sample; empty with the network, which does not report them
    CacheUse cache;
};

struct LoaderBenchProgress
{
    std::int64_t epoch = 0; ///< 1 for the first
    std::int64_t epochs = 0;
    std::int64_t images = 0; ///< of all epochs so far
    double seconds = 0;      ///< that they took
};

/// Feeds all epochs of the configuration to a step, with neither validation nor checkpoints, and measures what
/// `train` measures: the first epoch is left out of every figure. Blocks. Errors: those of the data and the engine,
/// Cancelled.
[[nodiscard]] Result<LoaderBenchResult> runLoaderBench(const RunConfig& config, const LoaderBench& bench,
                                                       const std::stop_token& stop,
                                                       const std::function<void(const LoaderBenchProgress&)>& progress);

} // namespace gapless
