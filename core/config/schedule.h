// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

#include <cstdint>

namespace gapless
{

/// The learning rate of each step of a run; a pure function of the step, so that a resumed run needs no state. Counts
/// real optimizer steps. The arithmetic of torch.optim.lr_scheduler: PolynomialLR(power=0.9), CosineAnnealingLR(eta_min
/// =0), OneCycleLR(pct_start=0.3, div_factor=25, final_div_factor=1e4, anneal_strategy="cos", cycle_momentum=False);
/// warm-up as LinearLR from base / warmupSteps, the schedule then over the steps that are left (SequentialLR). Any
/// thread.
class LearningRate final
{
public:
    LearningRate() = default;
    /// `total`: steps of the whole run.
    LearningRate(const TrainingConfig& config, std::int64_t total);

    /// Of the step that follows `step` finished ones; 0 from the total on (but for Schedule::Constant).
    [[nodiscard]] double at(std::int64_t step) const;
    [[nodiscard]] std::int64_t total() const { return m_total; }

    static constexpr double OneCycleRise = 0.3; ///< share of the steps

private:
    [[nodiscard]] double scheduled(std::int64_t step, std::int64_t total) const;

    Schedule m_schedule = Schedule::Poly;
    double m_base = 0;
    std::int64_t m_warmup = 0;
    std::int64_t m_total = 0;
};

} // namespace gapless
