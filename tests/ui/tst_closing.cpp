// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "tests/ui/window_fixture.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

class TstClosing final : public QObject
{
    Q_OBJECT

    static EngineScript endless()
    {
        EngineScript script;
        script.plan.epochs = 1'000'000;
        script.plan.stepsPerEpoch = 1'000'000;
        return script;
    }

private Q_SLOTS:
    void anIdleWindowIsLeftAtOnce()
    {
        WindowFixture fixture;
        QSignalSpy left(fixture.window.get(), &MainWindow::left);
        fixture.window->close();
        QVERIFY(!fixture.window->isVisible());
        QVERIFY(left.wait());
        QCOMPARE(left.first().first().toBool(), true);
    }

    void aRunningRunIsStoppedAndSaved()
    {
        test::Gate step;
        EngineScript script = endless();
        script.onStep = [&](std::int64_t number, std::stop_token) -> Result<void> {
            if (number == 3)
                step.passUnstoppable();
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        QSignalSpy ended(&fixture.window->training(), &TrainingController::ended);
        QSignalSpy left(fixture.window.get(), &MainWindow::left);
        fixture.start()->trigger();
        QTRY_COMPARE(step.arrived(), 1);
        fixture.window->close();
        QVERIFY(!fixture.window->isVisible());
        QCOMPARE(left.count(), 0);
        step.open();
        QVERIFY(left.wait());
        QCOMPARE(left.first().first().toBool(), true);
        QCOMPARE(fixture.state(), RunState::Cancelled);
        const auto run = ended.first().first().value<RunSummary>().runFolder;
        QVERIFY(std::filesystem::exists(run / "checkpoints/last.pt"));
    }

    void aPausedRunIsStopped()
    {
        WindowFixture fixture(endless());
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Running);
        fixture.pause()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Paused);
        QSignalSpy left(fixture.window.get(), &MainWindow::left);
        fixture.window->close();
        QVERIFY(left.wait());
        QCOMPARE(left.first().first().toBool(), true);
        QCOMPARE(fixture.state(), RunState::Cancelled);
    }

    void aPreparingRunIsCancelled()
    {
        test::Gate prepare;
        EngineScript script = endless();
        script.onPrepare = [&](std::stop_token stop) -> Result<void> {
            if (!prepare.pass(stop))
                return fail(ErrorCode::Cancelled, "stopped");
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(prepare.arrived(), 1);
        QSignalSpy left(fixture.window.get(), &MainWindow::left);
        fixture.window->close();
        QVERIFY(left.wait());
        QCOMPARE(left.first().first().toBool(), true);
    }

    void whatDoesNotEndInTimeIsLeftBehind()
    {
        test::Gate save;
        EngineScript script = endless();
        script.onSave = [&]() -> Result<void> {
            save.passUnstoppable();
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Running);
        QSignalSpy left(fixture.window.get(), &MainWindow::left);
        fixture.window->close();
        QVERIFY(left.wait(30'000));
        QCOMPARE(left.first().first().toBool(), false);
        save.open();
    }
};

GAPLESS_TEST(TstClosing, "closing")
#include "tst_closing.moc"
