// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gapless
{

/// One training step as measured; pushed by the trainer, read by window and files. Plain value, times in milliseconds.
struct StepRecord
{
    std::int64_t step = 0;        ///< 1 for the first of the run; counts real optimizer steps
    std::int64_t epoch = 0;       ///< 1 for the first
    std::int64_t stepInEpoch = 0; ///< 1 for the first
    bool lastOfEpoch = false;
    int images = 0;  ///< 0: nothing was left of an epoch's last batch; there was no step, and only epoch and wait count
    int skipped = 0; ///< samples left out since the record before, because they could not be read
    double loss = 0;
    double learningRate = 0;          ///< used by this step
    double gradientNorm = 0;          ///< before clipping
    double waitMs = 0;                ///< blocked on the loader before this step
    double stepMs = 0;                ///< the step without its wait
    int queueFill = 0;                ///< finished batches that lay ready when the trainer asked
    std::int64_t settingsVersion = 0; ///< of the settings that its batch was made under; 0: those of the start
    std::int64_t residentBytes = 0;   ///< of the process
    double elapsedSeconds = 0;        ///< since the run started, pauses left out
};

} // namespace gapless
