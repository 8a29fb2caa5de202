// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/skipped_sample.h"
#include "core/types/image_size.h"
#include "core/types/memory_format.h"
#include "core/types/sample_source.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gapless
{

/// A finished batch as the trainer sees it; the memory belongs to the loader's slot and stays valid while its Batch
/// lives.
struct BatchView
{
    std::int64_t epoch = 0; ///< 0 for the first
    std::int64_t index = 0;
    bool lastOfEpoch = false;
    int count = 0;  ///< N; 0 only where nothing is left of an epoch's last batch, whose end is told all the same
    ImageSize size; ///< H, W of every sample in the batch
    MemoryFormat memoryFormat = MemoryFormat::ChannelsLast;
    int channels = 3;               ///< C
    float* images = nullptr;        ///< N,C,H,W normalised, 64-byte aligned, in memoryFormat's order
    std::int64_t* labels = nullptr; ///< N,H,W class indices; ignoreLabel where nothing is labelled
    std::span<const std::int64_t> samples;
    /// Left out since the batch delivered before, of this batch and of those that nothing was left of. Whoever reads
    /// them all knows all.
    std::span<const SkippedSample> skipped;
    std::int64_t settingsVersion = 0; ///< of the settings it was made under; 0: those the loader was created with
    double waitMs = 0;                ///< the trainer was blocked on this batch, and on giving back the one before
    int queueFill = 0; ///< batches to be had without a wait when it was asked for, this one included; 0: it waited
    StageTimes stages; ///< sums over the samples
};

/// Lease of a slot: gives it back to the loader when destroyed. Movable; trainer thread. Must not outlive the loader.
class Batch final
{
public:
    class Owner
    {
    public:
        virtual ~Owner() = default;
        virtual void giveBack(int slot) = 0;
    };

    Batch() = default;
    Batch(BatchView view, int slot, std::shared_ptr<Owner> owner)
        : m_view(view)
        , m_slot(slot)
        , m_owner(std::move(owner))
    {
    }
    ~Batch() { reset(); }
    Batch(Batch&& other) noexcept { swap(other); }
    Batch& operator=(Batch&& other) noexcept
    {
        Batch(std::move(other)).swap(*this);
        return *this;
    }

    [[nodiscard]] const BatchView& view() const { return m_view; }
    void reset()
    {
        if (m_owner)
            std::exchange(m_owner, nullptr)->giveBack(m_slot);
    }
    void swap(Batch& other) noexcept
    {
        std::swap(m_view, other.m_view);
        std::swap(m_slot, other.m_slot);
        std::swap(m_owner, other.m_owner);
    }

private:
    BatchView m_view;
    int m_slot = -1;
    std::shared_ptr<Owner> m_owner;
};

} // namespace gapless
