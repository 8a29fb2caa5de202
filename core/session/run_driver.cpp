// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_driver.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/base/process_memory.h"

namespace gapless
{

namespace
{

constexpr std::string_view bestName = "best";
constexpr std::string_view lastName = "last";

/// The top of the trainer thread, for exceptions that no engine should let out.
template<class Call>
Result<void> withoutExceptions(Call&& call)
{
    constexpr const char* remedy = "this is a fault of Gapless; log.txt in the run folder helps to report it";
    try {
        return std::forward<Call>(call)();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "there is not enough memory", "training",
                    "choose a smaller batch or a smaller crop, or smaller pictures for validation");
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, std::string("unexpected exception: ") + error.what(), "training engine",
                    remedy);
    } catch (...) {
        return fail(ErrorCode::Internal, "unexpected exception of unknown type", "training engine", remedy);
    }
}

std::unexpected<Error> stopped()
{
    return fail(ErrorCode::Cancelled, "stopped");
}

/// The one place that judges numbers of a run. An engine never updates its weights with such a step, but the forward
/// pass may have left NaN in batch normalisation's statistics, so nothing is saved.
Result<void> requireFinite(double value, std::string_view what, const StepRecord& record)
{
    if (std::isfinite(value))
        return {};
    return fail(ErrorCode::Numeric, "the " + std::string(what) + " is no longer a finite number",
                "epoch " + std::to_string(record.epoch) + ", step " + std::to_string(record.step),
                "lower the learning rate or the limit of gradient clipping; checkpoints written before are kept");
}

} // namespace

RunDriver::RunDriver(const RunOrder& order, TrainingEngine& engine, SessionMailbox& mailbox, const RunOutputs& outputs)
    : m_order(order)
    , m_config(order.config)
    , m_engine(engine)
    , m_mailbox(mailbox)
    , m_outputs(outputs)
    , m_stop(mailbox.stopToken())
    , m_clock(std::chrono::steady_clock::now())
{
}

void RunDriver::run()
{
    m_outputs.observer.stateChanged(RunState::Preparing);
    Result<void> ended = withoutExceptions([this] { return prepareAndTrain(); });
    const RunState outcome = conclude(ended);
    finish(outcome, ended);
}

Result<void> RunDriver::prepareAndTrain()
{
    if (auto prepared = prepare(); !prepared)
        return prepared;
    return train();
}

Result<void> RunDriver::prepare()
{
    if (isStopRequested())
        return stopped();
    if (auto opened = openFolder(); !opened)
        return opened;
    auto plan = m_order.isResumed() ? m_engine.resume(m_config, m_order.checkpoint, m_stop)
                                    : m_engine.prepare(m_config, m_stop);
    if (!plan)
        return std::unexpected(plan.error());
    if (auto begun = begin(std::move(*plan)); !begun)
        return begun;
    // Part of the preparation, so that pictures are there from the start and no measured interval holds it.
    inspect();

    const SessionMailbox::Requests requests = m_mailbox.take();
    if (requests.stop)
        return stopped();
    if (auto served = serve(requests); !served)
        return served;
    if (requests.pause)
        return pause();
    enter(RunState::Running);
    return {};
}

Result<void> RunDriver::openFolder()
{
    if (m_config.output.run.empty())
        return fail(ErrorCode::Config, "no run folder is given", "output.run",
                    "give a folder for the files of the run");
    auto folder =
        m_order.isResumed() ? RunFolder::reopen(m_config.output.run) : RunFolder::create(m_config.output.run, m_config);
    if (!folder)
        return std::unexpected(folder.error());
    m_folder = std::move(*folder);
    const char* begun = m_order.isResumed() ? "resuming the run in " : "preparing the run in ";
    logLine(LogLevel::Info, begun + m_folder->path().string());
    return {};
}

