// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/run_ledger.h"

#include <cmath>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

StepRecord stepOf(std::int64_t epoch, std::int64_t stepInEpoch, double waitMs, double stepMs)
{
    StepRecord record;
    record.epoch = epoch;
    record.stepInEpoch = stepInEpoch;
    record.step = (epoch - 1) * 2 + stepInEpoch;
    record.lastOfEpoch = stepInEpoch == 2;
    record.images = 4;
    record.waitMs = waitMs;
    record.stepMs = stepMs;
    return record;
}

} // namespace

class TstRunLedger final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneEpochGivesNoTimings();
    void theFirstEpochIsLeftOutOfAllTimings();
    void anEpochsFirstWaitBelongsToItsBoundary();
    void theEpochsLossIsWeightedByImages();
    void anEpochsFiguresAreItsOwn();
    void theBoundaryGapLeavesValidationOut();
    void theFirstEpochSeenIsTheOneLeftOut();
    void timeIsTheLastStepsTime();
    void samplesLeftOutAreCountedAndAnEmptyEndIsNoStep();
    void aResumedEpochsLossIsThatOfTheWholeEpoch();
};

// 0.7 and 0.8 over 256 images each before the stop, 0.9 over 10 after it: 0.7529, not 0.8 or 0.9.
void TstRunLedger::aResumedEpochsLossIsThatOfTheWholeEpoch()
{
    RunLedger before;
    for (const double loss : {0.7, 0.8}) {
        StepRecord step = stepOf(3, 1, 1, 100);
        step.images = 256;
        step.loss = loss;
        before.add(step);
    }
    StartPoint start{.step = 6, .epoch = 2, .isInEpoch = true, .progress = {}};
    before.noteLoss(start.progress);
    RunLedger ledger;
    ledger.begin(start);
    StepRecord last = stepOf(3, 2, 1, 100);
    last.step = 7;
    last.images = 10;
    last.loss = 0.9;
    ledger.add(last);
    QVERIFY(std::abs(ledger.currentEpoch().meanLoss - (0.7 * 256 + 0.8 * 256 + 0.9 * 10) / 522) < 1e-12);
    QCOMPARE(ledger.summary().epochs, std::int64_t{3});
    QCOMPARE(ledger.summary().steps, std::int64_t{7});
    QVERIFY(!ledger.summary().stepMs); // the first epoch since the resume is left out
    ledger.add(stepOf(4, 1, 1, 100));
    QCOMPARE(ledger.currentEpoch().meanLoss, 0.0);
    QVERIFY(ledger.summary().stepMs);
}

void TstRunLedger::oneEpochGivesNoTimings()
{
    RunLedger ledger;
    ledger.add(stepOf(1, 1, 5, 100));
    ledger.add(stepOf(1, 2, 5, 100));
    const RunSummary summary = ledger.summary();
    QCOMPARE(summary.steps, std::int64_t{2});
    QCOMPARE(summary.epochs, std::int64_t{1});
    QVERIFY(!summary.imagesPerSecond && !summary.stepMs && !summary.waitMs && !summary.boundaryMs &&
            !summary.boundaryParts && !summary.stallShare);
}

void TstRunLedger::theFirstEpochIsLeftOutOfAllTimings()
{
    RunLedger ledger;
    ledger.add(stepOf(1, 1, 5000, 90000));
    ledger.add(stepOf(1, 2, 5000, 90000));
    ledger.add(stepOf(2, 1, 0, 100));
    ledger.add(stepOf(2, 2, 50, 50));
    const RunSummary summary = ledger.summary();
    QCOMPARE(summary.imagesPerSecond.value(), 40.0); // 8 images in 200 ms
    QCOMPARE(summary.stallShare.value(), 0.25);
    QCOMPARE(summary.stepMs->max, 100.0);
    QCOMPARE(summary.stepMs->median, 75.0);
    QCOMPARE(summary.waitMs->max, 50.0);
}

void TstRunLedger::anEpochsFirstWaitBelongsToItsBoundary()
{
    RunLedger ledger;
    ledger.add(stepOf(1, 1, 0, 100));
    ledger.add(stepOf(1, 2, 0, 100));
    ledger.add(stepOf(2, 1, 300, 50));
    ledger.add(stepOf(2, 2, 1, 49));
    const RunSummary summary = ledger.summary();
    QCOMPARE(summary.waitMs->max, 1.0);
    QCOMPARE(summary.stallShare.value(), 301.0 / 400.0);
    QCOMPARE(summary.imagesPerSecond.value(), 20.0);
}

