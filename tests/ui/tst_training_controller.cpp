// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>

#include "core/session/scripted_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "ui/bridge/metric_pump.h"
#include "ui/bridge/training_controller.h"

using namespace gapless;
using namespace gapless::ui;

class TstTrainingController final : public QObject
{
    Q_OBJECT

    using Pending = TrainingController::Pending;

    static RunConfig config(const test::TemporaryFolder& folder, const char* name = "run")
    {
        RunConfig result;
        result.data.images = "images";
        result.data.masks = "masks";
        result.output.run = (folder.path() / name).string();
        return result;
    }

    static EngineScript shortScript(int epochs = 2, int steps = 3)
    {
        EngineScript script;
        script.plan.epochs = epochs;
        script.plan.stepsPerEpoch = steps;
        script.plan.validationSamples = 2;
        return script;
    }

private Q_SLOTS:
    void allRecordsArriveInOrderBeforeTheEnd()
    {
        const test::TemporaryFolder folder;
        TrainingController training(makeScriptedEngine(shortScript()));
        QStringList events;
        connect(&training, &TrainingController::prepared, this, [&] { events += QStringLiteral("prepared"); });
        connect(&training, &TrainingController::stepsArrived, this, [&](const std::vector<StepRecord>& steps) {
            for (const StepRecord& step : steps)
                events += QStringLiteral("step %1").arg(step.step);
        });
        connect(&training, &TrainingController::epochFinished, this,
                [&](const EpochRecord& record) { events += QStringLiteral("epoch %1").arg(record.epoch); });
        connect(&training, &TrainingController::boundaryCrossed, this,
                [&](const BoundaryRecord& record) { events += QStringLiteral("boundary %1").arg(record.epoch); });
        QSignalSpy previews(&training, &TrainingController::previewsArrived);
        QSignalSpy ended(&training, &TrainingController::ended);
        training.start(config(folder));
        QVERIFY(ended.wait());
        // Steps come by a timer, so a boundary may be heard of before or after the steps behind it.
        QVERIFY(events.removeOne(QStringLiteral("boundary 1")));
        QCOMPARE(events, QStringList({QStringLiteral("prepared"), QStringLiteral("step 1"), QStringLiteral("step 2"),
                                      QStringLiteral("step 3"), QStringLiteral("epoch 1"), QStringLiteral("step 4"),
                                      QStringLiteral("step 5"), QStringLiteral("step 6"), QStringLiteral("epoch 2")}));
        QVERIFY(previews.count() > 0);
        QVERIFY(!training.isBusy());
    }

    void commandsArePendingUntilAcknowledged()
    {
        const test::TemporaryFolder folder;
        test::Gate step;
        EngineScript script = shortScript();
        script.onStep = [&](std::int64_t number, std::stop_token) -> Result<void> {
            if (number == 2)
                step.passUnstoppable();
            return {};
        };
        TrainingController training(makeScriptedEngine(script));
        QVERIFY(training.canStart() && !training.canPause() && !training.canResume() && !training.canStop());
        training.start(config(folder));
        QVERIFY(training.isBusy());
        QCOMPARE(training.pending(), Pending::Start);
        QVERIFY(!training.canStart() && !training.canPause());
        QTRY_COMPARE(training.state(), RunState::Running);
        QTRY_COMPARE(step.arrived(), 1);
        QVERIFY(!training.canStart() && training.canPause() && !training.canResume() && training.canStop());

        training.pause();
        QCOMPARE(training.pending(), Pending::Pause);
        QCOMPARE(training.state(), RunState::Running);
        QVERIFY(!training.canPause() && !training.canResume() && training.canStop());
        step.open();
        QTRY_COMPARE(training.state(), RunState::Paused);
        QCOMPARE(training.pending(), Pending::None);
        QVERIFY(!training.canPause() && training.canResume() && training.canStop());

        training.resume();
        QTRY_COMPARE(training.state(), RunState::Finished);
        QTRY_VERIFY(training.canStart());
    }

    void savingIsOverWhenTheFileLiesOnTheDisk()
    {
        const test::TemporaryFolder folder;
        test::Gate writing;
        EngineScript script = shortScript(1000, 1'000'000);
        script.onSave = [&]() -> Result<void> {
            writing.passUnstoppable();
            return {};
        };
        TrainingController training(makeScriptedEngine(script));
        QSignalSpy saved(&training, &TrainingController::saved);
        QVERIFY(!training.canSave());
        training.start(config(folder));
        QVERIFY(!training.canSave());
        QTRY_COMPARE(training.state(), RunState::Running);
        QVERIFY(training.canSave());
        training.save();
        QVERIFY(training.isSaving() && !training.canSave());
        QTRY_COMPARE(writing.arrived(), 1);
        QVERIFY(training.isSaving());
        QCOMPARE(saved.count(), 0);
        writing.open();
        QVERIFY(saved.wait());
        QVERIFY(!training.isSaving() && training.canSave());
        QVERIFY(std::filesystem::exists(folder.path() / "run/checkpoints/last.pt"));
        training.stop();
        QVERIFY(!training.canSave());
        QTRY_VERIFY(!training.isBusy());
    }

