// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/session/session_fixture.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::Barrier;
using test::SessionFixture;
using test::States;

class TstSessionStates final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunGoesThroughPreparingAndRunningToFinished();
    void startIsRefusedWhileARunGoesOn();
    void aPauseAskedForWhilePreparingIsHonoured();
    void aPauseTakenBackWhilePreparingIsForgotten();
    void aPauseActsBetweenTwoSteps();
    void savingWhilePausedActsAtOnce();
    void inspectingWhilePausedActsAtOnce();
    void savingWhileRunningActsBetweenTwoSteps();
    void stoppingFinishesTheStepAndSaves();
    void stoppingDuringAStalledWaitEndsIt();
    void stoppingAWaitThatTheEngineHoldsEndsIt();
    void stoppingWhilePausedSaves();
    void stoppingWhilePreparingLeavesTheFolderFree();
    void stoppingDuringValidationSavesTheEpochsLastStep();
    void discardingSavesNothing();
    void stoppingInAnEpochsLastStepLeavesTheEpochsEndOut();
    void anotherRunFollowsAnyEnd_data();
    void anotherRunFollowsAnyEnd();
    void everythingIsCalledOnOneThreadThatIsNotTheCallers();
};

void TstSessionStates::aRunGoesThroughPreparingAndRunningToFinished()
{
    SessionFixture f;
    f.session = std::make_unique<TrainingSession>(makeScriptedEngine(f.script), &f.observer);
    QVERIFY(f.session->state() == RunState::Idle);
    QVERIFY(f.session->waitUntilAtRestFor(std::chrono::milliseconds(0)));
    f.session->requestStop(); // nothing to stop: ignored
    f.session->requestPause();
    QVERIFY(f.session->start(f.config));
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Finished);
    const auto record = f.observer.record();
    QCOMPARE(record.states, (States{RunState::Preparing, RunState::Running, RunState::Finished}));
    QCOMPARE(record.events.back(), std::string("ended"));
    QCOMPARE(record.events[record.events.size() - 2], std::string("finished"));
    QVERIFY(record.summaries.at(0).outcome == RunState::Finished);
    QCOMPARE(f.session->steps().takeAll().size(), std::size_t{6});
    QCOMPARE(f.savedStep(), std::int64_t{6});
}

void TstSessionStates::startIsRefusedWhileARunGoesOn()
{
    Barrier preparing;
    SessionFixture f;
    f.script.onPrepare = f.hold(preparing);
    QVERIFY(f.begin());
    QVERIFY(f.session->state() == RunState::Preparing);
    QVERIFY(!f.session->start(f.config));
    preparing.open();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().count("prepared"), 1);
}

void TstSessionStates::aPauseAskedForWhilePreparingIsHonoured()
{
    Barrier preparing;
    SessionFixture f;
    f.script.onPrepare = f.hold(preparing);
    QVERIFY(f.beginUntil(preparing));
    f.session->requestPause();
    QVERIFY(f.session->state() == RunState::Preparing); // not acknowledged yet
    preparing.open();
    QVERIFY(f.observer.waitFor("paused"));
    QCOMPARE(f.observer.record().states, (States{RunState::Preparing, RunState::Paused}));
    QVERIFY(f.session->steps().takeAll().empty());
    QVERIFY(!f.session->start(f.config));
    f.session->requestResume();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states,
             (States{RunState::Preparing, RunState::Paused, RunState::Running, RunState::Finished}));
}

void TstSessionStates::aPauseTakenBackWhilePreparingIsForgotten()
{
    Barrier preparing;
    SessionFixture f;
    f.script.onPrepare = f.hold(preparing);
    QVERIFY(f.beginUntil(preparing));
    f.session->requestPause();
    f.session->requestResume();
    preparing.open();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().count("paused"), 0);
}

