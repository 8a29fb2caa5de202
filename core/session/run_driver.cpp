// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_driver.h"

#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "core/base/atomic_file.h"
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

RunDriver::RunDriver(const RunConfig& config, TrainingEngine& engine, SessionMailbox& mailbox,
                     const RunOutputs& outputs)
    : m_config(config)
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
    if (m_config.output.run.empty())
        return fail(ErrorCode::Config, "no run folder is given", "output.run",
                    "give a folder for the files of the run");
    auto folder = RunFolder::create(m_config.output.run, m_config);
    if (!folder)
        return std::unexpected(folder.error());
    m_folder = std::move(*folder);
    logLine(LogLevel::Info, "preparing the run in " + m_folder->path().string());

    auto plan = m_engine.prepare(m_config, m_stop);
    if (!plan)
        return std::unexpected(plan.error());
    m_plan = std::move(*plan);
    m_folder->write(m_plan);
    for (const std::string& note : m_plan.notes)
        logLine(LogLevel::Info, note);
    m_outputs.observer.runPrepared(m_plan);
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

Result<void> RunDriver::train()
{
    while (m_last.epoch < m_plan.epochs || !m_last.lastOfEpoch) {
        if (auto obeyed = obeyRequests(); !obeyed)
            return obeyed;
        if (auto step = trainOneStep(); !step)
            return step;
        if (!m_last.lastOfEpoch)
            continue;
        if (isStopRequested())
            return stopped();
        if (auto finished = finishEpoch(); !finished)
            return finished;
    }
    return {};
}

Result<void> RunDriver::trainOneStep()
{
    auto step = m_engine.step(m_stop);
    const double endedMs = activeMs();
    if (!step)
        return std::unexpected(step.error());
    step->residentBytes = residentBytes();
    step->elapsedSeconds = endedMs / 1000.0;

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
    if (record.validation) {
        m_validation = record.validation;
        const double meanIou = record.validation->meanIou;
        record.isBest = std::isfinite(meanIou) && (!m_bestMeanIou || meanIou > *m_bestMeanIou);
    }
    announce(record);
    if (record.isBest) {
        m_engine.setBest(record.validation->meanIou, record.epoch);
        if (auto saved = save(bestName); !saved)
            return saved;
        m_bestMeanIou = record.validation->meanIou;
        m_bestEpoch = record.epoch;
    }
    if (auto saved = save(lastName, record.isBest ? bestName : std::string_view()); !saved)
        return saved;
    if (!isStopRequested())
        inspect();
    flushMetrics();
    return {};
}

void RunDriver::announce(EpochRecord& record)
{
    record.elapsedSeconds = activeMs() / 1000.0;
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
        if (auto saved = save(lastName); !saved)
            return saved;
    if (requests.inspect)
        inspect();
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

/// `sameAs`: a checkpoint of these weights that is already written, which then has two names.
Result<void> RunDriver::save(std::string_view name, std::string_view sameAs)
{
    const std::filesystem::path file = m_folder->checkpoint(name);
    const double begunMs = activeMs();
    m_isSaving = true;
    auto saved =
        sameAs.empty() ? m_engine.saveCheckpoint(file) : linkFileAtomically(m_folder->checkpoint(sameAs), file);
    if (!saved)
        return saved;
    m_isSaving = false;
    m_boundary.book(&BoundaryRecord::checkpointMs, activeMs() - begunMs);
    if (name == lastName)
        m_savedStep = m_last.step;
    m_outputs.observer.checkpointWritten(file);
    return {};
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

RunState RunDriver::conclude(Result<void>& ended)
{
    if (ended)
        return RunState::Finished;
    if (ended.error().code == ErrorCode::Cancelled && isStopRequested()) {
        enter(RunState::Stopping);
        const bool isWanted = m_mailbox.stopMode() == StopMode::Save && m_last.step > 0 && m_savedStep != m_last.step;
        const Result<void> saved = isWanted ? withoutExceptions([this] { return save(lastName); }) : Result<void>();
        if (saved)
            return RunState::Cancelled;
        ended = saved;
        return RunState::Failed;
    }
    if (ended.error().code == ErrorCode::Cancelled)
        ended = fail(ErrorCode::Internal, "the engine ended without being asked to: " + ended.error().text());
    else if (mayBeSavedAfter(ended.error())) {
        const auto saved = withoutExceptions([this] { return save(lastName); });
        if (!saved)
            logLine(LogLevel::Warning, "the weights could not be saved after the failure: " + saved.error().text());
    }
    return RunState::Failed;
}

// Only where the weights are known to be those of the last good step: not when they may hold NaN, not when the engine
// stopped somewhere inside a step, and not when saving is what failed.
bool RunDriver::mayBeSavedAfter(const Error& error) const
{
    const bool isOutside =
        error.code == ErrorCode::Data || error.code == ErrorCode::File || error.code == ErrorCode::Config;
    return isOutside && !m_isSaving && m_last.step > 0 && m_savedStep != m_last.step;
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
    summary.bestMeanIou = m_bestMeanIou;
    summary.bestEpoch = m_bestEpoch;
    summary.elapsedSeconds = activeMs() / 1000.0;
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
    const bool isEmpty = m_folder && m_last.step == 0 && m_savedStep < 0 && outcome != RunState::Finished && isMendable;
    if (isEmpty)
        RunFolder::discard(std::move(m_folder));
    const RunSummary summary = summarise(outcome, ended);
    if (m_folder) {
        flushMetrics();
        if (auto written = m_folder->writeReport(summary); !written)
            logLine(LogLevel::Warning, "no report: " + written.error().text());
        logLine(LogLevel::Info, "the run has " + std::string(runStateName(outcome)) + " after " +
                                    std::to_string(summary.steps) + " steps");
        m_folder.reset();
    }
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
