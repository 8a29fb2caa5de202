// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/loader/batch.h"
#include "core/loader/epoch_sampler.h"
#include "core/config/live_settings.h"
#include "core/types/long_wait.h"
#include "core/types/sample_source.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

namespace gapless
{

class LoaderState;
class WorkerPool;

struct LoaderOptions
{
    int batchSize = 8;
    ImageSize crop{256, 256};
    LastBatch lastBatch = LastBatch::Keep;
    std::uint64_t seed = 0;
    MemoryFormat memoryFormat = MemoryFormat::ChannelsLast;
    int workers = 2;
    int prefetchDepth = 4;       ///< finished training batches that may lie ready
    bool crossEpoch = true;      ///< false: nothing of the next epoch is begun before it is asked for
    std::int64_t startEpoch = 0; ///< position of the first batch: consumed, not prefetched
    std::int64_t startIndex = 0;
    std::int64_t endEpoch = -1; ///< the run's number of epochs: nothing of this one is begun; -1: endless
    BadSampleRule onBadSample = BadSampleRule::Stop;
    int minimumBatch = 1;      ///< of a batch that skipping has made smaller than this, nothing is delivered
    int validationStride = 32; ///< validation pictures are padded right and bottom to a multiple of it
    /// Workers yield to the step (CPU runs): their niceness is raised by 10 (Linux keeps one a thread), and waking one
    /// does not take the processor from the trainer.
    bool lowPriority = true;
    Augmentation augmentation = Augmentation::Basic; ///< of training samples
    /// A wait that reaches this is told, once, while it goes on: in the log, and to onLongWait (trainer thread).
    std::chrono::milliseconds longWait{10'000};
    std::function<void(const LongWait&)> onLongWait{};
};

/// Those of a run; the stride is the network's.
[[nodiscard]] LoaderOptions loaderOptionsOf(const RunConfig& config, int validationStride);

/// What the loader holds and does; a snapshot of plain numbers.
struct LoaderStatus
{
    int ready = 0; ///< training batches that can be delivered without a wait
    int prefetchDepth = 0;
    std::int64_t slotBytes = 0; ///< memory of all slots, training and validation
    int workers = 0;            ///< threads; for a while more than wanted after a change
    int idleWorkers = 0;        ///< wait for room: the loader is ahead of the trainer
    int abandonedReaders = 0;   ///< as abandonedReaderCount()
};

/// The heart: worker threads that fill preallocated batch slots along one endless plan: training batches of epoch e,
/// then validation pictures of epoch e, then training batches of epoch e + 1, ... Training and validation have slots of
/// their own, so the queue does not know that epochs end: while the trainer validates or saves, the next epoch's
/// batches fill the ring, and validation's first pictures are made before the epoch's last step.
///
/// Workers take samples, not batches, of the earliest unfinished batch that has a slot. Nothing is allocated per batch
/// once running. Delivery is in plan order, whatever order the workers finish in.
///
/// Validation may be skipped, left in the middle or repeated: what was made of a pass that the trainer has left is
/// discarded.
///
/// Without crossEpoch the loader behaves as a loader that knows epochs: of an epoch, and of a validation pass, nothing
/// is begun before the trainer asks for its first batch.
///
/// A sample that cannot be prepared (Data or File; anything else is no fault of the sample) takes its batch's place as
/// an error under BadSampleRule::Stop. Under Skip it is left out: the others of its batch are moved together, the batch
/// is smaller by it, and the errors travel with the batch. A batch of which nothing is left is passed over, and its
/// errors go with the next one; only an epoch's last batch is then delivered with count 0, so that the trainer sees
/// every epoch end exactly once. Of an epoch or a validation pass without a single sample left, its end is a Data
/// error.
///
/// Settings changed in mid-run (change()): batches already begun, at most prefetchDepth of them, are used up, and all
/// later ones are made under the new settings; a batch's settingsVersion tells. A worker that is to end finishes its
/// sample first. A larger ring is allocated at once, the only time that a running loader allocates; the slots of a
/// smaller one are freed as they become empty. Switching crossEpoch off keeps what has been begun of the next epoch.
///
/// nextTraining(), nextValidation(), change(), destructor and Batch: trainer thread; it holds at most one training and
/// one validation batch while it asks for another. status(), settings(), sampler(): any thread. Samples are written
/// outside of the loader's one mutex.
class PrefetchLoader final
{
public:
    /// `validation` may be null. Errors (Data, OutOfMemory, Config) before a thread is started.
    [[nodiscard]] static Result<std::unique_ptr<PrefetchLoader>> create(std::shared_ptr<const SampleSource> training,
                                                                        std::shared_ptr<const SampleSource> validation,
                                                                        const LoaderOptions& options);
    /// Ends within 2 s even when a worker hangs in a read: that one is abandoned and keeps what it touches alive.
    ~PrefetchLoader();
    PrefetchLoader(const PrefetchLoader&) = delete;
    PrefetchLoader& operator=(const PrefetchLoader&) = delete;

    [[nodiscard]] const EpochSampler& sampler() const;

    /// The next batch of the plan. Blocks until it is finished, an error (Data, with the file's name) came in its
    /// place, or `stop` is set (Cancelled). After an error of a batch the next call goes on with the batch behind it.
    /// Internal behind the run's last epoch.
    [[nodiscard]] Result<Batch> nextTraining(std::stop_token stop);
    /// The next validation picture (count 1, its own size padded to the stride; labels of the padding are ignoreLabel).
    /// A pass belongs to the epoch of the training batch delivered last (startEpoch before the first one).
    /// `lastOfEpoch` marks the end of a pass; asking further in the same epoch begins a second one. Errors as
    /// nextTraining(); Internal without validation samples.
    [[nodiscard]] Result<Batch> nextValidation(std::stop_token stop);

    /// Returns the version of the new settings: 1 for the first change. Errors as of create() (Config, OutOfMemory);
    /// the old settings then stay.
    [[nodiscard]] Result<std::int64_t> change(const LiveSettings& settings);
    [[nodiscard]] LiveSettings settings() const;

    [[nodiscard]] LoaderStatus status() const;

private:
    explicit PrefetchLoader(std::shared_ptr<LoaderState> state);
    /// At least so many run afterwards; Config, and as many as before, when the system gives no more.
    [[nodiscard]] Result<void> startWorkers(int workers);

    // Constant after start.
    std::shared_ptr<LoaderState> m_state; // shared with the workers: an abandoned one keeps it
    std::unique_ptr<WorkerPool> m_workers;
};

/// Worker threads of this process that were left behind in a read and have not come back since. While it is not 0 the
/// process has to end through quick_exit: they may still touch what a normal exit destroys. Any thread.
[[nodiscard]] int abandonedReaderCount();

/// Memory that create() would allocate for its slots, in bytes; told before the start. 0 for options that create()
/// refuses.
[[nodiscard]] std::int64_t loaderMemory(const SampleSource& training, const SampleSource* validation,
                                        const LoaderOptions& options);

} // namespace gapless