void TstSessionStates::aPauseActsBetweenTwoSteps()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    QVERIFY(f.pauseFrom(barrier));
    QCOMPARE(f.session->steps().takeAll().size(), std::size_t{2});
    f.session->requestPause(); // again: nothing new
    f.session->requestResume();
    QVERIFY(f.ends());
    QCOMPARE(f.session->steps().takeAll().size(), std::size_t{4});
    QCOMPARE(f.observer.record().states,
             (States{RunState::Preparing, RunState::Running, RunState::Paused, RunState::Running, RunState::Finished}));
}

void TstSessionStates::savingWhilePausedActsAtOnce()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    QVERIFY(f.pauseFrom(barrier));
    QCOMPARE(f.savedStep(), std::int64_t{-1});
    f.session->requestSave();
    QVERIFY(f.observer.waitFor("saved last"));
    QVERIFY(f.session->state() == RunState::Paused);
    QCOMPARE(f.savedStep(), std::int64_t{2});
    f.session->requestStop();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().count("saved last"), 1); // these weights are saved already
}

void TstSessionStates::inspectingWhilePausedActsAtOnce()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    QVERIFY(f.pauseFrom(barrier));
    const auto first = f.session->previews().take();
    QVERIFY(first);
    QCOMPARE(first->step, std::int64_t{0});
    f.session->requestInspection();
    std::shared_ptr<const PreviewSet> second;
    QTRY_VERIFY_WITH_TIMEOUT(second || (second = f.session->previews().take()), 30000);
    QCOMPARE(second->step, std::int64_t{2});
    QVERIFY(f.session->state() == RunState::Paused);
}

void TstSessionStates::savingWhileRunningActsBetweenTwoSteps()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestSave();
    barrier.open();
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.count("saved last"), 3); // once on demand, and at the end of both epochs
    const auto saved = std::ranges::find(record.events, "saved last");
    QVERIFY(saved < std::ranges::find(record.events, "epoch 1"));
}

void TstSessionStates::stoppingFinishesTheStepAndSaves()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestStop();
    barrier.open();
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.states, (States{RunState::Preparing, RunState::Running, RunState::Stopping, RunState::Cancelled}));
    QCOMPARE(f.session->steps().takeAll().size(), std::size_t{2});
    QCOMPARE(f.savedStep(), std::int64_t{2});
    QVERIFY(record.failures.empty());
    QVERIFY(record.summaries.at(0).outcome == RunState::Cancelled);
    QVERIFY(record.summaries.at(0).failure.empty());
}

void TstSessionStates::stoppingDuringAStalledWaitEndsIt()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    f.script.stallEverySteps = 3;
    f.script.stallTime = std::chrono::hours(1);
    QVERIFY(f.beginUntil(barrier));
    barrier.open();
    std::size_t steps = 0;
    QTRY_VERIFY_WITH_TIMEOUT((steps += f.session->steps().takeAll().size()) == 2, 30000);
    f.session->requestStop();
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{2});
}

void TstSessionStates::stoppingAWaitThatTheEngineHoldsEndsIt()
{
    Barrier never;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.holdUntilStopped(never));
    QVERIFY(f.beginUntil(never));
    f.session->requestStop();
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{1});
}

void TstSessionStates::stoppingWhilePausedSaves()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    QVERIFY(f.pauseFrom(barrier));
    f.session->requestStop();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, (States{RunState::Preparing, RunState::Running, RunState::Paused,
                                                 RunState::Stopping, RunState::Cancelled}));
    QCOMPARE(f.savedStep(), std::int64_t{2});
}

void TstSessionStates::stoppingWhilePreparingLeavesTheFolderFree()
{
    Barrier never;
    SessionFixture f;
    f.script.onPrepare = f.holdUntilStopped(never);
    QVERIFY(f.beginUntil(never));
    f.session->requestStop();
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, (States{RunState::Preparing, RunState::Stopping, RunState::Cancelled}));
    QVERIFY(!std::filesystem::exists(f.run()));
    QVERIFY(f.observer.record().summaries.at(0).runFolder.empty());
}

