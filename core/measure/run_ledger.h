// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"
#include "core/types/run_summary.h"
#include "core/types/step_record.h"

#include <cstdint>
#include <vector>

namespace gapless
{

/// Adds up a run's steps, epochs and boundaries into the figures of RunSummary (see there for what each one counts).
/// Trainer thread.
class RunLedger final
{
public:
    /// A record without images ends its epoch and counts its wait, but is no step.
    void add(const StepRecord& record);
    void add(const BoundaryRecord& record);
    /// Figures of the epoch that the last step belonged to.
    [[nodiscard]] EpochRecord currentEpoch() const;
    /// All figures but outcome, failure, threads, peak memory, validation, best, folder.
    [[nodiscard]] RunSummary summary() const;

private:
    struct EpochSums
    {
        double lossTimesImages = 0;
        double images = 0;
        double waitMs = 0;
        double stepMs = 0;

        void add(const StepRecord& record);
        [[nodiscard]] double imagesPerSecond() const;
        [[nodiscard]] double stallShare() const;
    };
    EpochSums m_epoch;
    EpochSums m_afterFirst;
    std::int64_t m_firstEpoch = 0;
    std::int64_t m_epochNumber = 0;
    std::int64_t m_completedEpochs = 0;
    std::int64_t m_steps = 0;
    std::int64_t m_lastStep = 0;
    std::int64_t m_skippedSamples = 0;
    double m_elapsedSeconds = 0;
    std::vector<double> m_stepMs;
    std::vector<double> m_waitMs;
    std::vector<BoundaryRecord> m_boundaries;
};

} // namespace gapless
