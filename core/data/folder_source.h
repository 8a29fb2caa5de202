// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "core/types/normalisation.h"
#include "core/types/sample_source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace gapless
{

/// Training: decode, augment, crop, normalise. Pictures are read with as many channels as the normalisation has: 1 as
/// grey, 3 as RGB, any other number as stored in TIFF files. A crop larger than the image is padded right and bottom
/// with 0 before normalising, its labels with ignoreLabel. Only the part of a file that the crop shows is decoded where
/// the format allows it, or else the whole picture is kept: decoded pictures and their labels stay in memory as far as
/// `cacheLimit` bytes reach (0: none), from the first time that a sample is wanted. Throws std::bad_alloc.
[[nodiscard]] std::shared_ptr<const SampleSource> makeCropSource(std::vector<ImagePair> pairs,
                                                                 const ClassTable& classes,
                                                                 Normalisation normalisation = {},
                                                                 std::int64_t cacheLimit = 0);

/// Validation, evaluation, prediction (pairs without a mask: labels all ignoreLabel, and no place in memory): whole
/// pictures at the top left of the target, padded right and bottom by reflection (reflect_101), the labels of the
/// padding ignoreLabel.
[[nodiscard]] std::shared_ptr<const SampleSource> makeWholeSource(std::vector<ImagePair> pairs,
                                                                  const ClassTable& classes,
                                                                  Normalisation normalisation = {},
                                                                  std::int64_t cacheLimit = 0);

/// One picture of any origin, whole: its size is read from the file where the pair does not say it. Errors (Data, File)
/// name the file: not readable, or it does not have the channels that the network takes.
[[nodiscard]] Result<std::shared_ptr<const SampleSource>> openPicture(ImagePair pair, const ClassTable& classes,
                                                                      const Normalisation& normalisation);

/// Bytes that decoded pictures may take where the user names no limit: a quarter of what is free now.
[[nodiscard]] std::int64_t automaticCacheLimit();

} // namespace gapless
