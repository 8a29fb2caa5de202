// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/epoch_steps.h"

namespace gapless
{

std::int64_t batchesPerEpoch(std::int64_t samples, int batchSize, LastBatch lastBatch)
{
    const std::int64_t full = samples / batchSize;
    const std::int64_t rest = samples % batchSize;
    if (full == 0)
        return 1;
    const bool joined = rest == 1; // never at batch size 1
    return rest == 0 || joined || lastBatch == LastBatch::Drop ? full : full + 1;
}

std::int64_t stepsPerEpoch(std::int64_t samples, const TrainingConfig& training)
{
    const std::int64_t batches = batchesPerEpoch(samples, training.batch, training.lastBatch);
    return (batches + training.accumulate - 1) / training.accumulate;
}

} // namespace gapless
