// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/epoch_record.h"

#include <optional>
#include <string>
#include <string_view>

namespace gapless
{

/// What training.best_by says: the score by which epochs are compared. Plain functions, any thread.
struct BestBy
{
    enum class Score { MeanIou, MeanDice, PixelAccuracy, Loss, ClassIou, ClassDice };
    Score score = Score::MeanIou;
    std::string className{}; ///< of ClassIou and ClassDice: the class's name or its mask value
};

/// "mean_iou", "mean_dice", "pixel_accuracy", "loss", "iou:NAME", "dice:NAME"; nothing for any other text.
[[nodiscard]] std::optional<BestBy> bestByOf(std::string_view text);
/// What bestByOf() takes, for messages.
[[nodiscard]] std::string_view bestByChoices();
/// "mean IoU", "Dice of nucleus": as it stands before a number.
[[nodiscard]] std::string bestByWords(const BestBy& by);

/// Whether its class is one of the run's. Errors: Config, naming those that are.
[[nodiscard]] Result<void> checkBestBy(const BestBy& by, const ClassTable& classes);
/// Nothing where the score is not finite, or its class occurs in neither truth nor prediction.
[[nodiscard]] std::optional<double> scoreBy(const BestBy& by, const Scores& scores, const ClassTable& classes);
/// Better than `before` by more than `margin`; a smaller loss is better. Anything is better than nothing.
[[nodiscard]] bool isBetter(const BestBy& by, double score, std::optional<double> before, double margin = 0);

} // namespace gapless
