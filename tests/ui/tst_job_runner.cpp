// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <memory>

#include <QSignalSpy>
#include <QThread>

#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "ui/bridge/job_runner.h"

using namespace gapless;
using namespace gapless::ui;

class TstJobRunner final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workRunsElsewhereAndItsOutcomeComesBack()
    {
        JobRunner jobs(2);
        QThread* worker = nullptr;
        QThread* teller = nullptr;
        jobs.start([] { return QThread::currentThread(); },
                   [&](QThread* thread) {
                       worker = thread;
                       teller = QThread::currentThread();
                   });
        QVERIFY(jobs.isBusy());
        QTRY_VERIFY(worker != nullptr);
        QVERIFY(worker != QThread::currentThread());
        QCOMPARE(teller, QThread::currentThread());
    }

    void itIsIdleOnceAllHasBeenTold()
    {
        test::Gate gate;
        JobRunner jobs(2);
        QSignalSpy idle(&jobs, &JobRunner::becameIdle);
        int told = 0;
        jobs.start([&gate] { gate.passUnstoppable(); }, [&told] { ++told; });
        jobs.start([] { return 1; }, [&told](int outcome) { told += outcome; });
        QTRY_COMPARE(told, 1);
        QVERIFY(jobs.isBusy());
        QCOMPARE(idle.count(), 0);
        gate.open();
        QTRY_COMPARE(idle.count(), 1);
        QCOMPARE(told, 2);
        QVERIFY(!jobs.isBusy());
    }

    void oneJobMayStartTheNext()
    {
        JobRunner jobs(1);
        QSignalSpy idle(&jobs, &JobRunner::becameIdle);
        bool isOver = false;
        jobs.start([] {},
                   [&] {
                       QVERIFY(!jobs.isBusy());
                       jobs.start([] {}, [&isOver] { isOver = true; });
                   });
        QTRY_VERIFY(isOver);
        QCOMPARE(idle.count(), 1);
    }

    void theEndWaitsForTheWorkAndTellsNothing()
    {
        test::Gate gate;
        std::atomic<bool> isDone = false;
        bool isTold = false;
        {
            JobRunner jobs(1);
            jobs.start(
                [&] {
                    gate.passUnstoppable();
                    isDone = true;
                },
                [&isTold] { isTold = true; });
            QTRY_COMPARE(gate.arrived(), 1);
            gate.open();
        }
        QVERIFY(isDone);
        QCoreApplication::processEvents();
        QVERIFY(!isTold);
    }
};

GAPLESS_TEST(TstJobRunner, "job_runner")
#include "tst_job_runner.moc"
