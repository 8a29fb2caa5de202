// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch_ring.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace gapless
{

namespace
{

constexpr std::int64_t Alignment = 64; // a cache line, and the widest vector register

/// Saturates, so that absurd settings give an absurd figure instead of a small one.
std::int64_t product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

std::int64_t sum(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

std::int64_t alignedBytes(std::int64_t elements, std::size_t size)
{
    return product(sum(product(elements, static_cast<std::int64_t>(size)), Alignment - 1) / Alignment, Alignment);
}

std::int64_t imageBytes(const RingShape& shape)
{
    return alignedBytes(product(shape.pixelsPerSlot, shape.channels), sizeof(float));
}

std::int64_t labelBytes(const RingShape& shape)
{
    return alignedBytes(shape.pixelsPerSlot, sizeof(std::int64_t));
}

std::int64_t slotBytes(const RingShape& shape)
{
    return sum(imageBytes(shape), labelBytes(shape));
}

void add(StageTimes& sum, const StageTimes& times)
{
    sum.readMs += times.readMs;
    sum.decodeMs += times.decodeMs;
    sum.augmentMs += times.augmentMs;
    sum.writeMs += times.writeMs;
}

} // namespace

std::int64_t RingShape::bytes() const
{
    return product(slots(), slotBytes(*this));
}

void closeUp(BatchSlot& slot, std::size_t least)
{
    const std::size_t planned = slot.samples.size();
    const std::size_t pixels = slot.pixelsPerSample();
    auto hole = slot.holes.begin();
    std::size_t kept = 0;
    for (std::size_t position = 0; position < planned; ++position) {
        if (hole != slot.holes.end() && *hole == position) {
            ++hole;
            continue;
        }
        if (kept != position) { // places of equal size, the target before the source
            std::copy_n(slot.imageAt(position), slot.channels * pixels, slot.imageAt(kept));
            std::copy_n(slot.labelsAt(position), pixels, slot.labelsAt(kept));
            slot.samples[kept] = slot.samples[position];
        }
        ++kept;
    }
    slot.samples.resize(kept < least && planned >= least ? 0 : kept);
}

void BatchSlot::AlignedDelete::operator()(std::byte* memory) const
{
    ::operator delete (memory, std::align_val_t{Alignment});
}

BatchRing::BatchRing(const RingShape& shape)
    : m_shape(shape)
{
    m_shape.depth = 0;
    grow(shape.depth);
}

std::int64_t BatchRing::bytes() const
{
    return product(m_existing, slotBytes(m_shape));
}

void BatchRing::grow(int depth)
{
    if (depth <= m_shape.depth)
        return;
    RingShape grown = m_shape;
    grown.depth = depth;
    std::vector<std::unique_ptr<BatchSlot>> fresh;
    for (int missing = grown.slots() - m_existing; missing > 0; --missing)
        fresh.push_back(makeSlot());
    const std::size_t ids = m_slots.size() + fresh.size();
    m_slots.reserve(ids);
    m_queue.reserve(ids);
    m_free.reserve(ids);

    // Nothing throws from here on.
    m_shape = grown;
    for (std::unique_ptr<BatchSlot>& slot : fresh) {
        auto place = std::find(m_slots.begin(), m_slots.end(), nullptr);
        if (place == m_slots.end())
            place = m_slots.emplace(m_slots.end());
        slot->id = static_cast<int>(place - m_slots.begin());
        m_free.push_back(slot->id);
        *place = std::move(slot);
        ++m_existing;
    }
}

void BatchRing::shrink(int depth) noexcept
{
    if (depth >= m_shape.depth)
        return;
    m_shape.depth = depth;
    while (m_existing > m_shape.slots() && !m_free.empty()) {
        const int id = m_free.back();
        m_free.pop_back();
        release(*m_slots[index(id)]);
    }
}

std::unique_ptr<BatchSlot> BatchRing::makeSlot() const
{
    auto slot = std::make_unique<BatchSlot>();
    slot->channels = static_cast<std::size_t>(m_shape.channels);
    slot->memory.reset(static_cast<std::byte*>(
        ::operator new (static_cast<std::size_t>(slotBytes(m_shape)), std::align_val_t{Alignment})));
    slot->images = reinterpret_cast<float*>(slot->memory.get());
    slot->labels = reinterpret_cast<std::int64_t*>(slot->memory.get() + imageBytes(m_shape));
    slot->samples.reserve(index(m_shape.samplesPerSlot));
    slot->writing.reserve(index(m_shape.samplesPerSlot));
    return slot;
}

BatchSlot& BatchRing::begin()
{
    BatchSlot& slot = *m_slots[index(m_free.back())];
    m_free.pop_back();
    m_queue.push_back(slot.id);
    slot.state = BatchSlot::State::Filling;
    slot.samples.clear();
    slot.claimed = 0;
    slot.stages = {};
    slot.holes.clear();
    slot.skipped.clear();
    slot.error.reset();
    m_open = &slot;
    return slot;
}

std::size_t BatchRing::claim()
{
    BatchSlot& slot = *m_open;
    const std::size_t position = slot.claimed++;
    slot.writing.push_back(position);
    if (slot.claimed == slot.samples.size())
        m_open = nullptr;
    return position;
}

bool BatchRing::finish(int id, std::size_t position, Result<StageTimes> outcome)
{
    BatchSlot& slot = *m_slots[index(id)];
    if (outcome) {
        add(slot.stages, *outcome);
    } else if (slot.state == BatchSlot::State::Filling) {
        if (!slot.error || position < slot.errorPosition) {
            slot.error = std::move(outcome.error());
            slot.errorPosition = position;
        }
        slot.claimed = slot.samples.size();
        if (m_open == &slot)
            m_open = nullptr;
    }
    return leave(slot, position);
}

bool BatchRing::skip(int id, std::size_t position, Error error)
{
    BatchSlot& slot = *m_slots[index(id)];
    const auto hole = std::ranges::upper_bound(slot.holes, position);
    slot.skipped.insert(slot.skipped.begin() + (hole - slot.holes.begin()), {slot.samples[position], std::move(error)});
    slot.holes.insert(hole, position);
    return leave(slot, position);
}

bool BatchRing::leave(BatchSlot& slot, std::size_t position)
{
    if (slot.state == BatchSlot::State::Discarded) {
        std::erase(slot.writing, position);
        if (slot.writing.empty())
            release(slot);
        return false;
    }
    const bool isDone = slot.writing.size() == 1 && slot.claimed == slot.samples.size();
    if (isDone && !slot.holes.empty() && !slot.error) {
        slot.state = BatchSlot::State::Closing; // this writer stays
        return true;
    }
    std::erase(slot.writing, position);
    if (isDone)
        slot.state = BatchSlot::State::Ready;
    return false;
}

void BatchRing::closedUp(int id)
{
    BatchSlot& slot = *m_slots[index(id)];
    slot.writing.clear();
    if (slot.state == BatchSlot::State::Discarded)
        release(slot);
    else
        slot.state = BatchSlot::State::Ready;
}

std::vector<std::int64_t> BatchRing::samplesInWork() const
{
    std::vector<std::int64_t> samples;
    for (const std::unique_ptr<BatchSlot>& slot : m_slots)
        if (slot)
            for (const std::size_t position : slot->writing)
                samples.push_back(slot->samples[position]);
    return samples;
}

int BatchRing::readyInOrder() const
{
    int ready = 0;
    for (const int id : m_queue) {
        const BatchSlot& slot = *m_slots[index(id)];
        if (slot.state != BatchSlot::State::Ready)
            break;
        ready += slot.isPassedOver() ? 0 : 1;
    }
    return ready;
}

BatchSlot& BatchRing::take()
{
    BatchSlot& slot = *m_slots[index(m_queue.front())];
    m_queue.erase(m_queue.begin());
    slot.state = BatchSlot::State::Held;
    return slot;
}

void BatchRing::giveBack(int slot)
{
    release(*m_slots[index(slot)]);
}

void BatchRing::discard()
{
    m_open = nullptr;
    for (const int id : m_queue) {
        BatchSlot& slot = *m_slots[index(id)];
        if (slot.writing.empty())
            release(slot);
        else
            slot.state = BatchSlot::State::Discarded;
    }
    m_queue.clear();
}

void BatchRing::release(BatchSlot& slot)
{
    if (m_existing > m_shape.slots()) {
        --m_existing;
        m_slots[index(slot.id)].reset();
        return;
    }
    slot.state = BatchSlot::State::Free;
    m_free.push_back(slot.id);
}

} // namespace gapless
