// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_clock.h"

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace std::chrono_literals;

class TstRunClock final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pausesAreLeftOut();
    void itStandsStillWhilePaused();
    void aBoundaryIsSplitIntoItsParts();
    void aPauseInsideABoundaryIsInNoPart();
    void bookingOutsideOfABoundaryDoesNothing();
    void theRestIsNeverNegative();
    void aBoundaryIsClosedOnce();
};

namespace
{

const RunClock::TimePoint start{1000s};

} // namespace

void TstRunClock::pausesAreLeftOut()
{
    RunClock clock(start);
    QCOMPARE(clock.activeMs(start + 5s), 5000.0);
    clock.pause(start + 6s);
    clock.resume(start + 60s);
    QCOMPARE(clock.activeMs(start + 61s), 7000.0);
    clock.pause(start + 62s);
    clock.resume(start + 63s);
    QCOMPARE(clock.activeMs(start + 64s), 9000.0);
}

void TstRunClock::itStandsStillWhilePaused()
{
    RunClock clock(start);
    clock.pause(start + 2s);
    QCOMPARE(clock.activeMs(start + 9s), 2000.0);
    clock.pause(start + 10s); // a second pause does not move the first
    QCOMPARE(clock.activeMs(start + 11s), 2000.0);
}

void TstRunClock::aBoundaryIsSplitIntoItsParts()
{
    BoundaryMeter meter;
    meter.open(4, 1000);
    meter.book(&BoundaryRecord::validationMs, 200);
    meter.book(&BoundaryRecord::checkpointMs, 30);
    meter.book(&BoundaryRecord::checkpointMs, 10); // best, then last
    meter.book(&BoundaryRecord::inspectionMs, 5);
    const auto record = meter.close(1250, 3);
    QVERIFY(record);
    QCOMPARE(record->epoch, std::int64_t{4});
    QCOMPARE(record->validationMs, 200.0);
    QCOMPARE(record->checkpointMs, 40.0);
    QCOMPARE(record->inspectionMs, 5.0);
    QCOMPARE(record->waitMs, 3.0);
    QCOMPARE(record->otherMs, 2.0);
    QCOMPARE(record->totalMs(), 250.0);
    QCOMPARE(record->gapMs(), 5.0);
}

void TstRunClock::aPauseInsideABoundaryIsInNoPart()
{
    RunClock clock(start);
    BoundaryMeter meter;
    meter.open(1, clock.activeMs(start + 10s));
    clock.pause(start + 11s);
    const double begunMs = clock.activeMs(start + 12s);
    meter.book(&BoundaryRecord::checkpointMs, clock.activeMs(start + 14s) - begunMs); // saved while paused
    clock.resume(start + 100s);
    const auto record = meter.close(clock.activeMs(start + 101s), 500);
    QCOMPARE(record->checkpointMs, 0.0);
    QCOMPARE(record->totalMs(), 2000.0);
    QCOMPARE(record->otherMs, 1500.0);
}

void TstRunClock::bookingOutsideOfABoundaryDoesNothing()
{
    BoundaryMeter meter;
    meter.book(&BoundaryRecord::checkpointMs, 100);
    QVERIFY(!meter.close(10, 1));
    meter.open(1, 0);
    QCOMPARE(meter.close(10, 1)->checkpointMs, 0.0);
}

void TstRunClock::theRestIsNeverNegative()
{
    BoundaryMeter meter;
    meter.open(1, 100);
    QCOMPARE(meter.close(100.5, 0.7)->otherMs, 0.0);
}

void TstRunClock::aBoundaryIsClosedOnce()
{
    BoundaryMeter meter;
    meter.open(1, 0);
    QVERIFY(meter.close(1, 0));
    QVERIFY(!meter.close(2, 0));
}

GAPLESS_TEST(TstRunClock, "run_clock")
#include "tst_run_clock.moc"