Result<void> RunDriver::begin(RunPlan plan)
{
    m_plan = std::move(plan);
    const TrainingConfig& training = m_config.training;
    const std::optional<BestBy> by = bestByOf(training.bestBy);
    if (!by)
        return fail(ErrorCode::Config, "\"" + training.bestBy + "\" is no score", "training.best_by",
                    "choose " + std::string(bestByChoices()));
    m_bestBy = *by;
    if (auto known = checkBestBy(m_bestBy, m_plan.classes); !known)
        return known;
    if (training.patience > 0 && m_plan.validationSamples == 0)
        return fail(ErrorCode::Config, "patience compares validations, and there are no pairs to validate on",
                    "training.patience", "hold out pairs, or set the patience to 0");
    if (m_order.isResumed()) {
        const Result<bool> hasBest = m_folder->continueFrom(m_order.checkpoint, m_plan.start, m_config);
        if (!hasBest)
            return std::unexpected(hasBest.error());
        if (!*hasBest) {
            RunProgress& progress = m_plan.start.progress;
            m_plan.notes.push_back("The best epoch so far, " + std::to_string(progress.bestEpoch) +
                                   ", has no checkpoint any more: the next validation is the best until a better one.");
            progress.bestScore.reset();
            progress.bestEpoch = 0;
        }
    }
    m_isBegun = true;
    const StartPoint& start = m_plan.start;
    m_progress = start.progress;
    m_best = start.progress;
    m_last.step = start.step;
    m_last.epoch = start.epoch + (start.isInEpoch ? 1 : 0);
    m_last.lastOfEpoch = !start.isInEpoch;
    if (m_order.isResumed()) {
        m_savedStep = start.step;
        m_isSavedDue = start.progress.isEpochDue;
        m_ledger.begin(start);
    }
    m_folder->write(m_plan);
    for (const std::string& note : m_plan.notes)
        logLine(LogLevel::Info, note);
    m_outputs.observer.runPrepared(m_plan);
    return {};
}

Result<void> RunDriver::train()
{
    if (m_progress.isEpochDue)
        if (auto finished = finishEpoch(); !finished)
            return finished;
    while ((m_last.epoch < m_plan.epochs || !m_last.lastOfEpoch) && !isPatienceOver()) {
        if (auto obeyed = obeyRequests(); !obeyed)
            return obeyed;
        if (auto step = trainOneStep(); !step)
            return step;
        if (auto saved = tellSaved(m_engine.takeSaved()); !saved)
            return saved;
        if (!m_last.lastOfEpoch) {
            if (auto saved = saveBetweenEpochs(); !saved)
                return saved;
            continue;
        }
        m_progress.isEpochDue = true;
        if (isStopRequested())
            return stopped();
        if (auto finished = finishEpoch(); !finished)
            return finished;
    }
    m_isEndedEarly = m_last.epoch < m_plan.epochs;
    if (m_isEndedEarly)
        logLine(LogLevel::Info, "ended early: no better " + bestByWords(m_bestBy) + " in " +
                                    std::to_string(m_config.training.patience) + " validations");
    return finishSaving();
}

bool RunDriver::isPatienceOver() const
{
    const int patience = m_config.training.patience;
    return patience > 0 && m_progress.withoutGain >= patience;
}

Result<void> RunDriver::trainOneStep()
{
    auto step = m_engine.step(m_stop);
    const double endedMs = activeMs();
    if (!step)
        return std::unexpected(step.error());
    step->residentBytes = residentBytes();
    step->elapsedSeconds = m_plan.start.progress.elapsedSeconds + endedMs / 1000.0;

    if (const auto boundary = m_boundary.close(endedMs - step->stepMs, step->waitMs)) {
        m_ledger.add(*boundary);
        m_folder->write(*boundary);
        m_outputs.observer.boundaryCrossed(*boundary);
    }
    m_last = *step;
    m_ledger.add(*step);
    if (step->lastOfEpoch)
        m_boundary.open(step->epoch, endedMs);
    if (step->images == 0)
        return {}; // the epoch's end, without a step
    m_folder->write(*step);
    m_outputs.steps.push(*step);

    if (auto finite = requireFinite(step->loss, "loss", *step); !finite)
        return finite;
    return requireFinite(step->gradientNorm, "gradient", *step);
}

