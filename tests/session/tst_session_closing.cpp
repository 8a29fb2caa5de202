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

/// The session is destroyed in each state a run can be in; that the tests end at all is half of what they say.
class TstSessionClosing final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beforeAnyRun();
    void afterARun_data();
    void afterARun();
    void justAfterStart();
    void whilePreparing();
    void whileAStepIsComputed();
    void whileAWaitIsStalled();
    void whileValidating();
    void whilePaused();
    void whileDiscarding();
    void withoutAnObserver();
};

void TstSessionClosing::beforeAnyRun()
{
    SessionFixture f;
    f.session = std::make_unique<TrainingSession>(makeScriptedEngine(f.script), &f.observer);
    f.session.reset();
    QVERIFY(f.observer.record().events.empty());
}

void TstSessionClosing::afterARun_data()
{
    QTest::addColumn<bool>("fails");
    QTest::newRow("finished") << false;
    QTest::newRow("failed") << true;
}

void TstSessionClosing::afterARun()
{
    QFETCH(bool, fails);
    SessionFixture f;
    f.script.onStep = [fails](std::int64_t, std::stop_token) {
        return fails ? Result<void>(fail(ErrorCode::Data, "cut")) : Result<void>();
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const std::size_t events = f.observer.record().events.size();
    f.session.reset();
    QCOMPARE(f.observer.record().events.size(), events);
}

void TstSessionClosing::justAfterStart()
{
    for (int i = 0; i < 50; ++i) {
        SessionFixture f;
        QVERIFY(f.begin());
        f.session.reset();
        const auto record = f.observer.record();
        QCOMPARE(record.count("ended"), 1);
        QVERIFY(record.states.back() == RunState::Cancelled || record.states.back() == RunState::Finished);
    }
}

void TstSessionClosing::whilePreparing()
{
    Barrier never;
    std::atomic<int> released = 0;
    SessionFixture f;
    f.script.onRelease = [&] { ++released; };
    f.script.onPrepare = f.holdUntilStopped(never);
    QVERIFY(f.beginUntil(never));
    f.session.reset();
    QCOMPARE(f.observer.record().states, (States{RunState::Preparing, RunState::Stopping, RunState::Cancelled}));
    QCOMPARE(released.load(), 1);
}

void TstSessionClosing::whileAStepIsComputed()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = [&](std::int64_t number, std::stop_token stop) -> Result<void> {
        if (number == 2)
            step.arrive(stop); // the step goes on when the token is set
        return {};
    };
    QVERIFY(f.beginUntil(step));
    f.session.reset();
    QVERIFY(f.observer.record().states.back() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{2});
}

void TstSessionClosing::whileAWaitIsStalled()
{
    Barrier never;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.holdUntilStopped(never));
    QVERIFY(f.beginUntil(never));
    f.session.reset();
    QVERIFY(f.observer.record().states.back() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{1});
}

void TstSessionClosing::whileValidating()
{
    Barrier never;
    SessionFixture f;
    f.script.onValidate = f.holdUntilStopped(never);
    QVERIFY(f.beginUntil(never));
    f.session.reset();
    QVERIFY(f.observer.record().states.back() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{3});
}

void TstSessionClosing::whilePaused()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(step));
    QVERIFY(f.beginUntil(step));
    QVERIFY(f.pauseFrom(step));
    f.session.reset();
    QCOMPARE(f.observer.record().states, (States{RunState::Preparing, RunState::Running, RunState::Paused,
                                                 RunState::Stopping, RunState::Cancelled}));
    QCOMPARE(f.savedStep(), std::int64_t{2});
}

void TstSessionClosing::whileDiscarding()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(step));
    QVERIFY(f.beginUntil(step));
    f.session->requestStop(StopMode::Discard);
    step.open();
    f.session.reset();
    QVERIFY(f.observer.record().states.back() == RunState::Cancelled);
    QCOMPARE(f.savedStep(), std::int64_t{-1});
}

void TstSessionClosing::withoutAnObserver()
{
    SessionFixture f;
    TrainingSession session(makeScriptedEngine(f.script), nullptr);
    QVERIFY(session.start(f.config));
    session.waitUntilAtRest();
    QVERIFY(session.state() == RunState::Finished);
}

GAPLESS_TEST(TstSessionClosing, "session_closing")
#include "tst_session_closing.moc"
