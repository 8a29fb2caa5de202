// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gapless
{

namespace
{

/// From `start` to `end` along half a wave as `share` goes from 0 to 1.
double halfWave(double start, double end, double share)
{
    return end + (start - end) / 2 * (1 + std::cos(std::numbers::pi * share));
}

double oneCycle(double highest, double step, double total)
{
    constexpr double startDivisor = 25;
    constexpr double endDivisor = 1e4;
    const double start = highest / startDivisor;
    const double top = LearningRate::OneCycleRise * total - 1; // the step at which the highest rate is reached
    if (step <= top && top > 0)
        return halfWave(start, highest, step / top);
    return halfWave(highest, start / endDivisor, std::min(1.0, (step - top) / (total - 1 - top)));
}

} // namespace

LearningRate::LearningRate(const TrainingConfig& config, std::int64_t total)
    : m_schedule(config.schedule)
    , m_base(config.learningRate * config.learningRateFactor)
    , m_warmup(std::min(config.warmupSteps, total))
    , m_total(total)
{
}

double LearningRate::at(std::int64_t step) const
{
    if (step < m_warmup)
        return m_base * static_cast<double>(step + 1) / static_cast<double>(m_warmup);
    return scheduled(step - m_warmup, m_total - m_warmup);
}

double LearningRate::scheduled(std::int64_t step, std::int64_t total) const
{
    if (m_schedule == Schedule::Constant)
        return m_base;
    if (step >= total)
        return 0;
    const double share = static_cast<double>(step) / static_cast<double>(total);
    switch (m_schedule) {
    case Schedule::Cosine:
        return halfWave(m_base, 0, share);
    case Schedule::OneCycle:
        return oneCycle(m_base, static_cast<double>(step), static_cast<double>(total));
    case Schedule::Poly:
    case Schedule::Constant:
        break;
    }
    return m_base * std::pow(1 - share, polyPower);
}

} // namespace gapless
