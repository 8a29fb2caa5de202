// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/batch_ring.h"
#include "core/loader/epoch_sampler.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gapless
{

/// The sampler's plan as it is worked off: the position of the batch to begin next, and the permutations of its epoch
/// and of the one behind it. A permutation is made outside of the lock (10 ms for a million samples), one epoch ahead,
/// in memory of the plan. It may have an end: a first epoch that is not worked off any more. Not synchronised: guarded
/// by its owner's mutex.
class TrainingPlan final
{
public:
    struct PermutationJob
    {
        std::int64_t epoch = 0;
        std::span<std::int64_t> order;
    };

    /// Makes the first permutation. endEpoch: -1 for none.
    TrainingPlan(const EpochSampler& sampler, std::int64_t epoch, std::int64_t index, std::int64_t endEpoch = -1);

    /// Of the batch to begin next.
    [[nodiscard]] std::int64_t epoch() const { return m_epoch; }
    /// There is nothing left to begin.
    [[nodiscard]] bool atEnd() const { return m_epoch == m_endEpoch; }
    /// There is a batch to begin, and its permutation.
    [[nodiscard]] bool ready() const { return m_epoch <= m_made && !atEnd(); }
    /// Says in `slot` which batch it is, and moves on. Only when ready().
    void begin(BatchSlot& slot);

    [[nodiscard]] bool wantsPermutation() const { return !m_making && m_made <= m_epoch && m_made + 1 != m_endEpoch; }
    /// Only when wantsPermutation(). Nobody else touches the job's memory until finishPermutation().
    [[nodiscard]] PermutationJob claimPermutation();
    void finishPermutation();

private:
    [[nodiscard]] std::vector<std::int64_t>& order(std::int64_t epoch)
    {
        return m_orders[static_cast<std::size_t>(epoch % 2)];
    }

    const EpochSampler m_sampler;
    const std::int64_t m_endEpoch;
    std::array<std::vector<std::int64_t>, 2> m_orders; // even and odd epochs
    std::int64_t m_epoch;
    std::int64_t m_index;
    std::int64_t m_made; // newest epoch whose permutation is there
    bool m_making = false;
};

} // namespace gapless
