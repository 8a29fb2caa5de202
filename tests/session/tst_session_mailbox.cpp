// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_mailbox.h"

#include <thread>

#include <QObject>
#include <QtTest/QtTest>

#include "core/base/log.h"
#include "tests/session/session_fixture.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstSessionMailbox final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wishesAtRestAreNotKeptForTheNextRun();
    void aStopIsALevelAndWishesAreTakenOnce();
    void aResumeTakesBackAPauseThatIsNotActedOnYet();
    void discardIsNotTakenBackByALaterStop();
    void aStopEndsAPausedWait();
    void closingEndsTheWaitForARun();
    void aRunThatWasStartedIsHandedOutEvenWhenClosing();
    void waitingEndsOnlyWithTheRunsLastWord();
    void aRunMayStartFromTheEndOfAnother();
    void aForbiddenTransitionIsLogged();
};

namespace
{

void reach(SessionMailbox& mailbox, std::initializer_list<RunState> states)
{
    for (const RunState state : states)
        mailbox.setState(state);
}

} // namespace

void TstSessionMailbox::wishesAtRestAreNotKeptForTheNextRun()
{
    SessionMailbox mailbox;
    mailbox.postPause();
    mailbox.postSave();
    mailbox.postInspection();
    mailbox.postStop(StopMode::Discard);
    QVERIFY(mailbox.postStart({}));
    const auto requests = mailbox.take();
    QVERIFY(!requests.stop && !requests.pause && !requests.save && !requests.inspect);
    QVERIFY(mailbox.stopMode() == StopMode::Save);
}

void TstSessionMailbox::aStopIsALevelAndWishesAreTakenOnce()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    reach(mailbox, {RunState::Running});
    mailbox.postSave();
    mailbox.postInspection();
    mailbox.postPause();
    mailbox.postStop(StopMode::Save);
    QVERIFY(mailbox.stopToken().stop_requested());
    const auto first = mailbox.take();
    QVERIFY(first.stop && first.pause && first.save && first.inspect);
    const auto second = mailbox.take();
    QVERIFY(second.stop && second.pause && !second.save && !second.inspect);
}

void TstSessionMailbox::aResumeTakesBackAPauseThatIsNotActedOnYet()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    mailbox.postPause();
    mailbox.postResume();
    QVERIFY(!mailbox.take().pause);
}

void TstSessionMailbox::discardIsNotTakenBackByALaterStop()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    mailbox.postStop(StopMode::Save);
    mailbox.postStop(StopMode::Discard);
    mailbox.postStop(StopMode::Save);
    QVERIFY(mailbox.stopMode() == StopMode::Discard);
}

void TstSessionMailbox::aStopEndsAPausedWait()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    mailbox.postPause();
    reach(mailbox, {RunState::Paused});
    SessionMailbox::Requests requests;
    {
        const std::jthread trainer([&] { requests = mailbox.takeWhilePaused(); });
        mailbox.postStop(StopMode::Save);
    }
    QVERIFY(requests.stop);
}

void TstSessionMailbox::closingEndsTheWaitForARun()
{
    SessionMailbox mailbox;
    bool hasRun = true;
    {
        std::jthread trainer(
            [&](std::stop_token closing) { hasRun = mailbox.waitForRun(std::move(closing)).has_value(); });
        trainer.request_stop();
    }
    QVERIFY(!hasRun);
}

void TstSessionMailbox::aRunThatWasStartedIsHandedOutEvenWhenClosing()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    std::stop_source closing;
    closing.request_stop();
    QVERIFY(mailbox.waitForRun(closing.get_token()));
    QVERIFY(!mailbox.waitForRun(closing.get_token()));
}

void TstSessionMailbox::waitingEndsOnlyWithTheRunsLastWord()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
    QVERIFY(mailbox.postStart({}));
    QVERIFY(!mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
    reach(mailbox, {RunState::Running, RunState::Finished});
    QVERIFY(!mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
    const std::jthread trainer([&] { mailbox.runEnded(); });
    mailbox.waitUntilAtRest();
    QVERIFY(mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
}

void TstSessionMailbox::aRunMayStartFromTheEndOfAnother()
{
    SessionMailbox mailbox;
    QVERIFY(mailbox.postStart({}));
    QVERIFY(mailbox.waitForRun({}));
    QVERIFY(!mailbox.postStart({}));
    reach(mailbox, {RunState::Running, RunState::Finished});
    QVERIFY(mailbox.postStart({}));
    QVERIFY(mailbox.state() == RunState::Preparing);
    mailbox.runEnded(); // the first one's last word
    QVERIFY(!mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
    QVERIFY(mailbox.waitForRun({}));
    mailbox.runEnded();
    QVERIFY(mailbox.waitUntilAtRestFor(std::chrono::milliseconds(0)));
}

void TstSessionMailbox::aForbiddenTransitionIsLogged()
{
#ifndef NDEBUG
    QSKIP("a build with assertions ends here");
#else
    const test::TemporaryFolder folder;
    const auto log = LogFile::open(folder.path() / "log.txt");
    SessionMailbox mailbox;
    mailbox.setState(RunState::Finished);
    std::ifstream stream(folder.path() / "log.txt");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    QVERIFY2(text.contains("error internal error: the run went from idle to finished"), text.c_str());
#endif
}

GAPLESS_TEST(TstSessionMailbox, "session_mailbox")
#include "tst_session_mailbox.moc"
