// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/types/dataset_report.h"

#include <functional>
#include <stop_token>

namespace gapless
{

/// What a run trains and validates on, and how that came about.
struct DataSplit
{
    std::vector<ImagePair> training;
    std::vector<ImagePair> validation; ///< may be empty
    std::int64_t leftOut = 0;          ///< pairs that the limit keeps away from both
    ClassTable classes;
    DatasetReport report; ///< of the training folder (with the validation folder's problems appended)
};

/// Training and validation folder checked as one.
struct CheckedFolders
{
    DatasetReport report; ///< pairs of the training folder, problems and refused pairs of both, classes of both
    std::vector<ImagePair> validation{}; ///< pairs of the validation folder
};

/// Checks the folders of the configuration, the validation folder only where one is given, on as many threads as there
/// are to be workers, for the channels of its network. What a value means is decided by the
/// training folder; classes that only validation has are added with a Warning. Errors as of checkDataset().
[[nodiscard]] Result<CheckedFolders>
checkFolders(const RunConfig& config, std::stop_token stop = {},
             const std::function<void(std::int64_t done, std::int64_t total)>& progress = {});

/// How many pairs splitData() leaves to train on, of so many that were found in order in the training folder.
[[nodiscard]] std::int64_t trainingPairs(const DataConfig& data, std::int64_t pairs);

/// Checks the folders of the configuration and splits them: by folder, every N-th pair, or a share drawn with the seed
/// (at least one pair on either side where there are two). "Every N-th" and `limit` (which after the split keeps the
/// first pairs of training and as many of validation) count in order of file name, byte by byte, so that the sorted
/// lists of other tools give the same pictures; both results are in natural order. What a mask value means is decided
/// by the training folder; classes that only a validation folder has are added with a Warning. Errors: Data when the
/// report has errors (all of them in the message, the count and the first ten), Config when the split leaves nothing to
/// train on, Cancelled.
[[nodiscard]] Result<DataSplit>
splitData(const RunConfig& config, std::stop_token stop = {},
          const std::function<void(std::int64_t done, std::int64_t total)>& progress = {});

} // namespace gapless
