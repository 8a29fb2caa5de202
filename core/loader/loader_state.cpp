// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/loader_state.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "core/base/log.h"

namespace gapless
{

namespace
{

std::string nameOf(const SampleSource& source, std::int64_t sample)
{
    try {
        return source.name(sample);
    } catch (const std::exception&) {
        return "sample " + std::to_string(sample);
    }
}

} // namespace

LoaderState::LoaderState(std::shared_ptr<const SampleSource> training, std::shared_ptr<const SampleSource> validation,
                         const LoaderOptions& options, LoaderShape shape)
    : m_trainingSource(std::move(training))
    , m_validationSource(std::move(validation))
    , m_options(options)
    , m_sampler(m_trainingSource->size(), options.batchSize, options.lastBatch, options.seed)
    , m_pictures(std::move(shape.pictures))
    , m_settings{0, options.prefetchDepth, options.crossEpoch, options.augmentation}
    , m_training(shape.training)
    , m_validation(shape.validation)
    , m_plan(m_sampler, options.startEpoch, options.startIndex, options.endEpoch)
    , m_nextPicture{options.startEpoch, 0}
    , m_expectedPicture{options.startEpoch, 0}
    , m_deliveredEpoch(options.startEpoch)
{
    m_trainingSkips.isAnythingLeft = options.startIndex > 0; // the epoch has had batches before
}

void LoaderState::work()
{
    while (const std::optional<Job> job = waitForJob()) {
        if (const auto* sample = std::get_if<SampleJob>(&*job)) {
            finish(*sample, write(*sample));
        } else {
            const auto& permutation = std::get<TrainingPlan::PermutationJob>(*job);
            m_sampler.permute(permutation.epoch, permutation.order);
            finish(permutation);
        }
    }
}

Result<StageTimes> LoaderState::write(const SampleJob& job)
{
    // The top of the worker's thread for all that is not ours.
    try {
        Result<StageTimes> outcome = job.source->write(job.key, job.target);
        if (!outcome && outcome.error().context.empty())
            outcome.error().context = nameOf(*job.source, job.key.sample);
        return outcome;
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Internal, std::string("preparing a sample threw: ") + exception.what(),
                    nameOf(*job.source, job.key.sample));
    } catch (...) {
        return fail(ErrorCode::Internal, "preparing a sample threw", nameOf(*job.source, job.key.sample));
    }
}

std::optional<LoaderState::Job> LoaderState::waitForJob()
{
    Lock lock(m_mutex);
    std::optional<Job> job;
    while (!m_stopping && !hasSurplusWorkers()) {
        job = claimJob();
        if (job)
            break;
        ++m_idleWorkers;
        lock.unlock();
        m_room.wait();
        lock.lock();
        m_workerCalled = false;
    }
    if (!job)
        --m_workers;
    const bool called = callWorker(); // there may be more to do; and a call that met a leaving worker is passed on
    lock.unlock();
    if (called)
        m_room.post();
    return job;
}

bool LoaderState::callWorker()
{
    if (m_workerCalled || m_idleWorkers == 0 || !hasJob())
        return false;
    --m_idleWorkers;
    m_workerCalled = true;
    return true;
}

int LoaderState::callSurplusWorkers()
{
    const int called = std::clamp(m_stopping ? m_idleWorkers : m_workers - m_settings.workers, 0, m_idleWorkers);
    m_idleWorkers -= called;
    return called;
}

std::optional<LoaderState::Job> LoaderState::claimJob()
{
    if (m_plan.wantsPermutation())
        return m_plan.claimPermutation();
    if (BatchRing* ring = claimableRing())
        return claimSample(*ring);
    return std::nullopt;
}

LoaderState::SampleJob LoaderState::claimSample(BatchRing& ring)
{
    const bool training = &ring == &m_training;
    if (ring.open() == nullptr) {
        BatchSlot& begun = ring.begin();
        if (training) {
            m_plan.begin(begun);
            begun.size = m_options.crop;
            begun.augmentation = m_settings.augmentation;
        } else {
            beginValidation(begun);
        }
        begun.settingsVersion = m_settingsVersion;
    }
    const BatchSlot& slot = *ring.open();
    const std::size_t position = ring.claim();
    return {training ? m_trainingSource.get() : m_validationSource.get(),
            {m_options.seed, slot.epoch, slot.samples[position], slot.augmentation},
            {slot.imageAt(position), slot.labelsAt(position), slot.size, m_options.memoryFormat},
            &ring,
            slot.id,
            position};
}