Result<void> RunDriver::finishEpoch()
{
    EpochRecord record = m_ledger.currentEpoch();
    auto scores = validate();
    if (!scores) {
        announce(record); // the epoch's steps are done, whatever became of its scores
        return std::unexpected(scores.error());
    }
    record.validation = *scores;
    judge(record);
    m_progress.isEpochDue = false;
    announce(record);

    std::vector<std::string> names;
    if (record.isBest)
        names.emplace_back(bestName);
    names.emplace_back(lastName);
    if (m_config.output.keepEvery > 0 && record.epoch % m_config.output.keepEvery == 0)
        names.push_back(epochCheckpointName(record.epoch));
    if (auto saved = save(names); !saved)
        return saved;
    if (!isStopRequested())
        inspect();
    flushMetrics();
    return {};
}

void RunDriver::judge(EpochRecord& record)
{
    if (!record.validation)
        return;
    m_validation = record.validation;
    const std::optional<double> score = scoreBy(m_bestBy, *record.validation, m_plan.classes);
    const bool isGain = score && isBetter(m_bestBy, *score, m_progress.patienceScore, m_config.training.minimumChange);
    m_progress.withoutGain = isGain ? 0 : m_progress.withoutGain + 1;
    if (isGain)
        m_progress.patienceScore = score;
    record.isBest = score && isBetter(m_bestBy, *score, m_progress.bestScore);
    if (record.isBest) {
        m_progress.bestScore = score;
        m_progress.bestEpoch = record.epoch;
    }
}

void RunDriver::announce(EpochRecord& record)
{
    record.elapsedSeconds = elapsedSeconds();
    m_folder->write(record);
    m_outputs.observer.epochFinished(record);
}

Result<std::optional<Scores>> RunDriver::validate()
{
    if (m_plan.validationSamples == 0)
        return std::nullopt;
    const double begunMs = activeMs();
    auto scores = m_engine.validate(m_stop);
    m_boundary.book(&BoundaryRecord::validationMs, activeMs() - begunMs);
    if (!scores)
        return std::unexpected(scores.error());
    if (scores->loss)
        if (auto finite = requireFinite(*scores->loss, "validation loss", m_last); !finite)
            return std::unexpected(finite.error());
    return std::move(*scores);
}

Result<void> RunDriver::obeyRequests()
{
    const SessionMailbox::Requests requests = m_mailbox.take();
    if (requests.stop)
        return stopped();
    if (auto served = serve(requests); !served)
        return served;
    return requests.pause ? pause() : Result<void>();
}

Result<void> RunDriver::serve(const SessionMailbox::Requests& requests)
{
    if (requests.save)
        if (auto saved = save({std::string(lastName)}); !saved)
            return saved;
    if (requests.inspect)
        inspect();
    if (requests.picture)
        inspectPicture(*requests.picture);
    if (requests.settings)
        change(*requests.settings);
    return {};
}

// The run goes on under the old settings when the new ones cannot be had.
void RunDriver::change(const LiveSettings& settings)
{
    const Result<std::int64_t> version = m_engine.change(settings);
    if (!version) {
        logLine(LogLevel::Warning, "the settings stay as they are: " + version.error().text());
        m_outputs.observer.settingsRefused(version.error());
        return;
    }
    const SettingsChange change{settings, *version, m_last.step};
    m_folder->write(change);
    m_outputs.observer.settingsChanged(change);
}

