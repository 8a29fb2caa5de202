// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/run_progress.h"

#include <cstdint>

namespace gapless
{

/// Where a prepared run begins: all zero for a new one, where its checkpoint left off for a resumed one.
struct StartPoint
{
    std::int64_t step = 0;   ///< optimizer steps taken
    std::int64_t epoch = 0;  ///< complete epochs
    bool isInEpoch = false;  ///< steps of the next one have been taken
    RunProgress progress{};
};

} // namespace gapless