void LoaderState::finish(const SampleJob& job, Result<StageTimes> outcome)
{
    Lock lock(m_mutex);
    const bool hasToClose = !outcome && isSkippable(outcome.error())
                                ? job.ring->skip(job.slot, job.position, std::move(outcome.error()))
                                : job.ring->finish(job.slot, job.position, std::move(outcome));
    if (hasToClose) {
        BatchSlot& slot = job.ring->slot(job.slot);
        lock.unlock();
        closeUp(slot, static_cast<std::size_t>(m_options.minimumBatch));
        lock.lock();
        job.ring->closedUp(job.slot);
    }
    const bool isAwaited = m_awaited == job.ring && job.ring->frontReady();
    if (isAwaited)
        m_awaited = nullptr;
    lock.unlock();
    if (isAwaited)
        m_finished.post();
}

void LoaderState::finish(const TrainingPlan::PermutationJob&)
{
    const std::scoped_lock lock(m_mutex);
    m_plan.finishPermutation(); // this worker looks for its next job itself
}

void LoaderState::stop()
{
    Lock lock(m_mutex);
    m_stopping = true;
    const int called = callSurplusWorkers();
    lock.unlock();
    m_room.post(called);
}

bool LoaderState::isSkippable(const Error& error) const
{
    return m_options.onBadSample == BadSampleRule::Skip &&
           (error.code == ErrorCode::Data || error.code == ErrorCode::File);
}

bool LoaderState::isTrainingClaimable() const
{
    if (m_training.open() != nullptr)
        return true;
    return m_training.canBegin() && m_plan.ready() && (m_settings.crossEpoch || m_plan.epoch() <= m_askedEpoch);
}

bool LoaderState::isValidationClaimable() const
{
    if (m_nextPicture.epoch == m_options.endEpoch)
        return false;
    return m_validation.canBegin() && (m_settings.crossEpoch || m_nextPicture.epoch <= m_askedPass);
}

std::int64_t LoaderState::claimableTrainingEpoch() const
{
    return m_training.open() != nullptr ? m_training.open()->epoch : m_plan.epoch();
}

BatchRing* LoaderState::claimableRing()
{
    const bool training = isTrainingClaimable();
    const bool validation = isValidationClaimable();
    if (!training || !validation)
        return training ? &m_training : validation ? &m_validation : nullptr;
    // What the trainer is blocked on goes before the plan's order: it may have skipped or repeated a validation.
    if (m_awaited != nullptr && m_awaited->frontNeedsWorkers())
        return m_awaited == &m_training ? &m_training : &m_validation;
    return claimableTrainingEpoch() <= m_nextPicture.epoch ? &m_training : &m_validation;
}

void LoaderState::beginValidation(BatchSlot& slot)
{
    const auto sample = static_cast<std::size_t>(m_nextPicture.sample);
    slot.epoch = m_nextPicture.epoch;
    slot.index = m_nextPicture.sample;
    slot.lastOfEpoch = sample + 1 == m_pictures.size();
    slot.size = m_pictures[sample];
    slot.samples.push_back(m_nextPicture.sample);
    m_nextPicture = slot.lastOfEpoch ? Picture{slot.epoch + 1, 0} : Picture{slot.epoch, slot.index + 1};
}

void LoaderState::restartValidation(std::int64_t epoch)
{
    m_validation.discard();
    m_nextPicture = {epoch, 0};
    m_expectedPicture = {epoch, 0};
    m_validationSkips = {};
}

Result<Batch> LoaderState::nextTraining(const std::stop_token& stop)
{
    const Stopwatch sinceAsked;
    Lock lock(m_mutex);
    if (m_training.front() == nullptr && m_plan.atEnd())
        return fail(ErrorCode::Internal,
                    "a batch behind the last of the run's " + std::to_string(m_options.endEpoch) +
                        " epochs was asked for",
                    "loader");
    m_askedEpoch = m_training.front() != nullptr ? m_training.front()->epoch : m_plan.epoch();
    return deliver(m_training, std::move(lock), sinceAsked, stop);
}

