// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/dataset_report.h"

#include <filesystem>
#include <vector>

namespace gapless
{

/// Pairs by name, before any file is opened. Any thread.
struct SampleIndex
{
    struct Pair
    {
        std::filesystem::path image;
        std::filesystem::path mask;
    };
    std::vector<Pair> pairs; ///< natural order of name ("2" before "10")
    /// "missing-mask" and "unused-mask" (Warning), "ambiguous" (Error), "unsupported" (Warning for other picture
    /// formats, Note for other files), "no-pairs" (Error).
    std::vector<DatasetProblem> problems;
};

/// Image X pairs with mask X or, where no image has that very name, X_mask (extension in any letter case; the stem is
/// all before the last dot; names compared byte by byte). Both folders may be the same: then only X_mask is a mask.
/// Sub-folders are ignored. Errors (Data): a folder that is missing or unreadable.
[[nodiscard]] Result<SampleIndex> indexSamples(const std::filesystem::path& images, const std::filesystem::path& masks);

/// Images of one folder in natural order, for prediction.
[[nodiscard]] Result<std::vector<std::filesystem::path>> indexImages(const std::filesystem::path& images);

/// The pictures of a folder as pairs without masks, upright (EXIF), for prediction; the headers are read. Errors
/// (Data): the folder, or the first picture whose header cannot be read.
[[nodiscard]] Result<std::vector<ImagePair>> indexUnlabelled(const std::filesystem::path& images);

} // namespace gapless
