// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"

#include <filesystem>
#include <vector>

namespace gapless::cli
{

/// One image and the files that its prediction is written to.
struct PredictionJob
{
    std::filesystem::path image;
    std::filesystem::path mask;    ///< NAME.png
    std::filesystem::path overlay; ///< NAME_overlay.png; empty when none is wanted
};

/// A job for each image of a folder. Nothing is written. Errors: Data, when the folder cannot be read or has no images,
/// or when two images would be written to one file (a.jpg and a.png).
[[nodiscard]] Result<std::vector<PredictionJob>> planPrediction(const std::filesystem::path& images,
                                                                const std::filesystem::path& out, bool overlay);

/// Refuses (Usage) to write predictions into the folder of the images, or into one that the network learned from, where
/// they would replace pictures or masks of the same name.
[[nodiscard]] Result<void> checkOutputFolder(const std::filesystem::path& out, const std::filesystem::path& images,
                                             const DataConfig& trainedOn);

} // namespace gapless::cli