Result<Batch> LoaderState::nextValidation(const std::stop_token& stop)
{
    const Stopwatch sinceAsked;
    if (m_pictures.empty())
        return fail(ErrorCode::Internal, "a validation picture was asked for, but there are none", "loader");
    Lock lock(m_mutex);
    if (m_expectedPicture.epoch != m_deliveredEpoch)
        restartValidation(m_deliveredEpoch);
    m_askedPass = m_deliveredEpoch;
    return deliver(m_validation, std::move(lock), sinceAsked, stop);
}

Result<Batch> LoaderState::deliver(BatchRing& ring, Lock lock, const Stopwatch& sinceAsked, const std::stop_token& stop)
{
    Skips& skips = &ring == &m_training ? m_trainingSkips : m_validationSkips;
    const int fill = ring.readyInOrder();
    for (;;) {
        if (!waitForFront(ring, lock, stop))
            return fail(ErrorCode::Cancelled, "stopped while waiting for a batch");
        BatchSlot& slot = ring.take();
        std::optional<Error> error = noteSkips(slot, skips);
        if (!error && slot.isPassedOver()) {
            ring.giveBack(slot.id);
            continue;
        }
        noteDelivered(slot, ring);
        BatchView view = this->view(slot);
        const int lease = 2 * slot.id + (&ring == &m_training ? 0 : 1);
        if (error)
            ring.giveBack(slot.id);
        const bool called = callWorker();
        lock.unlock();

        if (called)
            m_room.post();
        if (error)
            return std::unexpected(*std::move(error));
        view.queueFill = fill;
        view.waitMs = sinceAsked.milliseconds() + std::exchange(giveBackMs(lease), 0);
        return Batch(view, lease, shared_from_this());
    }
}

bool LoaderState::waitForFront(BatchRing& ring, Lock& lock, const std::stop_token& stop)
{
    if (ring.frontReady())
        return !stop.stop_requested();
    const std::stop_callback wake(stop, [this] { m_finished.post(); });
    const auto isLong = std::chrono::steady_clock::now() + m_options.longWait;
    bool isTold = false;
    while (!ring.frontReady() && !stop.stop_requested()) {
        m_awaited = &ring;
        const bool called = callWorker();
        lock.unlock();
        if (called)
            m_room.post();
        // A permit may be left from a wait that was stopped.
        bool isWoken = true;
        if (isTold)
            m_finished.wait();
        else
            isWoken = m_finished.waitUntil(isLong);
        lock.lock();
        m_awaited = nullptr;
        if (!isWoken && !ring.frontReady()) {
            isTold = true;
            tellLongWait(lock);
        }
    }
    return !stop.stop_requested();
}

void LoaderState::tellLongWait(Lock& lock) const
{
    // Whatever a worker is busy with may be what hangs: with all of them in one file, the batch wanted is not begun.
    const std::vector<std::int64_t> training = m_training.samplesInWork();
    const std::vector<std::int64_t> validation = m_validation.samplesInWork();
    lock.unlock();
    std::set<std::string> names;
    for (const std::int64_t sample : training)
        names.insert(nameOf(*m_trainingSource, sample));
    for (const std::int64_t sample : validation)
        names.insert(nameOf(*m_validationSource, sample));
    const LongWait wait{std::chrono::duration<double>(m_options.longWait).count(), {names.begin(), names.end()}};
    logLine(LogLevel::Warning, longWaitText(wait));
    if (m_options.onLongWait)
        m_options.onLongWait(wait);
    lock.lock();
}

std::optional<Error> LoaderState::noteSkips(BatchSlot& slot, Skips& skips)
{
    skips.inEpoch += static_cast<std::int64_t>(slot.skipped.size());
    if (!slot.skipped.empty() || !skips.unreported.empty()) {
        std::ranges::move(slot.skipped, std::back_inserter(skips.unreported));
        slot.skipped.clear();
        if (!slot.isPassedOver() && !slot.error)
            std::swap(slot.skipped, skips.unreported);
    }
    skips.isAnythingLeft = skips.isAnythingLeft || !slot.samples.empty();
    if (!slot.lastOfEpoch)
        return std::move(slot.error);

    const std::int64_t failed = std::exchange(skips.inEpoch, 0);
    const bool isAnythingLeft = std::exchange(skips.isAnythingLeft, false);
    if (slot.error || isAnythingLeft)
        return std::move(slot.error);
    for (const SkippedSample& sample : slot.skipped) // no batch will carry them
        logLine(LogLevel::Warning, "left out: " + sample.error.text());
    const Error& last = slot.skipped.back().error;
    const std::string pass = &skips == &m_trainingSkips ? "epoch " : "the validation after epoch ";
    return Error{ErrorCode::Data,
                 "nothing is left of " + pass + std::to_string(slot.epoch + 1) + ": " + std::to_string(failed) +
                     (failed == 1 ? " sample" : " samples") +
                     " could not be read, the last one because: " + last.message,
                 last.context, "mend or remove the files, or check the folder again"};
}

