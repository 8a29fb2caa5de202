// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace gapless
{

/// Time since a run started, pauses left out. Told the time instead of asking for it, so that it can be tested. Trainer
/// thread.
class RunClock final
{
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    explicit RunClock(TimePoint start)
        : m_start(start)
    {
    }

    void pause(TimePoint now);
    void resume(TimePoint now);
    /// Stands still while paused.
    [[nodiscard]] double activeMs(TimePoint now) const;

private:
    TimePoint m_start; // moved on by each pause
    std::optional<TimePoint> m_pausedSince;
};

/// Splits the time between two epochs into its parts (see BoundaryRecord). All times are those of RunClock. Trainer
/// thread.
class BoundaryMeter final
{
public:
    /// The epoch's last step has ended.
    void open(std::int64_t epoch, double activeMs);
    /// Adds to one part; outside of a boundary it does nothing.
    void book(double BoundaryRecord::*part, double durationMs);
    /// The next epoch's first step has started, after waiting for its batch. Empty when no boundary was open.
    [[nodiscard]] std::optional<BoundaryRecord> close(double activeMs, double waitMs);

private:
    std::optional<BoundaryRecord> m_record;
    double m_openedMs = 0;
};

} // namespace gapless
