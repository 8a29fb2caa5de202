// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gapless
{

/// What became of a run, as its folder tells.
enum class RunFate {
    Unreadable,  ///< no run, or one whose files cannot be read
    Running,     ///< a process is writing into it
    Finished,    ///< all its epochs are done, or its patience was over
    Stopped,     ///< by the user
    Failed,      ///< with an error
    Interrupted, ///< without a last word: a crash or a power cut
};

/// A run as its folder shows it. Plain value.
struct RunOverview
{
    std::filesystem::path folder;
    RunFate fate = RunFate::Unreadable;
    std::string reason; ///< why it is Unreadable or Failed

    std::int64_t steps = 0;
    std::int64_t stepsPerEpoch = 0; ///< 0: not told yet
    std::int64_t epochsDone = 0;
    std::int64_t epochsPlanned = 0;
    bool isEndedEarly = false; ///< its patience was over
    double elapsedSeconds = 0; ///< pauses left out

    std::optional<Scores> validation; ///< of the last epoch that has one
    std::optional<double> bestScore;
    std::string bestBy; ///< the score's name, as in training.best_by
    std::int64_t bestEpoch = 0;

    std::filesystem::path checkpoint;              ///< to go on from; empty: none was written
    std::chrono::system_clock::time_point changed; ///< when a file of the run was last written to
};

/// A value of a curve, where it stands in steps and in epochs. Neither falls along a curve.
struct RunPoint
{
    double step = 0;
    double epoch = 0; ///< with its fraction: 1.5 in the middle of the second
    double value = 0; ///< NaN: it was not finite
};

/// Points of a run's curves that are new to whoever asks.
struct RunNews
{
    bool isAnew = false;        ///< from the start: what was told before no longer holds
    std::vector<RunPoint> loss; ///< of each step
    std::vector<RunPoint> validationLoss;
    std::vector<RunPoint> meanIou;
};

} // namespace gapless
