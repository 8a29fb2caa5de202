// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QString>

#include "core/types/dataset_report.h"

namespace gapless::ui
{

/// "48 pairs, 4 classes, nothing to fix." or "3 problems, 1 stops training: 47 pairs, 4 classes." UI thread.
[[nodiscard]] QString datasetSentence(const DatasetReport& report);
/// Height before width: "520 x 696".
[[nodiscard]] QString sizeText(const ImageSize& size);
/// Sizes and kinds of the images: "RGB, 96 x 96" or "RGB and grey, 256 x 256 to 520 x 696"; and that nothing is wrong.
[[nodiscard]] QString datasetDetails(const DatasetReport& report);

/// "mean IoU", "Dice of nucleus": what training.best_by names, as it stands before a number.
[[nodiscard]] QString scoreWords(const std::string& bestBy);

} // namespace gapless::ui
