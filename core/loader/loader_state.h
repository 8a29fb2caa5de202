// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/semaphore.h"
#include "core/base/stopwatch.h"
#include "core/loader/batch.h"
#include "core/loader/batch_ring.h"
#include "core/config/live_settings.h"
#include "core/loader/loader_shape.h"
#include "core/loader/prefetch_loader.h"
#include "core/loader/training_plan.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

namespace gapless
{

/// All that the trainer and the workers of one loader share: plan, rings, and who waits for what. Owned by the loader,
/// its workers and its leases together, so that a worker hanging in a read never touches freed memory.
///
/// One mutex, held for bookkeeping only (below a microsecond; a change of settings allocates under it): samples are
/// written and permutations made outside of it. Workers sleep on one semaphore, the trainer on another, and whoever
/// wakes them holds no lock and waits for nobody: workers of low priority may be long in waking up. One worker is
/// called at a time; it calls the next when there is more to do.
class LoaderState final : public Batch::Owner, public std::enable_shared_from_this<LoaderState>
{
public:
    /// Throws std::bad_alloc.
    LoaderState(std::shared_ptr<const SampleSource> training, std::shared_ptr<const SampleSource> validation,
                const LoaderOptions& options, LoaderShape shape);

    [[nodiscard]] const EpochSampler& sampler() const { return m_sampler; }

    /// Body of a worker thread; returns after stop(), or when there are more workers than wanted.
    void work();
    /// Any thread.
    void stop();

    // As in PrefetchLoader.
    [[nodiscard]] Result<Batch> nextTraining(const std::stop_token& stop);
    [[nodiscard]] Result<Batch> nextValidation(const std::stop_token& stop);
    [[nodiscard]] LoaderStatus status() const;
    void giveBack(int lease) override;

    /// At least so many workers are wanted. Returns how many bodies the caller has to start; they count as working
    /// already. Trainer thread, as all that follow.
    [[nodiscard]] int wantMoreWorkers(int workers);
    /// No more than so many are wanted: others leave when they have finished their sample. `unstarted` of those that
    /// wantMoreWorkers() returned are not to come.
    void wantFewerWorkers(int workers, int unstarted);
    /// Takes settings on; `shape` is what they need. Returns their version. Throws std::bad_alloc, and has then changed
    /// nothing.
    std::int64_t change(const LiveSettings& settings, const LoaderShape& shape);
    [[nodiscard]] LiveSettings settings() const;
    /// What the loader would consist of under other settings; errors as of create().
    [[nodiscard]] Result<LoaderShape> shapeFor(const LiveSettings& settings) const;

private:
    struct SampleJob
    {
        const SampleSource* source = nullptr;
        SampleKey key;
        SampleTarget target;
        BatchRing* ring = nullptr;
        int slot = 0;
        std::size_t position = 0;
    };
    /// What has been left out of the epoch, or pass, that is being delivered.
    struct Skips
    {
        std::vector<SkippedSample> unreported; ///< of batches passed over
        std::int64_t inEpoch = 0;
        bool isAnythingLeft = false; ///< of the epoch
    };
    using Job = std::variant<SampleJob, TrainingPlan::PermutationJob>;
    using Lock = std::unique_lock<std::mutex>;

    [[nodiscard]] static Result<StageTimes> write(const SampleJob& job);

    // Called by workers.
    [[nodiscard]] std::optional<Job> waitForJob();
    void finish(const SampleJob& job, Result<StageTimes> outcome);
    void finish(const TrainingPlan::PermutationJob& job);

    // Called with the mutex held.
    [[nodiscard]] std::optional<Job> claimJob();
    [[nodiscard]] SampleJob claimSample(BatchRing& ring);
    [[nodiscard]] bool hasJob() { return m_plan.wantsPermutation() || claimableRing() != nullptr; }
    /// True when the caller, after giving up the mutex, has to post m_room.
    [[nodiscard]] bool callWorker();
    /// How often it has to for all that are to leave.
    [[nodiscard]] int callSurplusWorkers();
    [[nodiscard]] BatchRing* claimableRing();
    [[nodiscard]] bool hasSurplusWorkers() const { return m_workers > m_settings.workers; }
    [[nodiscard]] bool isTrainingClaimable() const;
    [[nodiscard]] bool isValidationClaimable() const;
    [[nodiscard]] std::int64_t claimableTrainingEpoch() const;
    [[nodiscard]] bool isSkippable(const Error& error) const;
    void beginValidation(BatchSlot& slot);
    void restartValidation(std::int64_t epoch);
    void noteDelivered(const BatchSlot& slot, const BatchRing& ring);

    /// Waits for the ring's front and takes it, passing over those without use; gives up the lock.
    [[nodiscard]] Result<Batch> deliver(BatchRing& ring, Lock lock, const Stopwatch& sinceAsked,
                                        const std::stop_token& stop);
    /// False when stopped. The lock is given up while it waits.
    [[nodiscard]] bool waitForFront(BatchRing& ring, Lock& lock, const std::stop_token& stop);
    /// Collects what has been left out, before the slot of a batch taken is passed over or delivered. Gives the error
    /// that stands for the batch.
    [[nodiscard]] std::optional<Error> noteSkips(BatchSlot& slot, Skips& skips);
    /// Gives up the lock while it tells.
    void tellLongWait(Lock& lock) const;
    [[nodiscard]] BatchView view(const BatchSlot& slot) const;
    [[nodiscard]] double& giveBackMs(int lease) { return m_giveBackMs[static_cast<std::size_t>(lease % 2)]; }

    // Constant after start.
    const std::shared_ptr<const SampleSource> m_trainingSource;
    const std::shared_ptr<const SampleSource> m_validationSource;
    const LoaderOptions m_options;
    const EpochSampler m_sampler;
    const std::vector<ImageSize> m_pictures; // padded size of each validation picture

    // Of the trainer thread: time spent on leases given back since the ring's last delivery.
    std::array<double, 2> m_giveBackMs{};

    mutable std::mutex m_mutex;
    Semaphore m_room;     // a permit for each idle worker called: something may be claimed, or it has to leave
    Semaphore m_finished; // trainer: the front of its ring may be ready, or stop

    // Everything below is guarded by m_mutex.
    LiveSettings m_settings;
    std::int64_t m_settingsVersion = 0;
    int m_workers = 0; // that have not left
    BatchRing m_training;
    BatchRing m_validation;
    TrainingPlan m_plan;
    struct Picture
    {
        std::int64_t epoch = 0;
        std::int64_t sample = 0;
    };
    Picture m_nextPicture;     // to begin
    Picture m_expectedPicture; // to deliver
    Skips m_trainingSkips;
    Skips m_validationSkips;
    std::int64_t m_deliveredEpoch;
    std::int64_t m_askedEpoch = -1; // without crossEpoch: the newest epoch, and pass, that the trainer has asked for
    std::int64_t m_askedPass = -1;
    const BatchRing* m_awaited = nullptr; // the trainer sleeps until its front is ready
    int m_idleWorkers = 0;                // sleep and were not called
    bool m_workerCalled = false;          // and has not come yet
    bool m_stopping = false;
};

} // namespace gapless
