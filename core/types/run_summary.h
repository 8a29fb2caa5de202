// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"
#include "core/types/run_state.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace gapless
{

struct Spread
{
    double median = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

/// Medians of each part over the run's boundaries.
struct BoundaryParts
{
    double validationMs = 0;
    double checkpointMs = 0;
    double inspectionMs = 0;
    double waitMs = 0;
    double otherMs = 0;
};

/// The figures of a whole run, its first epoch left out of all timings; empty after one epoch only. Of a resumed run,
/// timings are those since it was resumed, all else is of the whole.
struct RunSummary
{
    RunState outcome = RunState::Idle;
    std::string failure;     ///< text of the error, where the outcome is Failed
    std::int64_t epochs = 0; ///< completed
    std::int64_t steps = 0;
    std::int64_t skippedSamples = 0;       ///< training samples left out because they could not be read, each time
    std::optional<double> imagesPerSecond; ///< over steps and waits
    std::optional<Spread> stepMs;
    std::optional<Spread> waitMs;     ///< inside epochs: the first wait of an epoch belongs to its boundary
    std::optional<Spread> boundaryMs; ///< the gap: loader wait + other
    std::optional<BoundaryParts> boundaryParts;
    std::optional<double> stallShare; ///< all waits / (all waits + steps)
    std::int64_t peakResidentBytes = 0;
    int threads = 0;
    std::optional<Scores> validation; ///< of the last epoch
    std::optional<double> bestScore; ///< over all runs into the folder
    std::int64_t bestEpoch = 0;
    std::string bestBy;        ///< the score's name, as in training.best_by
    bool isEndedEarly = false; ///< patience ran out before the last epoch
    std::filesystem::path runFolder;
    double elapsedSeconds = 0;
};

} // namespace gapless
