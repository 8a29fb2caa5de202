// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_metrics.h"

#include <algorithm>
#include <cmath>

namespace gapless::ui
{
namespace
{

/// Steps that "now" means for images/s and stall: few enough to follow a change, many enough not to flicker.
constexpr std::size_t RecentSteps = 20;

} // namespace

void RunMetrics::begin(const RunPlan& plan)
{
    const int run = m_run + 1;
    *this = RunMetrics();
    m_run = run;
    m_plan = plan;
    classIou.resize(plan.classes.classes.size());
}

void RunMetrics::goOn(const RunPlan& plan)
{
    if (plan.start.step != m_step || plan.classes.classes.size() != classIou.size()) {
        begin(plan);
        return;
    }
    m_plan = plan;
    m_recent.clear(); // the speed before the pause says nothing of that after it
}

void RunMetrics::add(const StepRecord& record)
{
    const auto x = static_cast<double>(record.step);
    loss.append(x, record.loss);
    // Gaps stand for what was not finite; what is not known is no point at all.
    if (const double smoothed = m_lossAverage.add(record.loss); std::isfinite(smoothed))
        smoothedLoss.append(x, smoothed);
    residentGigabytes.append(x, static_cast<double>(record.residentBytes) / 1e9);
    waitMs.append(x, record.waitMs);
    queueFill.append(x, record.queueFill);
    learningRate.append(x, record.learningRate);
    gradientNorm.append(x, record.gradientNorm);

    m_recent.push_back({record.images, record.waitMs, record.stepMs});
    if (m_recent.size() > RecentSteps)
        m_recent.pop_front();
    Recent sum;
    for (const Recent& recent : m_recent) {
        sum.images += recent.images;
        sum.waitMs += recent.waitMs;
        sum.stepMs += recent.stepMs;
    }
    const double milliseconds = sum.waitMs + sum.stepMs;
    if (milliseconds > 0)
        imagesPerSecond.append(x, sum.images * 1000.0 / milliseconds);

    if (m_step > 0) {
        m_totalWaitMs += record.waitMs;
        m_totalStepMs += record.stepMs;
    }
    if (const auto share = stallShare())
        stallPercent.append(x, 100 * *share);
    m_step = record.step;
    m_epoch = record.epoch;
    m_stepInEpoch = record.stepInEpoch;
    m_residentBytes = record.residentBytes;
    m_peakResidentBytes = std::max(m_peakResidentBytes, record.residentBytes);
}

void RunMetrics::add(const EpochRecord& record)
{
    m_epochsFinished = record.epoch;
    if (!record.validation)
        return;
    m_validation = record.validation;
    meanIou.append(static_cast<double>(record.epoch), record.validation->meanIou);
    meanDice.append(static_cast<double>(record.epoch), record.validation->meanDice);
    for (std::size_t i = 0; i < std::min(classIou.size(), record.validation->iou.size()); ++i)
        if (const auto& iou = record.validation->iou[i])
            classIou[i].append(static_cast<double>(record.epoch), *iou);
    if (record.validation->loss)
        validationLoss.append(static_cast<double>(record.step), *record.validation->loss);
    if (record.isBest) {
        m_bestEpoch = record.epoch;
        m_bestMeanIou = record.validation->meanIou;
    }
}

void RunMetrics::add(const BoundaryRecord& record)
{
    boundaries.push_back(record);
}

std::optional<double> RunMetrics::stallShare() const
{
    const double total = m_totalWaitMs + m_totalStepMs;
    if (total <= 0)
        return std::nullopt;
    return m_totalWaitMs / total;
}

std::optional<RunMetrics::TimeLeft> RunMetrics::timeLeft() const
{
    if (m_step < 2 || m_plan.stepsPerEpoch <= 0)
        return std::nullopt;
    double recentMs = 0;
    for (const Recent& recent : m_recent)
        recentMs += recent.waitMs + recent.stepMs;
    const double stepMs = recentMs / static_cast<double>(m_recent.size());
    const std::int64_t stepsLeft = std::max<std::int64_t>(0, m_plan.epochs * m_plan.stepsPerEpoch - m_step);
    TimeLeft left{.seconds = static_cast<double>(stepsLeft) * stepMs / 1000, .isLowerBound = boundaries.empty()};
    if (!boundaries.empty()) {
        double boundaryMs = 0;
        for (const BoundaryRecord& boundary : boundaries)
            boundaryMs += boundary.totalMs();
        boundaryMs /= static_cast<double>(boundaries.size());
        left.seconds +=
            boundaryMs / 1000 * static_cast<double>(std::max<std::int64_t>(0, m_plan.epochs - m_epochsFinished));
    }
    return left;
}

} // namespace gapless::ui
