// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/epoch_sampler.h"

#include "core/base/random.h"
#include "core/config/epoch_steps.h"

#include <algorithm>
#include <numeric>

namespace gapless
{

namespace
{

// Second stream word of the sampler's numbers; augmentation has the sample's index there, which never comes near.
constexpr std::uint64_t PermutationStream = 0x7065'726d'7574'6174;

} // namespace

EpochSampler::EpochSampler(std::int64_t samples, int batchSize, LastBatch lastBatch, std::uint64_t seed)
    : m_samples(samples)
    , m_batchSize(batchSize)
    , m_lastBatch(lastBatch)
    , m_seed(seed)
{
}

std::int64_t EpochSampler::batchesPerEpoch() const
{
    return gapless::batchesPerEpoch(m_samples, m_batchSize, m_lastBatch);
}

BatchRange EpochSampler::range(std::int64_t index) const
{
    const std::int64_t first = index * m_batchSize;
    const bool last = index + 1 == batchesPerEpoch();
    if (last && (m_lastBatch == LastBatch::Keep || m_samples < m_batchSize))
        return {first, m_samples - first};
    return {first, m_batchSize};
}

int EpochSampler::largestBatch() const
{
    return static_cast<int>(std::max(range(0).count, range(batchesPerEpoch() - 1).count));
}

void EpochSampler::permute(std::int64_t epoch, std::span<std::int64_t> order) const
{
    std::iota(order.begin(), order.end(), std::int64_t{0}); // NOLINT(modernize-use-ranges): GCC 12 has no ranges::iota
    CounterRandom random(m_seed, static_cast<std::uint64_t>(epoch), PermutationStream);
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
}

std::vector<std::int64_t> EpochSampler::permutation(std::int64_t epoch) const
{
    std::vector<std::int64_t> order(static_cast<std::size_t>(m_samples));
    permute(epoch, order);
    return order;
}

BatchPlan EpochSampler::plan(std::int64_t epoch, std::int64_t index) const
{
    const std::vector<std::int64_t> order = permutation(epoch);
    const BatchRange part = range(index);
    const auto first = order.begin() + part.first;
    return {epoch, index, index + 1 == batchesPerEpoch(), {first, first + part.count}};
}

} // namespace gapless
