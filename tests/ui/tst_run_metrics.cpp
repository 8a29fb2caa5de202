// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "tests/support/test_main.h"
#include "ui/models/run_metrics.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

StepRecord step(std::int64_t number, double waitMs, double stepMs)
{
    StepRecord record;
    record.step = number;
    record.epoch = (number - 1) / 10 + 1;
    record.stepInEpoch = (number - 1) % 10 + 1;
    record.images = 8;
    record.loss = 1;
    record.waitMs = waitMs;
    record.stepMs = stepMs;
    record.residentBytes = 1'000'000'000 + 1'000 * (number % 3);
    return record;
}

RunPlan plan()
{
    RunPlan result;
    result.epochs = 5;
    result.stepsPerEpoch = 10;
    return result;
}

} // namespace

class TstRunMetrics final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ratesCountStepsAndTheirWaits()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        metrics.add(step(1, 20, 80));
        QCOMPARE(metrics.imagesPerSecond.last(), std::optional(80.0));
        // The first step's wait fills the queue and is no stall.
        QVERIFY(!metrics.stallShare());
        metrics.add(step(2, 25, 75));
        QCOMPARE(metrics.stallShare(), std::optional(0.25));
        QCOMPARE(metrics.stallPercent.last(), std::optional(25.0));
        QCOMPARE(metrics.peakResidentBytes(), 1'000'002'000);
    }

    void timeLeftIsALowerBoundUntilValidationHasBeenTimed()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        metrics.add(step(1, 0, 100));
        QVERIFY(!metrics.timeLeft());
        for (int number = 2; number <= 10; ++number)
            metrics.add(step(number, 0, 100));
        QVERIFY(metrics.timeLeft()->isLowerBound);
        QCOMPARE(metrics.timeLeft()->seconds, 4.0);

        EpochRecord epoch;
        epoch.epoch = 1;
        epoch.step = 10;
        epoch.validation.emplace();
        epoch.validation->loss = 0.5;
        epoch.validation->meanIou = 0.6;
        epoch.isBest = true;
        metrics.add(epoch);
        metrics.add(BoundaryRecord{.epoch = 1, .validationMs = 900, .checkpointMs = 100});
        // Four epochs of steps (4 s) and four times what follows an epoch (1 s).
        QVERIFY(!metrics.timeLeft()->isLowerBound);
        QCOMPARE(metrics.timeLeft()->seconds, 8.0);
        QCOMPARE(metrics.bestMeanIou(), std::optional(0.6));
        QVERIFY(metrics.validationLoss.points() == std::vector<SeriesPoint>({{10, 0.5}}));
        QVERIFY(metrics.meanIou.points() == std::vector<SeriesPoint>({{1, 0.6}}));
    }

    void epochsWithoutValidationAddNoScore()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        EpochRecord epoch;
        epoch.epoch = 1;
        metrics.add(epoch);
        QCOMPARE(metrics.epochsFinished(), 1);
        QVERIFY(metrics.meanIou.isEmpty() && metrics.validationLoss.isEmpty());
    }

    void theOptimizerAndTheQueueHaveCurves()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        StepRecord record = step(1, 1, 9);
        record.learningRate = 0.01;
        record.gradientNorm = std::numeric_limits<double>::infinity();
        record.queueFill = 3;
        metrics.add(record);
        QCOMPARE(metrics.learningRate.last(), std::optional(0.01));
        QCOMPARE(metrics.gradientNorm.gapCount(), std::size_t{1});
        QCOMPARE(metrics.queueFill.last(), std::optional(3.0));
    }

    void whatIsNotKnownIsNoGap()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        StepRecord first = step(1, 0, 0);
        first.loss = std::numeric_limits<double>::quiet_NaN();
        metrics.add(first);
        // The loss was not finite; there is no share, no rate and no average yet.
        QCOMPARE(metrics.loss.gapCount(), std::size_t{1});
        for (const MetricSeries* series : {&metrics.stallPercent, &metrics.imagesPerSecond, &metrics.smoothedLoss})
            QVERIFY(series->isEmpty());
    }

    void eachClassHasItsCurve()
    {
        RunMetrics metrics;
        RunPlan withClasses = plan();
        withClasses.classes.classes = {{.value = 0, .name = "sky"}, {.value = 1, .name = "sea"}};
        metrics.begin(withClasses);
        const int run = metrics.run();
        EpochRecord epoch;
        epoch.epoch = 1;
        epoch.validation.emplace();
        epoch.validation->iou = {0.5, std::nullopt}; // the second occurs nowhere
        metrics.add(epoch);
        QCOMPARE(metrics.classIou.size(), std::size_t{2});
        QVERIFY(metrics.classIou[0].points() == std::vector<SeriesPoint>({{1, 0.5}}));
        QVERIFY(metrics.classIou[1].isEmpty());
        metrics.begin(plan());
        QVERIFY(metrics.classIou.empty());
        QCOMPARE(metrics.run(), run + 1);
    }

    void aNewRunForgetsTheOneBefore()
    {
        RunMetrics metrics;
        metrics.begin(plan());
        metrics.add(step(1, 5, 5));
        metrics.add(BoundaryRecord{.epoch = 1});
        metrics.begin(plan());
        QVERIFY(metrics.loss.isEmpty() && metrics.boundaries.empty());
        QCOMPARE(metrics.step(), 0);
        QCOMPARE(metrics.plan().epochs, 5);
    }
};

GAPLESS_TEST(TstRunMetrics, "run_metrics")
#include "tst_run_metrics.moc"
