// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "core/types/normalisation.h"
#include "core/types/sample_source.h"

#include <memory>
#include <vector>

namespace gapless
{

/// Training: decode, augment as the sample's key says, crop, normalise. A crop larger than the image is padded right
/// and bottom with 0 before normalising, its labels with ignoreLabel.
[[nodiscard]] std::shared_ptr<const SampleSource> makeCropSource(std::vector<ImagePair> pairs, ClassTable classes,
                                                                 Normalisation normalisation = {});

/// Validation, evaluation, prediction (pairs without a mask: labels all ignoreLabel): whole pictures at the top left of
/// the target, padded right and bottom by reflection (reflect_101), the labels of the padding ignoreLabel.
[[nodiscard]] std::shared_ptr<const SampleSource> makeWholeSource(std::vector<ImagePair> pairs, ClassTable classes,
                                                                  Normalisation normalisation = {});

} // namespace gapless
