// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/config/run_config.h"

#include <string>
#include <vector>

namespace gapless
{

struct ConfigProblem
{
    std::string key;     ///< as in configFields(), or what stands in its place
    std::string message; ///< what is wrong and what is possible
};

/// Everything wrong with the values themselves, all at once; looks at no files. Any thread.
[[nodiscard]] std::vector<ConfigProblem> validateConfig(const RunConfig& config);

/// An ignore value as a number where it is given as a colour, "#rrggbb"; every other text as it is.
[[nodiscard]] std::string plainIgnoreValue(const std::string& text);

/// Batch normalisation cannot train on one image whose deepest features, crop / stride, are 1 x 1.
[[nodiscard]] bool canTrainOnOne(const TrainingConfig& training, int stride);

/// All problems as one error (Config): a single one with its key as the context, several as a list.
[[nodiscard]] Error configError(const std::vector<ConfigProblem>& problems);

/// Values that this build offers for the fields that are chosen by name.
[[nodiscard]] const std::vector<std::string>& configChoices(std::string_view key);

} // namespace gapless