void TstSessionStates::stoppingDuringValidationSavesTheEpochsLastStep()
{
    Barrier never;
    SessionFixture f;
    f.script.onValidate = f.holdUntilStopped(never);
    QVERIFY(f.beginUntil(never));
    f.session->requestStop();
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{3});
    QCOMPARE(f.observer.record().epochs.size(), std::size_t{1}); // its steps are done; it has no scores
    QVERIFY(!f.observer.record().epochs.at(0).validation);
}

void TstSessionStates::discardingSavesNothing()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(5, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestStop(StopMode::Discard);
    f.session->requestStop(StopMode::Save); // as closing the window does: it does not take "discard" back
    barrier.open();
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{3}); // of the first epoch
    QCOMPARE(f.session->steps().takeAll().size(), std::size_t{5});
}

void TstSessionStates::stoppingInAnEpochsLastStepLeavesTheEpochsEndOut()
{
    Barrier barrier;
    SessionFixture f;
    f.script.plan.validationSamples = 0;
    f.script.onStep = f.inStep(3, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestStop(StopMode::Discard);
    barrier.open();
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Cancelled);
    QVERIFY(f.observer.record().epochs.empty());
    QCOMPARE(f.savedStep(), std::int64_t{-1});
}

void TstSessionStates::anotherRunFollowsAnyEnd_data()
{
    QTest::addColumn<int>("end");
    QTest::newRow("finished") << static_cast<int>(RunState::Finished);
    QTest::newRow("cancelled") << static_cast<int>(RunState::Cancelled);
    QTest::newRow("failed") << static_cast<int>(RunState::Failed);
}

void TstSessionStates::anotherRunFollowsAnyEnd()
{
    QFETCH(int, end);
    Barrier barrier;
    std::atomic<bool> isFirst = true;
    SessionFixture f;
    f.script.onStep = [&](std::int64_t step, std::stop_token) -> Result<void> {
        if (!isFirst || step != 2)
            return {};
        barrier.arrive();
        return end == static_cast<int>(RunState::Failed) ? Result<void>(fail(ErrorCode::Data, "cut")) : Result<void>();
    };
    QVERIFY(f.beginUntil(barrier));
    if (end == static_cast<int>(RunState::Cancelled))
        f.session->requestStop();
    barrier.open();
    QVERIFY(f.ends());
    QCOMPARE(static_cast<int>(f.session->state()), end);

    isFirst = false;
    f.session->steps().takeAll().clear();
    RunConfig second = f.config;
    second.output.run = (f.folder.path() / "second").string();
    QVERIFY(f.session->start(second));
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Finished);
    const auto steps = f.session->steps().takeAll();
    QCOMPARE(steps.size(), std::size_t{6});
    QCOMPARE(steps[0].step, std::int64_t{1});
    const auto record = f.observer.record();
    QCOMPARE(record.summaries.size(), std::size_t{2});
    QCOMPARE(record.summaries[1].steps, std::int64_t{6});
    QCOMPARE(record.summaries[1].runFolder, f.folder.path() / "second");
    QVERIFY(std::filesystem::exists(f.folder.path() / "second" / "report.json"));
}

void TstSessionStates::everythingIsCalledOnOneThreadThatIsNotTheCallers()
{
    SessionFixture f;
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const auto note = [&] {
        const std::scoped_lock lock(mutex);
        threads.insert(std::this_thread::get_id());
    };
    f.script.onPrepare = [&](std::stop_token) -> Result<void> { return note(), Result<void>(); };
    f.script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> { return note(), Result<void>(); };
    f.script.onValidate = [&](std::stop_token) -> Result<void> { return note(), Result<void>(); };
    f.script.onInspect = [&](std::stop_token) -> Result<void> { return note(), Result<void>(); };
    f.script.onSave = [&]() -> Result<void> { return note(), Result<void>(); };
    f.script.onRelease = note;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(threads.size(), std::size_t{1});
    QVERIFY(record.threads == threads);
    QVERIFY(!threads.contains(std::this_thread::get_id()));
}

GAPLESS_TEST(TstSessionStates, "session_states")
#include "tst_session_states.moc"
