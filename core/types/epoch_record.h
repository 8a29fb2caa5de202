// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gapless
{

/// Scores from one confusion matrix pooled over whole images. Index: class. Empty optional: the class occurs in neither
/// truth nor prediction, and does not count in the mean (background counts).
struct Scores
{
    std::optional<double> loss; ///< mean over labelled pixels
    double meanIou = 0;
    double meanDice = 0;
    double pixelAccuracy = 0;
    std::vector<std::optional<double>> iou;
    std::vector<std::optional<double>> dice;
    std::vector<double> pictureIou; ///< mean IoU of each picture alone, by sample; NaN where it has none. May be empty.
    std::int64_t labelledPixels = 0;
    std::int64_t skippedImages = 0; ///< left out because they could not be read
};

/// One epoch, when its last step and its validation are done; before its checkpoints are written, which may fail.
struct EpochRecord
{
    std::int64_t epoch = 0;     ///< 1 for the first
    std::int64_t step = 0;      ///< last step of the epoch
    double meanLoss = 0;        ///< weighted by images, so that a short last batch does not count double
    double imagesPerSecond = 0; ///< over steps and waits
    double stallShare = 0;      ///< wait / (wait + step)
    std::optional<Scores> validation;
    bool isBest = false;
    double elapsedSeconds = 0;
};

/// From the end of an epoch's last training step to the start of the next epoch's first, pauses left out. Milliseconds.
struct BoundaryRecord
{
    std::int64_t epoch = 0; ///< the epoch that ended
    double validationMs = 0;
    double checkpointMs = 0;
    double inspectionMs = 0;
    double waitMs = 0;
    double otherMs = 0;

    [[nodiscard]] double gapMs() const { return waitMs + otherMs; }
    [[nodiscard]] double totalMs() const { return validationMs + checkpointMs + inspectionMs + gapMs(); }
};

} // namespace gapless
