// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/training_plan.h"

namespace gapless
{

TrainingPlan::TrainingPlan(const EpochSampler& sampler, std::int64_t epoch, std::int64_t index, std::int64_t endEpoch)
    : m_sampler(sampler)
    , m_endEpoch(endEpoch)
    , m_epoch(epoch)
    , m_index(index)
    , m_made(epoch)
{
    for (std::vector<std::int64_t>& memory : m_orders)
        memory.resize(static_cast<std::size_t>(sampler.samples()));
    m_sampler.permute(epoch, order(epoch));
}

void TrainingPlan::begin(BatchSlot& slot)
{
    const BatchRange part = m_sampler.range(m_index);
    const auto first = order(m_epoch).begin() + part.first;
    slot.epoch = m_epoch;
    slot.index = m_index;
    slot.lastOfEpoch = m_index + 1 == m_sampler.batchesPerEpoch();
    slot.samples.assign(first, first + part.count);
    if (slot.lastOfEpoch) {
        ++m_epoch;
        m_index = 0;
    } else {
        ++m_index;
    }
}

TrainingPlan::PermutationJob TrainingPlan::claimPermutation()
{
    m_making = true;
    return {m_made + 1, order(m_made + 1)};
}

void TrainingPlan::finishPermutation()
{
    m_making = false;
    ++m_made;
}

} // namespace gapless
