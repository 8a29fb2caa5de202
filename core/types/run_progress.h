// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace gapless
{

/// What the session knows of a run beside the engine's state; part of each checkpoint, so that a resumed run decides as
/// one that was never stopped.
struct RunProgress
{
    std::optional<double> bestScore{}; ///< by training.best_by; empty: none yet
    std::int64_t bestEpoch = 0;
    int withoutGain = 0; ///< validations in a row that did not better the score that patience compares with
    std::optional<double> patienceScore{};
    bool isEpochDue = false; ///< an epoch's last step was taken, but its validation is still to come
    // Of the epoch that is going on.
    double lossTimesImages = 0;
    double images = 0;
    double elapsedSeconds = 0; ///< of all runs together, pauses left out
};

} // namespace gapless
