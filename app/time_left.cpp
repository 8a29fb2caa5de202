// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/time_left.h"

#include <algorithm>

namespace gapless::cli
{

void TimeLeft::add(const StepRecord& record)
{
    constexpr std::int64_t recentSteps = 20;
    m_epoch = record.epoch;
    m_stepInEpoch = record.stepInEpoch;
    ++m_steps;
    const double ms = record.waitMs + record.stepMs;
    if (m_steps <= 2) // the second replaces the first, which warmed up
        m_stepMs = ms;
    else
        m_stepMs += (ms - m_stepMs) / static_cast<double>(std::min(m_steps - 1, recentSteps));
}

void TimeLeft::add(const BoundaryRecord& record)
{
    ++m_boundaries;
    m_boundaryMs += (record.totalMs() - m_boundaryMs) / static_cast<double>(m_boundaries);
}

std::optional<double> TimeLeft::seconds() const
{
    if (m_steps < 2)
        return std::nullopt;
    const std::int64_t epochsAfterThis = m_epochs - m_epoch;
    const std::int64_t steps = m_stepsPerEpoch - m_stepInEpoch + epochsAfterThis * m_stepsPerEpoch;
    // This epoch's validation and checkpoint are still to come, too.
    const std::int64_t boundaries = epochsAfterThis + 1;
    return (static_cast<double>(steps) * m_stepMs + static_cast<double>(boundaries) * m_boundaryMs) / 1000;
}

} // namespace gapless::cli