Result<void> RunDriver::pause()
{
    m_clock.pause(std::chrono::steady_clock::now());
    flushMetrics();
    enter(RunState::Paused);
    while (true) {
        if (auto saved = finishSaving(); !saved) // nothing else is to be done
            return saved;
        const SessionMailbox::Requests requests = m_mailbox.takeWhilePaused();
        if (requests.stop)
            return stopped();
        if (auto served = serve(requests); !served)
            return served;
        if (!requests.pause)
            break;
    }
    enter(RunState::Running);
    m_clock.resume(std::chrono::steady_clock::now());
    return {};
}

Result<void> RunDriver::save(const std::vector<std::string>& names)
{
    std::vector<std::filesystem::path> files;
    files.reserve(names.size());
    for (const std::string& name : names)
        files.push_back(m_folder->checkpoint(name));
    RunProgress progress = m_progress;
    m_ledger.noteLoss(progress);
    progress.elapsedSeconds = elapsedSeconds();
    const double begunMs = activeMs();
    m_isSaving = true;
    if (auto copied = m_engine.saveCheckpoint(files, progress); !copied)
        return copied;
    m_isSaving = false;
    m_savedMs = activeMs();
    m_boundary.book(&BoundaryRecord::checkpointMs, m_savedMs - begunMs);
    m_savedStep = m_last.step;
    m_isSavedDue = m_progress.isEpochDue;
    return tellSaved(m_engine.takeSaved());
}

Result<void> RunDriver::saveBetweenEpochs()
{
    const double seconds = m_config.output.saveSeconds;
    if (seconds <= 0 || activeMs() - m_savedMs < 1000 * seconds)
        return {};
    flushMetrics();
    return save({std::string(lastName)});
}

Result<void> RunDriver::tellSaved(const std::vector<SaveOutcome>& outcomes)
{
    for (const SaveOutcome& outcome : outcomes) {
        if (outcome.error) {
            m_isSaving = true;
            return std::unexpected(*outcome.error);
        }
        if (outcome.file == m_folder->checkpoint(bestName))
            m_best = outcome.progress;
        m_outputs.observer.checkpointWritten(outcome.file);
    }
    return {};
}

Result<void> RunDriver::finishSaving()
{
    return tellSaved(m_engine.waitForSaved());
}

// Pictures are worth a warning, not a run.
void RunDriver::inspect()
{
    if (m_config.output.previews <= 0 || m_plan.validationSamples == 0)
        return;
    const double begunMs = activeMs();
    auto previews = m_engine.inspect(m_stop);
    m_boundary.book(&BoundaryRecord::inspectionMs, activeMs() - begunMs);
    if (previews)
        m_outputs.previews.set(std::move(*previews));
    else if (previews.error().code != ErrorCode::Cancelled)
        logLine(LogLevel::Warning, "no new previews: " + previews.error().text());
}

// Between two steps, so that it lies in no step's time; what it takes stands in a line of its own.
void RunDriver::inspectPicture(const InspectionRequest& request)
{
    const double begunMs = activeMs();
    Result<Inspection> seen = m_engine.inspectPicture(request);
    m_boundary.book(&BoundaryRecord::inspectionMs, activeMs() - begunMs);
    if (!seen) {
        Inspection failed;
        failed.request = request;
        failed.error = seen.error();
        failed.step = m_last.step;
        seen = std::move(failed);
    }
    m_folder->write(*seen);
    m_outputs.inspections.set(std::move(*seen));
}

RunState RunDriver::conclude(Result<void>& ended)
{
    if (ended)
        return RunState::Finished;
    const auto saveLast = [this]() -> Result<void> {
        if (auto begun = save({std::string(lastName)}); !begun)
            return begun;
        return finishSaving();
    };
    if (ended.error().code == ErrorCode::Cancelled && isStopRequested()) {
        enter(RunState::Stopping);
        const bool isWanted = m_mailbox.stopMode() == StopMode::Save && isUnsaved();
        const Result<void> saved = withoutExceptions([&] { return isWanted ? saveLast() : finishSaving(); });
        if (saved)
            return RunState::Cancelled;
        ended = saved;
        return RunState::Failed;
    }
    if (ended.error().code == ErrorCode::Cancelled)
        ended = fail(ErrorCode::Internal, "the engine ended without being asked to: " + ended.error().text());
    const bool isWanted = mayBeSavedAfter(ended.error());
    const auto saved = withoutExceptions([&] { return isWanted ? saveLast() : finishSaving(); });
    if (!saved && isWanted)
        logLine(LogLevel::Warning, "the weights could not be saved after the failure: " + saved.error().text());
    return RunState::Failed;
}