// Lightning-AI/pytorch-lightning#2924: 0.7 and 0.8 over 256 images each, 0.9 over 10.
void TstRunLedger::theEpochsLossIsWeightedByImages()
{
    RunLedger ledger;
    for (const auto& [loss, images] : {std::pair{0.7, 256}, {0.8, 256}, {0.9, 10}}) {
        StepRecord record = stepOf(1, 1, 0, 1);
        record.loss = loss;
        record.images = images;
        ledger.add(record);
    }
    QVERIFY(qAbs(ledger.currentEpoch().meanLoss - 393.0 / 522.0) < 1e-12);
}

void TstRunLedger::anEpochsFiguresAreItsOwn()
{
    RunLedger ledger;
    ledger.add(stepOf(1, 1, 900, 100));
    ledger.add(stepOf(1, 2, 900, 100));
    StepRecord last = stepOf(2, 1, 25, 75);
    last.loss = 2;
    last.elapsedSeconds = 12;
    ledger.add(last);
    const EpochRecord epoch = ledger.currentEpoch();
    QCOMPARE(epoch.epoch, std::int64_t{2});
    QCOMPARE(epoch.step, std::int64_t{3});
    QCOMPARE(epoch.meanLoss, 2.0);
    QCOMPARE(epoch.imagesPerSecond, 40.0);
    QCOMPARE(epoch.stallShare, 0.25);
    QCOMPARE(epoch.elapsedSeconds, 12.0);
}

void TstRunLedger::theBoundaryGapLeavesValidationOut()
{
    RunLedger ledger;
    ledger.add(BoundaryRecord{1, 1000, 100, 10, 1, 0.5});
    ledger.add(BoundaryRecord{2, 3000, 300, 30, 3, 1.5});
    const RunSummary summary = ledger.summary();
    QCOMPARE(summary.boundaryMs->median, 3.0);
    QCOMPARE(summary.boundaryMs->max, 4.5);
    QCOMPARE(summary.boundaryParts->validationMs, 2000.0);
    QCOMPARE(summary.boundaryParts->checkpointMs, 200.0);
    QCOMPARE(summary.boundaryParts->inspectionMs, 20.0);
    QCOMPARE(summary.boundaryParts->waitMs, 2.0);
    QCOMPARE(summary.boundaryParts->otherMs, 1.0);
}

void TstRunLedger::theFirstEpochSeenIsTheOneLeftOut()
{
    RunLedger ledger;
    ledger.add(stepOf(5, 1, 0, 900));
    ledger.add(stepOf(5, 2, 0, 900));
    QVERIFY(!ledger.summary().stepMs);
    ledger.add(stepOf(6, 1, 0, 100));
    QCOMPARE(ledger.summary().stepMs->max, 100.0);
    QVERIFY(!ledger.summary().waitMs); // the only wait is that of the boundary
}

void TstRunLedger::timeIsTheLastStepsTime()
{
    RunLedger ledger;
    for (const double seconds : {10.0, 20.0}) {
        StepRecord record = stepOf(1, 1, 0, 1);
        record.elapsedSeconds = seconds;
        ledger.add(record);
    }
    QCOMPARE(ledger.summary().elapsedSeconds, 20.0);
}

void TstRunLedger::samplesLeftOutAreCountedAndAnEmptyEndIsNoStep()
{
    RunLedger ledger;
    for (const std::int64_t epoch : {1, 2}) {
        StepRecord step = stepOf(epoch, 1, 0, 100);
        step.loss = 3;
        step.skipped = 1;
        ledger.add(step);
        StepRecord end = stepOf(epoch, 2, 100, 0);
        end.step = step.step;
        end.images = 0;
        end.skipped = 4;
        ledger.add(end);
    }
    const RunSummary summary = ledger.summary();
    QCOMPARE(summary.steps, std::int64_t{2});
    QCOMPARE(summary.epochs, std::int64_t{2});
    QCOMPARE(summary.skippedSamples, std::int64_t{10});
    QCOMPARE(summary.stepMs->median, 100.0);
    QVERIFY(!summary.waitMs);
    QCOMPARE(summary.stallShare.value(), 0.5); // the wait for nothing was one all the same
    QCOMPARE(ledger.currentEpoch().meanLoss, 3.0);
}

GAPLESS_TEST(TstRunLedger, "run_ledger")
#include "tst_run_ledger.moc"
