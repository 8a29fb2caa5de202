// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/schedule_curve.h"

#include <algorithm>
#include <set>

#include "core/config/schedule.h"

namespace gapless::ui
{
namespace
{

/// More than a plot has pixels.
constexpr std::int64_t MostPoints = 2000;

/// Of so many steps: evenly spread, with the first, the last and the end of the warm-up.
std::set<std::int64_t> shownSteps(std::int64_t total, std::int64_t warmup)
{
    std::set<std::int64_t> steps;
    const std::int64_t points = std::min(total, MostPoints);
    for (std::int64_t point = 0; point < points; ++point)
        steps.insert(point * (total / points) + point * (total % points) / points);
    for (const std::int64_t step : {total - 1, warmup - 1, warmup})
        if (step >= 0 && step < total)
            steps.insert(step);
    return steps;
}

} // namespace

ScheduleCurve::ScheduleCurve(const TrainingConfig& training, std::int64_t stepsPerEpoch)
    : m_stepsPerEpoch(stepsPerEpoch)
    , m_isWarmupLeftOut(stepsPerEpoch == 0 && training.warmupSteps > 0)
    , m_end(stepsPerEpoch > 0 ? static_cast<double>(training.epochs) : 100)
{
    TrainingConfig shown = training;
    if (!isByEpoch())
        shown.warmupSteps = 0;
    const std::int64_t total = isByEpoch() ? training.epochs * stepsPerEpoch : MostPoints;
    const LearningRate rate(shown, total);
    for (const std::int64_t step : shownSteps(total, shown.warmupSteps)) {
        const double value = rate.at(step);
        m_rate.append(static_cast<double>(step) / static_cast<double>(total) * m_end, value);
        m_peak = std::max(m_peak, value);
    }
}

} // namespace gapless::ui
