// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/time_left.h"

#include "tests/support/test_main.h"

using namespace gapless;

class TstTimeLeft final : public QObject
{
    Q_OBJECT

    static RunPlan plan()
    {
        RunPlan plan;
        plan.epochs = 3;
        plan.stepsPerEpoch = 4;
        return plan;
    }

    static StepRecord step(std::int64_t epoch, std::int64_t stepInEpoch, double waitMs, double stepMs)
    {
        StepRecord record;
        record.epoch = epoch;
        record.stepInEpoch = stepInEpoch;
        record.waitMs = waitMs;
        record.stepMs = stepMs;
        return record;
    }

private Q_SLOTS:
    void knowsNothingBeforeTheSecondStep()
    {
        cli::TimeLeft left(plan());
        QVERIFY(!left.seconds());
        left.add(step(1, 1, 0, 5000));
        QVERIFY(!left.seconds());
    }

    void forgetsTheFirstStepWhichWarmsUp()
    {
        cli::TimeLeft left(plan());
        left.add(step(1, 1, 0, 60000));
        left.add(step(1, 2, 200, 800));
        QCOMPARE(left.seconds().value(), 10.0); // 2 in this epoch, 8 in the others
    }

    void countsTheBoundariesThatAreStillToCome()
    {
        cli::TimeLeft left(plan());
        for (int i = 1; i <= 4; ++i)
            left.add(step(1, i, 0, 1000));
        left.add(step(2, 1, 0, 1000));
        BoundaryRecord boundary;
        boundary.epoch = 1;
        boundary.validationMs = 2000;
        boundary.checkpointMs = 400;
        boundary.waitMs = 100;
        left.add(boundary);
        QCOMPARE(left.seconds().value(), 7 + 2 * 2.5);
    }

    void endsAtTheLastBoundary()
    {
        cli::TimeLeft left(plan());
        for (int epoch = 1; epoch <= 3; ++epoch)
            for (int i = 1; i <= 4; ++i)
                left.add(step(epoch, i, 0, 1000));
        QCOMPARE(left.seconds().value(), 0.0);
    }
};

GAPLESS_TEST(TstTimeLeft, "time_left")
#include "tst_time_left.moc"
