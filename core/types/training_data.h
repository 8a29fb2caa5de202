// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "core/types/sample_source.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gapless
{

/// Opens one picture, as a source of one whole picture. Any thread. Errors name the file.
using PictureOpener = std::function<Result<std::shared_ptr<const SampleSource>>(const ImagePair&)>;

/// What an engine trains on: made by app from core/data, so that the engine knows no files.
struct TrainingData
{
    std::shared_ptr<const SampleSource> training;   ///< crops
    std::shared_ptr<const SampleSource> validation; ///< whole pictures; null when nothing is held out
    std::shared_ptr<const DataPairs> pairs;         ///< the samples' files; null where they have none
    PictureOpener openPicture; ///< for a look at pictures of any origin; empty where there are none
    ClassTable classes;
    std::vector<std::string> notes; ///< choices made for the user, in words
};

/// Of both sources together.
[[nodiscard]] inline CacheUse cacheUse(const TrainingData& data)
{
    CacheUse use = data.training->cacheUse();
    if (data.validation) {
        const CacheUse further = data.validation->cacheUse();
        use.bytes += further.bytes;
        use.pictures += further.pictures;
        use.stored += further.stored;
    }
    return use;
}

} // namespace gapless