bool RunDriver::isUnsaved() const
{
    return m_folder && m_last.step > 0 && (m_savedStep != m_last.step || m_isSavedDue != m_progress.isEpochDue);
}

// Only where the weights are known to be those of the last good step: not when they may hold NaN, not when the engine
// stopped somewhere inside a step, and not when saving is what failed.
bool RunDriver::mayBeSavedAfter(const Error& error) const
{
    const bool isOutside =
        error.code == ErrorCode::Data || error.code == ErrorCode::File || error.code == ErrorCode::Config;
    return isOutside && !m_isSaving && isUnsaved();
}

RunSummary RunDriver::summarise(RunState outcome, const Result<void>& ended) const
{
    RunSummary summary = m_ledger.summary();
    summary.outcome = outcome;
    if (outcome == RunState::Failed)
        summary.failure = ended.error().text();
    summary.threads = m_plan.threads;
    summary.peakResidentBytes = peakResidentBytes();
    summary.validation = m_validation;
    summary.bestScore = m_best.bestScore;
    summary.bestEpoch = m_best.bestEpoch;
    summary.bestBy = m_config.training.bestBy;
    summary.isEndedEarly = m_isEndedEarly;
    summary.elapsedSeconds = elapsedSeconds();
    if (m_folder)
        summary.runFolder = m_folder->path();
    return summary;
}

void RunDriver::finish(RunState outcome, const Result<void>& ended)
{
    const auto released = withoutExceptions([this]() -> Result<void> {
        m_engine.release();
        return {};
    });
    if (!released)
        logLine(LogLevel::Error, released.error().text());
    if (outcome == RunState::Failed) {
        logLine(LogLevel::Error, ended.error().text());
        m_outputs.observer.runFailed(ended.error());
    }
    // Only what the user mends and tries again into the same folder: the log of a fault is kept.
    const bool isMendable = ended || ended.error().code == ErrorCode::Cancelled ||
                            ended.error().code == ErrorCode::Data || ended.error().code == ErrorCode::Config ||
                            ended.error().code == ErrorCode::Usage || ended.error().code == ErrorCode::OutOfMemory;
    const bool isEmpty = m_folder && !m_order.isResumed() && m_last.step == 0 && m_savedStep < 0 &&
                         outcome != RunState::Finished && isMendable;
    if (isEmpty)
        RunFolder::discard(std::move(m_folder));
    const RunSummary summary = summarise(outcome, ended);
    const bool isLeftAsItWas = m_order.isResumed() && !m_isBegun; // also its report
    if (m_folder && !isLeftAsItWas) {
        flushMetrics();
        if (auto written = m_folder->writeReport(summary); !written)
            logLine(LogLevel::Warning, "no report: " + written.error().text());
        logLine(LogLevel::Info, "the run has " + std::string(runStateName(outcome)) + " after " +
                                    std::to_string(summary.steps) + " steps");
    }
    m_folder.reset();
    enter(outcome);
    m_outputs.observer.runEnded(summary);
}

void RunDriver::enter(RunState state)
{
    m_mailbox.setState(state);
    m_outputs.observer.stateChanged(state);
}

void RunDriver::flushMetrics()
{
    const auto flushed = m_folder->flush();
    if (!flushed && !std::exchange(m_warnedOfMetrics, true))
        logLine(LogLevel::Warning, flushed.error().text());
}

} // namespace gapless
