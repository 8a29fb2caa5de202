// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"
#include "core/types/run_progress.h"
#include "core/types/run_summary.h"
#include "core/types/start_point.h"
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
    /// Before the first record: what a resumed run has done already. Timings start here all the same.
    void begin(const StartPoint& start);
    /// A record without images ends its epoch and counts its wait, but is no step.
    void add(const StepRecord& record);
    void add(const BoundaryRecord& record);
    /// Figures of the epoch that the last step belonged to.
    [[nodiscard]] EpochRecord currentEpoch() const;
    /// Of the epoch that the last step belonged to, what its mean loss is made of; nothing once it has ended and been
    /// validated.
    void noteLoss(RunProgress& progress) const;
    /// All figures but outcome, failure, threads, peak memory, validation, best, folder.
    [[nodiscard]] RunSummary summary() const;

private:
    struct EpochSums
    {
        double images = 0;
        double waitMs = 0;
        double stepMs = 0;

        void add(const StepRecord& record);
        [[nodiscard]] double imagesPerSecond() const;
        [[nodiscard]] double stallShare() const;
    };
    EpochSums m_epoch;
    double m_lossTimesImages = 0; ///< of the epoch
    double m_lossImages = 0;
    EpochSums m_afterFirst;
    std::int64_t m_firstEpoch = 0;
    std::int64_t m_epochNumber = 0;
    std::int64_t m_completedEpochs = 0;
    std::int64_t m_steps = 0;
    std::int64_t m_stepsBefore = 0; ///< it was resumed
    bool m_isTimed = false;         ///< a step has come
    std::int64_t m_lastStep = 0;
    std::int64_t m_skippedSamples = 0;
    double m_elapsedSeconds = 0;
    std::vector<double> m_stepMs;
    std::vector<double> m_waitMs;
    std::vector<BoundaryRecord> m_boundaries;
};

} // namespace gapless
