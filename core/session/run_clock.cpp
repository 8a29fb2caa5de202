// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_clock.h"

#include <algorithm>
#include <utility>

namespace gapless
{

void RunClock::pause(TimePoint now)
{
    if (!m_pausedSince)
        m_pausedSince = now;
}

void RunClock::resume(TimePoint now)
{
    if (const auto since = std::exchange(m_pausedSince, std::nullopt))
        m_start += now - *since;
}

double RunClock::activeMs(TimePoint now) const
{
    return std::chrono::duration<double, std::milli>(m_pausedSince.value_or(now) - m_start).count();
}

void BoundaryMeter::open(std::int64_t epoch, double activeMs)
{
    m_record.emplace();
    m_record->epoch = epoch;
    m_openedMs = activeMs;
}

void BoundaryMeter::book(double BoundaryRecord::*part, double durationMs)
{
    if (m_record)
        (*m_record).*part += durationMs;
}

std::optional<BoundaryRecord> BoundaryMeter::close(double activeMs, double waitMs)
{
    auto record = std::exchange(m_record, std::nullopt);
    if (record) {
        record->waitMs = waitMs;
        // Engine and session read the clock at slightly different moments, so the rest can come out a little below 0.
        record->otherMs = std::max(0.0, activeMs - m_openedMs - record->totalMs());
    }
    return record;
}

} // namespace gapless
