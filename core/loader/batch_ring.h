// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/loader/skipped_sample.h"
#include "core/types/augmentation.h"
#include "core/types/image_size.h"
#include "core/types/sample_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gapless
{

/// What a ring of slots needs; plain numbers.
struct RingShape
{
    int depth = 0; ///< batches that may be begun and not yet delivered; there is a slot more, for the one held
    int samplesPerSlot = 0;
    std::int64_t pixelsPerSlot = 0; ///< of all its samples together
    int channels = 3;               ///< floats a pixel

    [[nodiscard]] int slots() const { return depth > 0 ? depth + 1 : 0; }
    /// Bytes of all slots; INT64_MAX where that does not fit.
    [[nodiscard]] std::int64_t bytes() const;
};

/// A batch being made, ready or held.
struct BatchSlot
{
    enum class State {
        Free,
        Filling,
        Closing, ///< all samples are done, and those left out have to be closed up
        Ready,
        Held,      ///< by the trainer
        Discarded, ///< no longer wanted; free once the last worker has left it
    };

    struct AlignedDelete
    {
        void operator()(std::byte* memory) const;
    };

    // Constant while the slot exists.
    int id = 0;
    std::size_t channels = 3;
    std::unique_ptr<std::byte, AlignedDelete> memory; ///< of images and labels
    float* images = nullptr;
    std::int64_t* labels = nullptr;

    // Set when the batch is begun.
    std::int64_t epoch = 0;
    std::int64_t index = 0;
    bool lastOfEpoch = false;
    ImageSize size;
    Augmentation augmentation = Augmentation::None;
    std::int64_t settingsVersion = 0;
    std::vector<std::int64_t> samples; ///< never more than samplesPerSlot, for which it has room from the start

    State state = State::Free;
    std::size_t claimed = 0;            ///< samples that a worker has taken, or that are left out behind an error
    std::vector<std::size_t> writing;   ///< positions of the samples that workers write now, or the last one's while
                                        ///< its worker closes the batch up
    std::vector<std::size_t> holes;     ///< positions of the samples left out, rising
    std::vector<SkippedSample> skipped; ///< in the order of holes
    StageTimes stages;
    std::optional<Error> error;
    std::size_t errorPosition = 0;

    /// Where the sample at a position of the batch is written.
    [[nodiscard]] float* imageAt(std::size_t position) const
    {
        return images + channels * pixelsPerSample() * position;
    }
    [[nodiscard]] std::int64_t* labelsAt(std::size_t position) const { return labels + pixelsPerSample() * position; }
    [[nodiscard]] std::size_t pixelsPerSample() const
    {
        return static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
    }

    /// Nothing is left of the batch, so that it is of no use; unless it has to tell that its epoch ends.
    [[nodiscard]] bool isPassedOver() const { return samples.empty() && !error && !lastOfEpoch; }
};

/// Moves the samples of a batch in State::Closing over its holes, keeping their order. Where fewer than `least` are
/// left, though more were planned, none are. The slot is the caller's alone; not under the lock, it moves pixels.
void closeUp(BatchSlot& slot, std::size_t least);

/// Batches in plan order over a set of slots: begun, claimed sample by sample, finished in any order, taken from the
/// front. Slots go back in any order. Allocates in its constructor and in grow() only (and for errors). Not
/// synchronised: guarded by its owner's mutex.
class BatchRing final
{
public:
    /// Throws std::bad_alloc.
    explicit BatchRing(const RingShape& shape);

    [[nodiscard]] const RingShape& shape() const { return m_shape; }
    /// Memory of the slots that exist now.
    [[nodiscard]] std::int64_t bytes() const;

    /// Takes a larger depth on; a smaller one changes nothing. Slots in use keep their memory. Throws std::bad_alloc,
    /// and has then changed nothing.
    void grow(int depth);
    /// Takes a smaller depth on; a larger one changes nothing. Batches begun are kept; surplus slots go as soon as they
    /// are free.
    void shrink(int depth) noexcept;

    [[nodiscard]] bool canBegin() const { return !m_free.empty() && std::cmp_less(m_queue.size(), m_shape.depth); }
    /// A slot at the end of the queue, emptied; the caller says which batch it is. Only when canBegin() and nothing is
    /// open.
    BatchSlot& begin();
    /// The batch that has samples left to claim, or null; there is never more than one.
    [[nodiscard]] BatchSlot* open() { return m_open; }
    [[nodiscard]] const BatchSlot* open() const { return m_open; }
    /// Takes the next sample of open() and returns its position in the batch.
    std::size_t claim();
    /// The outcome of a claimed sample. After an error the samples behind it are not tried; of several the first in the
    /// batch counts. True: the caller has to closeUp() the slot and say closedUp().
    [[nodiscard]] bool finish(int id, std::size_t position, Result<StageTimes> outcome);
    /// The same for a sample that is left out of its batch.
    [[nodiscard]] bool skip(int id, std::size_t position, Error error);
    [[nodiscard]] BatchSlot& slot(int id) { return *m_slots[index(id)]; }
    void closedUp(int id);

    [[nodiscard]] const BatchSlot* front() const
    {
        return m_queue.empty() ? nullptr : m_slots[index(m_queue.front())].get();
    }
    [[nodiscard]] bool frontReady() const { return front() != nullptr && front()->state == BatchSlot::State::Ready; }
    /// True when more workers could bring the front nearer: it is not begun or not wholly claimed.
    [[nodiscard]] bool frontNeedsWorkers() const { return m_queue.empty() || front() == m_open; }
    /// Samples that workers write now, of all slots; in no order.
    [[nodiscard]] std::vector<std::int64_t> samplesInWork() const;
    /// Finished batches in a row from the front, without those passed over.
    [[nodiscard]] int readyInOrder() const;
    /// Takes the front out of the queue for the trainer; give it back. Only when frontReady().
    BatchSlot& take();
    void giveBack(int slot);
    /// Empties the queue. Slots that workers are writing into become free when these have finished.
    void discard();

private:
    [[nodiscard]] static std::size_t index(int slot) { return static_cast<std::size_t>(slot); }
    [[nodiscard]] std::unique_ptr<BatchSlot> makeSlot() const;
    [[nodiscard]] bool leave(BatchSlot& slot, std::size_t position);
    /// The slot may be gone afterwards.
    void release(BatchSlot& slot);

    RingShape m_shape;
    std::vector<std::unique_ptr<BatchSlot>> m_slots; // by id; null: gone
    int m_existing = 0;
    std::vector<int> m_queue; // slots in plan order, at most depth
    std::vector<int> m_free;
    BatchSlot* m_open = nullptr;
};

} // namespace gapless
