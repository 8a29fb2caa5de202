// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

#include <filesystem>

namespace gapless
{

/// What the session is to do next: a new run in the configuration's run folder, or, with a checkpoint, the run that is
/// already in there.
struct RunOrder
{
    RunConfig config;
    std::filesystem::path checkpoint{}; ///< empty: a new run

    [[nodiscard]] bool isResumed() const { return !checkpoint.empty(); }
};

} // namespace gapless
