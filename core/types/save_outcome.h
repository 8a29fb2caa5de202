// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/types/run_progress.h"

#include <filesystem>
#include <optional>

namespace gapless
{

/// What became of a file that was being written while the training went on.
struct SaveOutcome
{
    std::filesystem::path file;
    RunProgress progress;       ///< as it stands in the file
    std::optional<Error> error; ///< empty: it lies on the disk, whole
};

} // namespace gapless