    void theCurvesOfARunThatGoesOnStay()
    {
        const test::TemporaryFolder folder;
        TrainingController training(makeScriptedEngine(shortScript(1)));
        MetricPump pump(training);
        QSignalSpy ended(&training, &TrainingController::ended);
        training.start(config(folder));
        QVERIFY(ended.wait());
        QCOMPARE(pump.metrics().loss.points().size(), std::size_t{3});
        const std::filesystem::path run = folder.path() / "run";
        training.resume(config(folder), run / "checkpoints/last.pt");
        QVERIFY(ended.wait());
        QCOMPARE(pump.metrics().plan().start.step, 3);
        QCOMPARE(pump.metrics().loss.points().size(), std::size_t{3});
        // Another run, and one that has gone back, begin anew.
        training.start(config(folder, "other"));
        QVERIFY(ended.wait());
        QCOMPARE(pump.metrics().loss.points().size(), std::size_t{3});
        training.resume(config(folder), run / "checkpoints/last.pt");
        QVERIFY(ended.wait());
        QCOMPARE(pump.metrics().loss.points().size(), std::size_t{0});
    }

    void aStoppedRunIsCancelledAndTheNextCanStart()
    {
        const test::TemporaryFolder folder;
        TrainingController training(makeScriptedEngine(shortScript(1000, 1000)));
        QSignalSpy ended(&training, &TrainingController::ended);
        training.start(config(folder, "first"));
        QTRY_COMPARE(training.state(), RunState::Running);
        training.stop();
        QCOMPARE(training.pending(), Pending::Stop);
        QVERIFY(ended.wait());
        QCOMPARE(training.state(), RunState::Cancelled);
        training.start(config(folder, "second"));
        QVERIFY(training.isBusy());
        QTRY_COMPARE(training.state(), RunState::Running);
        training.stop(StopMode::Discard);
        QVERIFY(ended.wait());
        QCOMPARE(ended.count(), 2);
    }

    void aFailureIsToldWithItsReasonBeforeTheEnd()
    {
        const test::TemporaryFolder folder;
        EngineScript script = shortScript();
        script.onStep = [](std::int64_t number, std::stop_token) -> Result<void> {
            return number == 2 ? Result<void>(fail(ErrorCode::Data, "cannot be read", "x.png", "mend it"))
                               : Result<void>();
        };
        TrainingController training(makeScriptedEngine(script));
        QSignalSpy failed(&training, &TrainingController::failed);
        QSignalSpy ended(&training, &TrainingController::ended);
        training.start(config(folder));
        QVERIFY(ended.wait());
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.first().first().value<Error>().context, std::string("x.png"));
        QCOMPARE(training.state(), RunState::Failed);
        QVERIFY(training.canStart());
    }

    void theEventLoopTicksWhileAStepBlocks()
    {
        const test::TemporaryFolder folder;
        test::Gate step;
        EngineScript script = shortScript();
        script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
            step.passUnstoppable();
            return {};
        };
        TrainingController training(makeScriptedEngine(script));
        training.start(config(folder));
        QTRY_COMPARE(step.arrived(), 1);
        int ticks = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { ++ticks; });
        timer.start(1);
        training.pause();
        training.stop();
        QTRY_VERIFY(ticks >= 20);
        QCOMPARE(training.state(), RunState::Running);
        step.open();
        QTRY_COMPARE(training.state(), RunState::Cancelled);
    }

    void thePumpFillsTheMetricsOfEachRunAnew()
    {
        const test::TemporaryFolder folder;
        TrainingController training(makeScriptedEngine(shortScript(2, 4)));
        MetricPump pump(training);
        QSignalSpy ended(&training, &TrainingController::ended);
        for (const char* name : {"first", "second"}) {
            training.start(config(folder, name));
            QVERIFY(ended.wait());
            QCOMPARE(pump.metrics().loss.points().size(), 8U);
            QCOMPARE(pump.metrics().meanIou.points().size(), 2U);
            QCOMPARE(pump.metrics().boundaries.size(), 1U);
        }
    }
};

GAPLESS_TEST(TstTrainingController, "training_controller")
#include "tst_training_controller.moc"
