// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/types/epoch_record.h"
#include "core/types/run_plan.h"
#include "core/types/step_record.h"
#include "ui/models/metric_series.h"

namespace gapless::ui
{

/// All records of one run as curves and present values. UI thread.
class RunMetrics final
{
public:
    /// Forgets the run before.
    void begin(const RunPlan& plan);
    /// The run whose records these are is taken up again: they stay, where nothing is missing between them and the
    /// plan's start.
    void goOn(const RunPlan& plan);
    void add(const StepRecord& record);
    void add(const EpochRecord& record);
    void add(const BoundaryRecord& record);

    // By step.
    MetricSeries loss; ///< of each step
    MetricSeries smoothedLoss;
    MetricSeries validationLoss;  ///< at the last step of its epoch
    MetricSeries imagesPerSecond; ///< over the last steps and their waits
    MetricSeries residentGigabytes;
    MetricSeries waitMs;
    MetricSeries stallPercent; ///< over the run so far, as stallShare()
    MetricSeries queueFill;    ///< finished batches that lay ready when the step asked for its own
    MetricSeries learningRate;
    MetricSeries gradientNorm; ///< before clipping
    // By epoch.
    MetricSeries meanIou; ///< 0..1
    MetricSeries meanDice;
    std::vector<MetricSeries> classIou; ///< as many as the plan has classes, until the next begin()
    std::vector<BoundaryRecord> boundaries;

    /// Counts the runs begun: another number means that all curves have started anew.
    [[nodiscard]] int run() const { return m_run; }
    [[nodiscard]] const RunPlan& plan() const { return m_plan; }
    [[nodiscard]] std::int64_t step() const { return m_step; }
    [[nodiscard]] std::int64_t epoch() const { return m_epoch; }
    [[nodiscard]] std::int64_t stepInEpoch() const { return m_stepInEpoch; }
    [[nodiscard]] std::int64_t epochsFinished() const { return m_epochsFinished; }
    [[nodiscard]] std::int64_t residentBytes() const { return m_residentBytes; }
    [[nodiscard]] std::int64_t peakResidentBytes() const { return m_peakResidentBytes; }
    /// Of the whole run but its first step, whose wait fills the queue: wait / (wait + step).
    [[nodiscard]] std::optional<double> stallShare() const;
    [[nodiscard]] std::optional<Scores> validation() const { return m_validation; }
    [[nodiscard]] std::optional<std::int64_t> bestEpoch() const { return m_bestEpoch; }
    [[nodiscard]] std::optional<double> bestMeanIou() const { return m_bestMeanIou; }

    struct TimeLeft
    {
        double seconds = 0;
        bool isLowerBound = false; ///< no validation has been timed yet, so its time is missing
    };
    /// Steps still to do at the present pace plus what follows each epoch (validation, checkpoint, gap). Empty before
    /// the second step.
    [[nodiscard]] std::optional<TimeLeft> timeLeft() const;

private:
    struct Recent
    {
        int images = 0;
        double waitMs = 0;
        double stepMs = 0;
    };

    int m_run = 0;
    RunPlan m_plan;
    std::deque<Recent> m_recent;
    SmoothedValue m_lossAverage{0.1};
    std::int64_t m_step = 0;
    std::int64_t m_epoch = 0;
    std::int64_t m_stepInEpoch = 0;
    std::int64_t m_epochsFinished = 0;
    std::int64_t m_residentBytes = 0;
    std::int64_t m_peakResidentBytes = 0;
    double m_totalWaitMs = 0;
    double m_totalStepMs = 0;
    std::optional<Scores> m_validation;
    std::optional<std::int64_t> m_bestEpoch;
    std::optional<double> m_bestMeanIou;
};

} // namespace gapless::ui
