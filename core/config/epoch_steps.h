// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

#include <cstdint>

namespace gapless
{

/// Batches of an epoch over so many samples, as EpochSampler makes them: a last short batch is kept or dropped, but a
/// last single sample joins the batch before it, and an epoch is never empty. samples >= 1, batchSize >= 1. Any thread.
[[nodiscard]] std::int64_t batchesPerEpoch(std::int64_t samples, int batchSize, LastBatch lastBatch);

/// Optimizer steps of an epoch: so many batches together make one, a rest at the end is a step too. Any thread.
[[nodiscard]] std::int64_t stepsPerEpoch(std::int64_t samples, const TrainingConfig& training);

} // namespace gapless
