// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"
#include "core/types/run_plan.h"
#include "core/types/step_record.h"

#include <cstdint>
#include <optional>

namespace gapless::cli
{

/// How long a run will still take, from what its steps and boundaries took so far. Plain value, one thread.
class TimeLeft final
{
public:
    TimeLeft() = default;
    explicit TimeLeft(const RunPlan& plan)
        : m_epochs(plan.epochs)
        , m_stepsPerEpoch(plan.stepsPerEpoch)
    {
    }

    void add(const StepRecord& record);
    void add(const BoundaryRecord& record);

    /// Empty before the second step: the first one warms up. Boundaries count from the first one that was measured.
    [[nodiscard]] std::optional<double> seconds() const;

private:
    std::int64_t m_epochs = 0;
    std::int64_t m_stepsPerEpoch = 0;
    std::int64_t m_epoch = 0;
    std::int64_t m_stepInEpoch = 0;
    std::int64_t m_steps = 0; // since the start
    double m_stepMs = 0;      // recent mean, waits included
    std::int64_t m_boundaries = 0;
    double m_boundaryMs = 0; // mean
};

} // namespace gapless::cli
