// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/mask_decode.h"
#include "core/types/dataset_report.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace gapless
{

/// One value in one mask.
struct ValueCount
{
    std::int64_t value = 0;
    std::int64_t pixels = 0;
    int row = 0; ///< of its first pixel
    int column = 0;
};

/// What has to be known of one mask to find the classes of the set.
struct MaskSummary
{
    std::filesystem::path file;
    MaskKind kind = MaskKind::Ids;
    int bitDepth = 8;
    std::vector<Rgb> palette;
    std::int64_t pixels = 0;
    std::vector<ValueCount> values; ///< ascending; not all of them when hasTooMany
    bool hasTooMany = false;        ///< more values than any mask has: the file is a photo
};

[[nodiscard]] MaskSummary summarise(const MaskImage& mask, const std::filesystem::path& file);

struct Discovery
{
    ClassTable classes;
    std::vector<DatasetProblem> problems;
    std::set<std::filesystem::path> refused; ///< masks with an Error
};

/// The classes of a set, decided over all its masks at once, so that one file more or less cannot change what a value
/// means: colours if any mask has colours; {0, 255} alone is background and foreground; else 255 is the ignore value
/// under "auto", unless there are ids above it. A colour that is hardly there (at most 16 pixels or 2 % of one file, or
/// 1e-5 of the set; in one file only) is no class but a stray: an Error with its place; one in several files a Warning.
/// `ignoreValue`: "auto", "none" or a number. `knownValues` are classes already decided elsewhere, however rare here.
/// Any thread.
[[nodiscard]] Discovery discoverClasses(std::vector<MaskSummary> masks, const std::string& ignoreValue,
                                        const std::vector<std::int64_t>& knownValues = {});

} // namespace gapless
