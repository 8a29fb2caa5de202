// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console.h"
#include "app/time_left.h"
#include "core/base/sample_channel.h"
#include "core/session/training_session.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gapless::cli
{

using RunEvent = std::variant<RunPlan, EpochRecord, BoundaryRecord, Error, RunSummary>;

/// Carries the rare events of a run from the trainer thread to the main thread, in order.
class RunEvents final : public SessionObserver
{
public:
    // Trainer thread
    void runPrepared(const RunPlan& plan) override { m_events.push(plan); }
    void epochFinished(const EpochRecord& record) override { m_events.push(record); }
    void boundaryCrossed(const BoundaryRecord& record) override { m_events.push(record); }
    void runFailed(const Error& error) override { m_events.push(error); }
    void runEnded(const RunSummary& summary) override { m_events.push(summary); }

    // Main thread
    [[nodiscard]] std::vector<RunEvent> takeAll() { return m_events.takeAll(); }

private:
    SampleChannel<RunEvent> m_events;
};

/// Shows a run on standard error while it goes on: one line that is written over again on a terminal, else a line for
/// each epoch. Main thread.
class RunReporter final
{
public:
    explicit RunReporter(RunConfig config)
        : m_config(std::move(config))
    {
    }

    void show(const std::vector<StepRecord>& steps);
    void show(const std::vector<RunEvent>& events);
    /// The progress line goes away, the text stays.
    void tell(std::string_view text);

    /// Scores, run folder and checkpoints, or the reason of the failure; with `json` the summary as the last line of
    /// standard output. Returns the exit code, 128 + `signal` after a stop.
    [[nodiscard]] int finish(bool json, int signal);

private:
    void show(const RunPlan& plan);
    void show(const EpochRecord& record);
    void show(const BoundaryRecord& record) { m_timeLeft.add(record); }
    void show(const Error& error) { m_error = error; }
    void show(const RunSummary& summary) { m_summary = summary; }
    /// The mean IoU, and the score that decides which epoch is the best where that is another.
    [[nodiscard]] std::string scoreText(const Scores& scores) const;
    [[nodiscard]] std::string progressText(const StepRecord& record) const;
    [[nodiscard]] std::vector<std::string> outcomeLines() const;

    RunConfig m_config;
    RunPlan m_plan;
    TimeLeft m_timeLeft;
    ProgressLine m_line;
    double m_epochImages = 0;
    double m_epochWaitMs = 0;
    double m_epochStepMs = 0;
    std::optional<Error> m_error;
    std::optional<RunSummary> m_summary;
};

} // namespace gapless::cli
