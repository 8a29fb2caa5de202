// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QtTest/QtTest>

#include "core/session/scripted_engine.h"
#include "core/session/training_session.h"
#include "tests/support/barrier.h"
#include "tests/support/temporary_folder.h"

namespace gapless::test
{

/// Far above what any of these runs takes; reaching it is a failure.
inline constexpr std::chrono::seconds patience{30};

/// What a session told, in order; the test waits for parts of it.
class RecordingObserver final : public SessionObserver
{
public:
    struct Record
    {
        std::vector<RunState> states;
        std::vector<std::string>
            events; ///< "prepared", "epoch 1", "boundary 1", "saved last", "failed", "ended"; states by name
        std::vector<RunPlan> plans;
        std::vector<EpochRecord> epochs;
        std::vector<BoundaryRecord> boundaries;
        std::vector<SettingsChange> changes;
        std::vector<Error> refusals;
        std::vector<Error> failures;
        std::vector<RunSummary> summaries;
        std::set<std::thread::id> threads;

        [[nodiscard]] int count(const std::string& event) const
        {
            return static_cast<int>(std::ranges::count(events, event));
        }
    };

    void stateChanged(RunState state) override
    {
        add(std::string(runStateName(state)), [state](Record& record) { record.states.push_back(state); });
    }
    void runPrepared(const RunPlan& plan) override
    {
        add("prepared", [&](Record& record) { record.plans.push_back(plan); });
    }
    void epochFinished(const EpochRecord& epoch) override
    {
        add("epoch " + std::to_string(epoch.epoch), [&](Record& record) { record.epochs.push_back(epoch); });
    }
    void boundaryCrossed(const BoundaryRecord& boundary) override
    {
        add("boundary " + std::to_string(boundary.epoch),
            [&](Record& record) { record.boundaries.push_back(boundary); });
    }
    void settingsChanged(const SettingsChange& change) override
    {
        add("changed", [&](Record& record) { record.changes.push_back(change); });
    }
    void settingsRefused(const Error& error) override
    {
        add("refused", [&](Record& record) { record.refusals.push_back(error); });
    }
    void checkpointWritten(const std::filesystem::path& file) override
    {
        add("saved " + file.stem().string(), [](Record&) {});
    }
    void runFailed(const Error& error) override
    {
        add("failed with reason", [&](Record& record) { record.failures.push_back(error); });
    }
    void runEnded(const RunSummary& summary) override
    {
        add("ended", [&](Record& record) { record.summaries.push_back(summary); });
    }

    [[nodiscard]] Record record() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_record;
    }

    /// False when it has not been said so often within the limit.
    [[nodiscard]] bool waitFor(const std::string& event, int times = 1)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, patience, [&] { return m_record.count(event) >= times; });
    }

private:
    template<class Change>
    void add(std::string event, Change&& change)
    {
        const std::scoped_lock lock(m_mutex);
        m_record.events.push_back(std::move(event));
        m_record.threads.insert(std::this_thread::get_id());
        change(m_record);
        m_changed.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Record m_record; // guarded by m_mutex
};

/// Two epochs of three steps with validation, in a folder of their own, unless the test changes it before begin().
struct SessionFixture
{
    TemporaryFolder folder;
    EngineScript script;
    RunConfig config;
    RecordingObserver observer;
    std::unique_ptr<TrainingSession> session;

    SessionFixture()
    {
        script.plan.epochs = 2;
        script.plan.stepsPerEpoch = 3;
        script.plan.trainingSamples = 24;
        script.plan.validationSamples = 5;
        config.output.run = run().string();
        config.output.previews = 1;
    }

    [[nodiscard]] bool begin()
    {
        session = std::make_unique<TrainingSession>(makeScriptedEngine(script), &observer);
        return session->start(config);
    }
    /// The same, and waits until the run is held at `barrier` by one of the hooks below.
    [[nodiscard]] bool beginUntil(Barrier& barrier) { return begin() && barrier.waitForArrival(); }
    /// Goes on with the run from one of its checkpoints, in a session of its own.
    [[nodiscard]] bool resume(const std::string& name = "last")
    {
        session = std::make_unique<TrainingSession>(makeScriptedEngine(script), &observer);
        return session->resume(config, run() / "checkpoints" / (name + ".pt"));
    }
    /// Lets a held run go on into a pause.
    [[nodiscard]] bool pauseFrom(Barrier& barrier)
    {
        session->requestPause();
        barrier.open();
        return observer.waitFor("paused");
    }

    /// For onPrepare, onValidate, onInspect: held until the test opens the barrier.
    [[nodiscard]] static auto hold(Barrier& barrier)
    {
        return [&barrier](std::stop_token) -> Result<void> {
            barrier.arrive();
            return {};
        };
    }
    /// The same as a wait that the run's stop ends.
    [[nodiscard]] static auto holdUntilStopped(Barrier& barrier)
    {
        return [&barrier](std::stop_token stop) -> Result<void> {
            return barrier.arrive(std::move(stop)) ? Result<void>() : fail(ErrorCode::Cancelled, "stopped");
        };
    }
    /// For onStep: `hook` in one step, nothing in the others.
    template<class Hook>
    [[nodiscard]] static auto inStep(std::int64_t number, Hook hook)
    {
        return [number, hook](std::int64_t step, std::stop_token stop) -> Result<void> {
            return step == number ? hook(std::move(stop)) : Result<void>();
        };
    }

    [[nodiscard]] bool ends() const { return session->waitUntilAtRestFor(patience); }

    [[nodiscard]] std::filesystem::path run() const { return folder.path() / "run"; }
    [[nodiscard]] std::string textOf(const std::filesystem::path& file) const
    {
        std::ifstream stream(run() / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// The step whose weights a checkpoint holds; -1 when there is none.
    [[nodiscard]] std::int64_t savedStep(const std::string& name = "last") const
    {
        const std::string text = textOf("checkpoints/" + name + ".pt");
        const std::size_t at = text.find("step ");
        return at == std::string::npos ? -1 : std::stoll(text.substr(at + 5));
    }
};

using States = std::vector<RunState>;

} // namespace gapless::test

/// States print by name when a comparison fails.
namespace QTest
{
template<>
inline char* toString(const gapless::test::States& t)
{
    QByteArray text;
    for (const gapless::RunState state : t)
        text += QByteArray(gapless::runStateName(state).data()) + ' ';
    return qstrdup(text.constData());
}
} // namespace QTest
