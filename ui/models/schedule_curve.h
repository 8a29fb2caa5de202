// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "ui/models/metric_series.h"

namespace gapless
{
struct TrainingConfig;
} // namespace gapless

namespace gapless::ui
{

/// The learning rate over a run, of LearningRate, which the trainer asks as well. UI thread.
class ScheduleCurve final
{
public:
    /// Nothing.
    ScheduleCurve() = default;
    /// `stepsPerEpoch` 0: not known. x then is the share of the run in per cent in place of epochs, and a warm-up,
    /// which is so many steps, is left out.
    ScheduleCurve(const TrainingConfig& training, std::int64_t stepsPerEpoch);

    [[nodiscard]] const MetricSeries& rate() const { return m_rate; }
    [[nodiscard]] bool isByEpoch() const { return m_stepsPerEpoch > 0; }
    [[nodiscard]] bool isWarmupLeftOut() const { return m_isWarmupLeftOut; }
    [[nodiscard]] double peak() const { return m_peak; }
    /// x at which the run ends.
    [[nodiscard]] double end() const { return m_end; }

private:
    MetricSeries m_rate; ///< of each step, or of many of them
    std::int64_t m_stepsPerEpoch = 0;
    bool m_isWarmupLeftOut = false;
    double m_peak = 0;
    double m_end = 0;
};

} // namespace gapless::ui
