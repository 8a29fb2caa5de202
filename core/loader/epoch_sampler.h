// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

#include <cstdint>
#include <span>
#include <vector>

namespace gapless
{

/// One batch of the endless plan.
struct BatchPlan
{
    std::int64_t epoch = 0; ///< 0 for the first
    std::int64_t index = 0; ///< in its epoch, 0 for the first
    bool lastOfEpoch = false;
    std::vector<std::int64_t> samples;

    friend bool operator==(const BatchPlan&, const BatchPlan&) = default;
};

/// Positions first .. first + count - 1 of an epoch's permutation.
struct BatchRange
{
    std::int64_t first = 0;
    std::int64_t count = 0;

    friend bool operator==(const BatchRange&, const BatchRange&) = default;
};

/// Endless plan of batches over true epochs: each sample exactly once an epoch, in an order that is a pure function of
/// (seed, epoch). Any position can be asked for at any time, so a run can be taken up anywhere. Immutable; any thread.
///
/// A last short batch is kept or dropped. Kept, a last single sample joins the batch before it (batch normalisation
/// cannot train on one sample whose deepest features are 1 x 1), so a batch may have batchSize() + 1 samples; not at
/// batch size 1, and not when it is the only one. Dropped, an epoch smaller than one batch would be empty: it is kept
/// whole instead.
class EpochSampler final
{
public:
    /// 1 <= samples <= INT32_MAX, batchSize >= 1.
    EpochSampler(std::int64_t samples, int batchSize, LastBatch lastBatch, std::uint64_t seed);

    [[nodiscard]] std::int64_t samples() const { return m_samples; }
    [[nodiscard]] std::int64_t batchesPerEpoch() const;
    /// Most samples that a batch can have.
    [[nodiscard]] int largestBatch() const;
    /// The part of an epoch's permutation that a batch takes; 0 <= index < batchesPerEpoch().
    [[nodiscard]] BatchRange range(std::int64_t index) const;
    [[nodiscard]] std::vector<std::int64_t> permutation(std::int64_t epoch) const;
    /// The same into memory of the caller: `order` has one element for each sample. Fisher-Yates shuffle of 0, 1, 2,
    /// ...
    void permute(std::int64_t epoch, std::span<std::int64_t> order) const;
    /// epoch >= 0, 0 <= index < batchesPerEpoch().
    [[nodiscard]] BatchPlan plan(std::int64_t epoch, std::int64_t index) const;

private:
    std::int64_t m_samples;
    int m_batchSize;
    LastBatch m_lastBatch;
    std::uint64_t m_seed;
};

} // namespace gapless
