// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/class_table.h"
#include "core/types/image_size.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gapless
{

enum class Severity {
    Note,    ///< a choice that was made for the user, and can be overridden
    Warning, ///< training works; worth a look
    Error,   ///< training refuses to start
};

struct DatasetProblem
{
    Severity severity = Severity::Error;
    std::string kind;           ///< stable word for programs: "missing-mask", "size-mismatch", ...
    std::filesystem::path file; ///< empty when it concerns the whole set
    std::string message;        ///< what is wrong and what to do
};

struct ImagePair
{
    std::filesystem::path image;
    std::filesystem::path mask;
    ImageSize size; ///< of the upright image as it will be trained; 0 x 0 when unreadable
};

/// Which pairs a run trains on, and which it validates on; in the order of the sources' samples.
struct DataPairs
{
    std::vector<ImagePair> training;
    std::vector<ImagePair> validation;
};

/// What was found in a folder of images and a folder of masks. Plain value.
struct DatasetReport
{
    std::vector<ImagePair> pairs; ///< in natural order of name, those with an Error left out
    ClassTable classes;
    std::map<std::string, int> imageKinds; ///< "RGB", "grey", ... -> files
    std::vector<DatasetProblem> problems;  ///< most severe first
    std::vector<ImagePair> refused{};      ///< pairs with an Error, 0 x 0 where their sizes are not known

    [[nodiscard]] bool hasErrors() const
    {
        return std::ranges::any_of(problems,
                                   [](const DatasetProblem& problem) { return problem.severity == Severity::Error; });
    }
};

} // namespace gapless
