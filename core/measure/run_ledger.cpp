// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/run_ledger.h"

#include <utility>

#include "core/measure/statistics.h"

namespace gapless
{

namespace
{

double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

double medianOf(const std::vector<BoundaryRecord>& boundaries, double BoundaryRecord::*part)
{
    std::vector<double> values;
    values.reserve(boundaries.size());
    for (const BoundaryRecord& boundary : boundaries)
        values.push_back(boundary.*part);
    return percentile(values, 0.5);
}

} // namespace

void RunLedger::EpochSums::add(const StepRecord& record)
{
    images += record.images;
    waitMs += record.waitMs;
    stepMs += record.stepMs;
}

double RunLedger::EpochSums::imagesPerSecond() const
{
    return ratio(images * 1000.0, waitMs + stepMs);
}

double RunLedger::EpochSums::stallShare() const
{
    return ratio(waitMs, waitMs + stepMs);
}

void RunLedger::begin(const StartPoint& start)
{
    m_stepsBefore = start.step;
    m_lastStep = start.step;
    m_completedEpochs = start.epoch;
    m_epochNumber = start.epoch + (start.isInEpoch ? 1 : 0);
    m_lossTimesImages = start.progress.lossTimesImages;
    m_lossImages = start.progress.images;
}

void RunLedger::add(const StepRecord& record)
{
    if (!std::exchange(m_isTimed, true))
        m_firstEpoch = record.epoch;
    if (record.epoch != m_epochNumber) {
        m_epoch = {};
        m_lossTimesImages = m_lossImages = 0;
    }
    m_lossTimesImages += record.loss * record.images;
    m_lossImages += record.images;
    m_epochNumber = record.epoch;
    const bool isStep = record.images > 0;
    m_steps += isStep ? 1 : 0;
    m_lastStep = record.step;
    m_skippedSamples += record.skipped;
    m_completedEpochs += record.lastOfEpoch ? 1 : 0;
    m_elapsedSeconds = record.elapsedSeconds;
    m_epoch.add(record);
    if (record.epoch == m_firstEpoch)
        return;
    m_afterFirst.add(record);
    if (!isStep)
        return;
    m_stepMs.push_back(record.stepMs);
    if (record.stepInEpoch > 1)
        m_waitMs.push_back(record.waitMs);
}

void RunLedger::add(const BoundaryRecord& record)
{
    m_boundaries.push_back(record);
}

EpochRecord RunLedger::currentEpoch() const
{
    EpochRecord record;
    record.epoch = m_epochNumber;
    record.step = m_lastStep;
    record.meanLoss = ratio(m_lossTimesImages, m_lossImages);
    record.imagesPerSecond = m_epoch.imagesPerSecond();
    record.stallShare = m_epoch.stallShare();
    record.elapsedSeconds = m_elapsedSeconds;
    return record;
}

void RunLedger::noteLoss(RunProgress& progress) const
{
    progress.lossTimesImages = m_lossTimesImages;
    progress.images = m_lossImages;
}

RunSummary RunLedger::summary() const
{
    RunSummary summary;
    summary.epochs = m_completedEpochs;
    summary.steps = m_stepsBefore + m_steps;
    summary.skippedSamples = m_skippedSamples;
    summary.elapsedSeconds = m_elapsedSeconds;
    if (!m_stepMs.empty()) {
        summary.imagesPerSecond = m_afterFirst.imagesPerSecond();
        summary.stallShare = m_afterFirst.stallShare();
        summary.stepMs = spreadOf(m_stepMs);
    }
    if (!m_waitMs.empty())
        summary.waitMs = spreadOf(m_waitMs);
    if (!m_boundaries.empty()) {
        std::vector<double> gaps;
        gaps.reserve(m_boundaries.size());
        for (const BoundaryRecord& boundary : m_boundaries)
            gaps.push_back(boundary.gapMs());
        summary.boundaryMs = spreadOf(gaps);
        summary.boundaryParts = BoundaryParts{medianOf(m_boundaries, &BoundaryRecord::validationMs),
                                              medianOf(m_boundaries, &BoundaryRecord::checkpointMs),
                                              medianOf(m_boundaries, &BoundaryRecord::inspectionMs),
                                              medianOf(m_boundaries, &BoundaryRecord::waitMs),
                                              medianOf(m_boundaries, &BoundaryRecord::otherMs)};
    }
    return summary;
}

} // namespace gapless