void LoaderState::noteDelivered(const BatchSlot& slot, const BatchRing& ring)
{
    if (&ring == &m_validation) {
        m_expectedPicture = slot.lastOfEpoch ? Picture{slot.epoch + 1, 0} : Picture{slot.epoch, slot.index + 1};
        return;
    }
    m_deliveredEpoch = slot.epoch;
    const bool left = m_expectedPicture.sample != 0;
    const bool skipped = m_expectedPicture.epoch < slot.epoch;
    if (left || skipped)
        restartValidation(slot.epoch);
}

BatchView LoaderState::view(const BatchSlot& slot) const
{
    BatchView view;
    view.epoch = slot.epoch;
    view.index = slot.index;
    view.lastOfEpoch = slot.lastOfEpoch;
    view.count = static_cast<int>(slot.samples.size());
    view.size = slot.size;
    view.memoryFormat = m_options.memoryFormat;
    view.channels = static_cast<int>(slot.channels);
    view.images = slot.images;
    view.labels = slot.labels;
    view.samples = slot.samples;
    view.skipped = slot.skipped;
    view.settingsVersion = slot.settingsVersion;
    view.stages = slot.stages;
    return view;
}

void LoaderState::giveBack(int lease)
{
    const Stopwatch watch;
    Lock lock(m_mutex);
    BatchRing& ring = lease % 2 == 0 ? m_training : m_validation;
    ring.giveBack(lease / 2);
    const bool called = callWorker();
    lock.unlock();
    if (called)
        m_room.post();
    giveBackMs(lease) += watch.milliseconds();
}

int LoaderState::wantMoreWorkers(int workers)
{
    const std::scoped_lock lock(m_mutex);
    m_settings.workers = std::max(m_settings.workers, workers);
    const int missing = m_settings.workers - std::min(m_workers, m_settings.workers);
    m_workers += missing;
    return missing;
}

void LoaderState::wantFewerWorkers(int workers, int unstarted)
{
    Lock lock(m_mutex);
    m_settings.workers = workers;
    m_workers -= unstarted;
    const int called = callSurplusWorkers();
    lock.unlock();
    m_room.post(called);
}

std::int64_t LoaderState::change(const LiveSettings& settings, const LoaderShape& shape)
{
    Lock lock(m_mutex);
    const int depth = m_training.shape().depth;
    m_training.grow(shape.training.depth);
    try {
        m_validation.grow(shape.validation.depth);
    } catch (...) {
        m_training.shrink(depth);
        throw;
    }
    m_training.shrink(shape.training.depth);
    m_validation.shrink(shape.validation.depth);
    m_settings = settings;
    const std::int64_t version = ++m_settingsVersion;
    const int called = callSurplusWorkers() + (callWorker() ? 1 : 0);
    lock.unlock();
    m_room.post(called);
    return version;
}

Result<LoaderShape> LoaderState::shapeFor(const LiveSettings& settings) const
{
    LoaderOptions options = m_options;
    options.workers = settings.workers;
    options.prefetchDepth = settings.prefetchDepth;
    Result<LoaderShape> shape = loaderShape(*m_trainingSource, m_validationSource.get(), options);
    if (!shape)
        return shape;
    if (Result<void> checked = checkMemory(*shape, options); !checked)
        return std::unexpected(std::move(checked.error()));
    return shape;
}

LiveSettings LoaderState::settings() const
{
    const std::scoped_lock lock(m_mutex);
    return m_settings;
}

LoaderStatus LoaderState::status() const
{
    const std::scoped_lock lock(m_mutex);
    return {m_training.readyInOrder(),
            m_settings.prefetchDepth,
            m_training.bytes() + m_validation.bytes(),
            m_workers,
            m_idleWorkers,
            abandonedReaderCount()};
}

} // namespace gapless
