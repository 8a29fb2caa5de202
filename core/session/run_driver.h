// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/best_by.h"
#include "core/measure/run_ledger.h"
#include "core/session/run_clock.h"
#include "core/session/run_folder.h"
#include "core/session/run_order.h"
#include "core/session/session_mailbox.h"
#include "core/session/training_engine.h"
#include "core/session/training_session.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// Where a run's records go; all outlive it.
struct RunOutputs
{
    SessionObserver& observer;
    SampleChannel<StepRecord>& steps;
    LatestValue<PreviewSet>& previews;
    LatestValue<Inspection>& inspections;
};

/// One run from Preparing to its end: decides what the engine does next, measures it and writes it down. Internal to
/// core/session, trainer thread.
class RunDriver final
{
public:
    RunDriver(const RunOrder& order, TrainingEngine& engine, SessionMailbox& mailbox, const RunOutputs& outputs);
    void run();

private:
    [[nodiscard]] Result<void> prepareAndTrain();
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> openFolder();
    [[nodiscard]] Result<void> begin(RunPlan plan);
    [[nodiscard]] Result<void> train();
    [[nodiscard]] Result<void> trainOneStep();
    [[nodiscard]] Result<void> finishEpoch();
    void judge(EpochRecord& record);
    void announce(EpochRecord& record);
    [[nodiscard]] Result<std::optional<Scores>> validate();
    [[nodiscard]] Result<void> obeyRequests();
    [[nodiscard]] Result<void> serve(const SessionMailbox::Requests& requests);
    [[nodiscard]] Result<void> pause();
    /// Of one content, the first name first.
    [[nodiscard]] Result<void> save(const std::vector<std::string>& names);
    [[nodiscard]] Result<void> saveBetweenEpochs();
    /// Tells of files written since the last call, and gives the first error.
    [[nodiscard]] Result<void> tellSaved(const std::vector<SaveOutcome>& outcomes);
    [[nodiscard]] Result<void> finishSaving();
    void inspect();
    void inspectPicture(const InspectionRequest& request);
    void change(const LiveSettings& settings);

    [[nodiscard]] RunState conclude(Result<void>& ended);
    /// Something has happened that "last" does not know.
    [[nodiscard]] bool isUnsaved() const;
    [[nodiscard]] bool mayBeSavedAfter(const Error& error) const;
    void sayFailed(const Error& error);
    [[nodiscard]] RunSummary summarise(RunState outcome, const Result<void>& ended) const;
    void finish(RunState outcome, const Result<void>& ended);

    void enter(RunState state);
    [[nodiscard]] bool isStopRequested() const { return m_stop.stop_requested(); }
    [[nodiscard]] double activeMs() const { return m_clock.activeMs(std::chrono::steady_clock::now()); }
    /// Of the whole run, also before it was resumed.
    [[nodiscard]] double elapsedSeconds() const { return m_plan.start.progress.elapsedSeconds + activeMs() / 1000.0; }
    [[nodiscard]] bool isPatienceOver() const;
    void flushMetrics();

    const RunOrder& m_order;
    const RunConfig& m_config;
    TrainingEngine& m_engine;
    SessionMailbox& m_mailbox;
    const RunOutputs& m_outputs;
    const std::stop_token m_stop;

    std::unique_ptr<RunFolder> m_folder;
    RunPlan m_plan;
    RunLedger m_ledger;
    RunClock m_clock;
    BoundaryMeter m_boundary;
    StepRecord m_last; ///< the newest step; before the first, where the run starts
    std::optional<Scores> m_validation;
    BestBy m_bestBy;
    RunProgress m_progress; ///< without what the ledger and the clock know
    RunProgress m_best;     ///< what the newest "best" on the disk says
    double m_savedMs = 0;   ///< when the last save was begun
    bool m_isEndedEarly = false;
    bool m_isBegun = false;        ///< the folder is this run's to write into
    std::int64_t m_savedStep = -1; ///< step whose weights are in "last"; -1: nothing saved
    bool m_isSavedDue = false;     ///< what isEpochDue was then
    bool m_isSaving = false;       ///< a failure now is one of saving
    bool m_warnedOfMetrics = false;
};

} // namespace gapless
