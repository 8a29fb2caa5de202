// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/latest_value.h"
#include "core/base/result.h"
#include "core/base/sample_channel.h"
#include "core/config/live_settings.h"
#include "core/config/run_config.h"
#include "core/session/training_engine.h"
#include "core/types/epoch_record.h"
#include "core/types/long_wait.h"
#include "core/types/inspection.h"
#include "core/types/preview.h"
#include "core/types/run_plan.h"
#include "core/types/run_state.h"
#include "core/types/run_summary.h"
#include "core/types/step_record.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace gapless
{

/// Rare events of a run. Called on the trainer thread; must return quickly and must not call the session.
class SessionObserver
{
public:
    virtual ~SessionObserver() = default;
    virtual void stateChanged(RunState state) { (void)state; }
    virtual void runPrepared(const RunPlan& plan) { (void)plan; }
    virtual void epochFinished(const EpochRecord& record) { (void)record; }
    /// When the first step after the boundary has started, so one step after epochFinished().
    virtual void boundaryCrossed(const BoundaryRecord& record) { (void)record; }
    virtual void settingsChanged(const SettingsChange& change) { (void)change; }
    /// A change that was asked for and could not be made; the old settings stay.
    virtual void settingsRefused(const Error& error) { (void)error; }
    /// The trainer is blocked on a batch that does not come, and goes on waiting.
    virtual void waitsLong(const LongWait& wait) { (void)wait; }
    virtual void checkpointWritten(const std::filesystem::path& file) { (void)file; }
    /// Before the state becomes Failed.
    virtual void runFailed(const Error& error) { (void)error; }
    /// After the state has become Finished, Cancelled or Failed.
    virtual void runEnded(const RunSummary& summary) { (void)summary; }
};

enum class StopMode {
    Save,    ///< finish the step, write "last"
    Discard, ///< finish the step, write nothing
};

/// One run after another on a thread of its own (the trainer thread): drives the engine, keeps the state machine,
/// measures the boundaries, fills the run folder. The engine, the observer and the files are touched by the trainer
/// thread only.
///
/// Public methods: one controlling thread (the window's, or main), none of them waits but waitUntilAtRest() and the
/// destructor. Commands go to a mailbox that the trainer reads between steps; one that makes no sense in the present
/// state is ignored.
class TrainingSession final
{
public:
    /// The observer must outlive the session; null is allowed.
    TrainingSession(std::unique_ptr<TrainingEngine> engine, SessionObserver* observer);
    /// Stops a run in mid-course as requestStop(StopMode::Save) does and waits for the trainer thread.
    ~TrainingSession();
    TrainingSession(const TrainingSession&) = delete;
    TrainingSession& operator=(const TrainingSession&) = delete;

    /// False when a run is going on. The state becomes Preparing before it returns.
    bool start(const RunConfig& config);
    /// The same for the run that lies in the configuration's run folder, from one of its checkpoints on.
    bool resume(const RunConfig& config, const std::filesystem::path& checkpoint);
    void requestPause();
    void requestResume();
    void requestStop(StopMode mode = StopMode::Save);
    /// Between two steps; while paused at once.
    void requestSave();
    void requestInspection();
    /// As requestSave(); the answer, also where it is an error, lies in inspections().
    void requestPicture(const InspectionRequest& request);
    /// As requestSave(); also while preparing, then before the first step. The observer is told the outcome.
    void requestSettings(const LiveSettings& settings);

    /// Acknowledged by the trainer; any thread.
    [[nodiscard]] RunState state() const;
    /// Blocks until the run has ended (at once when none is going on) and runEnded() has returned.
    void waitUntilAtRest();
    /// As waitUntilAtRest(), for at most so long; false when the run still goes on then.
    [[nodiscard]] bool waitUntilAtRestFor(std::chrono::milliseconds limit);

    /// Emptied by one reader.
    [[nodiscard]] SampleChannel<StepRecord>& steps() { return m_steps; }
    [[nodiscard]] LatestValue<PreviewSet>& previews() { return m_previews; }
    [[nodiscard]] LatestValue<Inspection>& inspections() { return m_inspections; }

private:
    class Trainer;

    SampleChannel<StepRecord> m_steps;
    LatestValue<PreviewSet> m_previews;
    LatestValue<Inspection> m_inspections;
    std::unique_ptr<Trainer> m_trainer;
};

} // namespace gapless
