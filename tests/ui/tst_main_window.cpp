// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>

#include <QLabel>
#include <QPixmap>
#include <QScreen>
#include <QToolButton>

#include "core/session/run_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/desktop_theme.h"
#include "ui/models/settings.h"
#include "ui/panels/data_panel.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/prediction_strip.h"
#include "ui/panels/status_strip.h"
#include "ui/panels/train_panel.h"
#include "ui/plots/plot_frame.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

namespace
{

int colorCount(const QImage& image)
{
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 4)
        for (int x = 0; x < image.width(); x += 4)
            colors.insert(image.pixel(x, y));
    return static_cast<int>(colors.size());
}

} // namespace

class TstMainWindow final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEmptyWindowIsPaintedAndSaysWhatIsMissing()
    {
        WindowFixture fixture;
        QVERIFY(QTest::qWaitForWindowExposed(fixture.window.get()));
        QVERIFY(colorCount(fixture.window->grab().toImage()) > 8);
        QVERIFY(!fixture.start()->isEnabled());
        QVERIFY(!fixture.window->runBar().hint().isEmpty());
        QCOMPARE(fixture.start()->toolTip(), fixture.window->runBar().hint());
        QVERIFY(!fixture.pause()->isEnabled() && !fixture.stop()->isEnabled());
    }

    void theWindowFitsOnTheScreen()
    {
        WindowFixture fixture;
        const QSize available = fixture.window->screen()->availableSize();
        QVERIFY(fixture.window->width() <= available.width() && fixture.window->height() <= available.height());
    }

    void aRateFactorSetInMidRunEndsWithTheRun()
    {
        EngineScript script;
        script.plan.epochs = 1000;
        script.plan.stepsPerEpoch = 1'000'000;
        WindowFixture fixture(script);
        fixture.openData();
        const QString key = QStringLiteral("training.learning_rate_factor");
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Running);
        QSignalSpy changed(&fixture.window->training(), &TrainingController::settingsChanged);
        fixture.window->settings().setText(key, QStringLiteral("0.1"));
        QVERIFY(changed.wait());
        fixture.stop()->trigger();
        QTRY_VERIFY(fixture.start()->isEnabled());
        QCOMPARE(fixture.window->settings().text(key), QStringLiteral("1"));
    }

    void startFillsThePlotsAndStopLeavesItStartable()
    {
        EngineScript script;
        script.plan.epochs = 100'000;
        script.plan.stepsPerEpoch = 5;
        script.plan.validationSamples = 3;
        WindowFixture fixture(script);
        fixture.openData();
        QVERIFY(fixture.start()->isEnabled());
        fixture.start()->trigger();
        QVERIFY(!fixture.start()->isEnabled());
        const PlotGrid& grid = fixture.window->trainPanel().grid();
        for (int i = 0; i < grid.plots().size(); ++i)
            grid.choice(i)->setChecked(true);
        for (const PlotFrame* plot : grid.plots()) {
            QTRY_VERIFY(plot->isShowingData());
            QVERIFY(!plot->valueText().isEmpty());
        }
        QTRY_COMPARE(fixture.window->trainPanel().predictions().sampleCount(), 3);
        QVERIFY(fixture.stop()->isEnabled());
        fixture.stop()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Cancelled);
        QTRY_VERIFY(fixture.start()->isEnabled());
        QCOMPARE(fixture.window->status().stateText(), QStringLiteral("Stopped"));
    }

    void buttonsFollowTheAcknowledgedState()
    {
        test::Gate prepare;
        test::Gate step;
        EngineScript script;
        script.plan.epochs = 1;
        script.plan.stepsPerEpoch = 3;
        script.onPrepare = [&](std::stop_token) -> Result<void> {
            prepare.passUnstoppable();
            return {};
        };
        script.onStep = [&](std::int64_t number, std::stop_token) -> Result<void> {
            if (number == 2)
                step.passUnstoppable();
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Preparing);
        QVERIFY(!fixture.start()->isEnabled() && fixture.pause()->isEnabled() && fixture.stop()->isEnabled());
        QVERIFY(!fixture.window->runBar().openAction()->isEnabled());
        prepare.open();
        QTRY_COMPARE(step.arrived(), 1);
        QTRY_COMPARE(fixture.state(), RunState::Running);
        fixture.pause()->trigger();
        QVERIFY(!fixture.pause()->isEnabled());
        QCOMPARE(fixture.pause()->text(), QStringLiteral("Pausing ..."));
        step.open();
        QTRY_COMPARE(fixture.state(), RunState::Paused);
        QVERIFY(fixture.pause()->isEnabled() && fixture.stop()->isEnabled() && !fixture.start()->isEnabled());
        QCOMPARE(fixture.pause()->text(), QStringLiteral("Resume"));
        fixture.pause()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        QTRY_VERIFY(fixture.start()->isEnabled());
        QVERIFY(!fixture.pause()->isEnabled() && !fixture.stop()->isEnabled());
        QCOMPARE(fixture.pause()->text(), QStringLiteral("Pause"));
    }

    void aFailureLeadsToWhereItCanBeMended_data()
    {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("context");
        QTest::addColumn<QString>("field");
        QTest::newRow("memory") << ErrorCode::OutOfMemory << ""
                                << "training.batch";
        QTest::newRow("numbers") << ErrorCode::Numeric << "epoch 1, step 2"
                                 << "training.learning_rate";
        QTest::newRow("disk") << ErrorCode::File << "last.pt"
                              << "output.run";
        QTest::newRow("a setting in a folded section") << ErrorCode::Config << "training.patience"
                                                       << "training.patience";
    }
    void aFailureLeadsToWhereItCanBeMended()
    {
        QFETCH(ErrorCode, code);
        QFETCH(QString, context);
        QFETCH(QString, field);
        EngineScript script;
        script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
            return fail(code, "it did not work", context.toStdString());
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_VERIFY(fixture.window->messages().actionButton() != nullptr);
        const QPalette colors = fixture.window->messages().actionButton()->palette();
        const int contrast =
            colors.color(QPalette::ButtonText).lightness() - colors.color(QPalette::Button).lightness();
        QVERIFY2(std::abs(contrast) > 100, "its text cannot be read");
        fixture.window->messages().actionButton()->click();
        QVERIFY(fixture.window->focusWidget() != nullptr);
        QCOMPARE(fixture.window->focusWidget()->objectName(), field);
        QVERIFY(fixture.window->focusWidget()->isVisible());
    }

    void aFailureOfTheDataLeadsToTheDataTab()
    {
        EngineScript script;
        script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
            return fail(ErrorCode::Data, "is cut", "picture.png");
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_VERIFY(fixture.window->messages().actionButton() != nullptr);
        fixture.window->messages().actionButton()->click();
        QVERIFY(fixture.window->findChild<DataPanel*>()->isVisible());
    }

    void aFaultOfTheProgramOffersNothing()
    {
        EngineScript script;
        script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
            return fail(ErrorCode::Internal, "it did not work");
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_VERIFY(fixture.window->messages().text().contains("it did not work"));
        QVERIFY(fixture.window->messages().actionButton() == nullptr);
    }

    void savingNowIsOfferedAndToldWhenDone()
    {
        WindowFixture fixture([] {
            EngineScript script;
            script.plan.epochs = 1000;
            script.plan.stepsPerEpoch = 1'000'000;
            return script;
        }());
        QAction* save = fixture.window->runBar().saveAction();
        QVERIFY(!save->isEnabled());
        fixture.openData();
        fixture.start()->trigger();
        QTRY_VERIFY(save->isEnabled());
        QVERIFY(fixture.window->runBar().hint().isEmpty());
        save->trigger();
        QCOMPARE(save->text(), QStringLiteral("Saving ..."));
        QTRY_VERIFY(fixture.window->runBar().hint().startsWith(QStringLiteral("Saved at ")));
        QCOMPARE(save->text(), QStringLiteral("Save now"));
        fixture.stop()->trigger();
        QTRY_VERIFY(fixture.start()->isEnabled());
        QVERIFY(fixture.window->runBar().hint().isEmpty() && !save->isEnabled());
    }

    void stoppingIsShownUntilItIsDone()
    {
        test::Gate save;
        EngineScript script;
        script.plan.epochs = 1000;
        script.plan.stepsPerEpoch = 1'000'000;
        script.onSave = [&]() -> Result<void> {
            save.passUnstoppable();
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Running);
        fixture.stop()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Stopping);
        QVERIFY(!fixture.stop()->isEnabled() && !fixture.pause()->isEnabled() && !fixture.start()->isEnabled());
        QCOMPARE(fixture.stop()->text(), QStringLiteral("Stopping ..."));
        save.open();
        QTRY_VERIFY(fixture.start()->isEnabled());
        QCOMPARE(fixture.stop()->text(), QStringLiteral("Stop"));
    }

    void aFailureIsShownInTheMessageBar()
    {
        EngineScript script;
        script.onPrepare = [](std::stop_token) -> Result<void> {
            return fail(ErrorCode::OutOfMemory, "no memory", "batch 8", "halve it");
        };
        WindowFixture fixture(script);
        fixture.openData();
        QVERIFY(fixture.window->messages().isHidden());
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Failed);
        QTRY_VERIFY(fixture.window->messages().isVisible());
        for (const char* part : {"no memory", "batch 8", "halve it"})
            QVERIFY(fixture.window->messages().text().contains(QLatin1String(part)));
        QTRY_VERIFY(fixture.start()->isEnabled());
    }

    void aWaitThatGoesOnIsToldAndTakenBack()
    {
        test::Gate disk;
        EngineScript script;
        script.plan.epochs = 1;
        script.plan.stepsPerEpoch = 3;
        script.longWait = [](std::int64_t step) {
            return step == 2 ? std::optional(LongWait{10, {"cells.png"}}) : std::nullopt;
        };
        script.onStep = [&disk](std::int64_t step, std::stop_token stop) -> Result<void> {
            if (step == 2)
                disk.pass(stop);
            return {};
        };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_VERIFY(fixture.window->messages().isVisible());
        QVERIFY(fixture.window->messages().text().contains(QLatin1String("cells.png")));
        QCOMPARE(fixture.state(), RunState::Running);
        disk.open();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        QTRY_VERIFY(!fixture.window->messages().text().contains(QLatin1String("cells.png")));
    }

    void anInterruptedRunIsOfferedAndGoesOn()
    {
        EngineScript script;
        script.plan.epochs = 2;
        script.plan.stepsPerEpoch = 4;
        script.plan.validationSamples = 2;
        WindowFixture fixture(script);
        fixture.window->offerUnfinishedRun();
        QVERIFY(fixture.window->messages().isHidden());

        const std::filesystem::path run = fixture.folder.path() / "runs" / "crashed";
        RunConfig config;
        config.output.run = run.string();
        config.training.batch = 3;
        QVERIFY(RunFolder::create(run, config));
        std::ofstream(run / "checkpoints" / "last.pt") << "scripted checkpoint\nstep 6\n";
        fixture.window->offerUnfinishedRun();
        QVERIFY(fixture.window->messages().isVisible());
        QVERIFY(fixture.window->messages().text().contains(QLatin1String("crashed")));
        QVERIFY(fixture.window->messages().actionButton() != nullptr);
        fixture.window->messages().actionButton()->click();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        QCOMPARE(fixture.window->settings().config().training.batch, 3);
        QTRY_VERIFY(fixture.window->messages().text().contains(QLatin1String("crashed"))); // where it all lies
        QVERIFY(fixture.window->messages().actionButton() == nullptr);
        QVERIFY(std::filesystem::exists(run / "report.json"));
        fixture.window->messages().hide();
        fixture.window->offerUnfinishedRun();
        QVERIFY(fixture.window->messages().isHidden());
    }

    void faultyDataAreRefusedWithTheReason()
    {
        WindowFixture fixture;
        fixture.openData();
        std::filesystem::resize_file(*std::filesystem::directory_iterator(fixture.folder.path() / "set/masks"),
                                     20); // cut short: unreadable
        fixture.start()->trigger();
        QTRY_VERIFY(fixture.window->messages().isVisible());
        QVERIFY(!fixture.start()->isEnabled());
        QVERIFY(fixture.window->runBar().hint().contains(QStringLiteral("Data tab")));
        QCOMPARE(fixture.state(), RunState::Idle);
    }

    void hiddenPlotsAreNotDrawn()
    {
        WindowFixture fixture;
        fixture.openData();
        QTRY_COMPARE(fixture.window->datasets().state(), DatasetController::State::Checked);
        fixture.start()->trigger();
        fixture.window->showTab(MainWindow::Tab::Data);
        QList<int> before;
        for (const PlotFrame* plot : fixture.window->trainPanel().grid().plots())
            before += plot->drawCount();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        for (qsizetype i = 0; i < before.size(); ++i)
            QCOMPARE(fixture.window->trainPanel().grid().plots().at(i)->drawCount(), before.at(i));
        fixture.window->showTab(MainWindow::Tab::Train);
        for (const PlotFrame* plot : fixture.window->trainPanel().grid().shownPlots())
            QTRY_VERIFY(plot->isShowingData());
    }

    void theThemeChangesTheWindow()
    {
        WindowFixture fixture;
        fixture.window->theme().setChoice(DesktopTheme::Choice::Dark);
        QTRY_VERIFY(isDark(fixture.window->palette()));
        fixture.window->theme().setChoice(DesktopTheme::Choice::Light);
        QTRY_VERIFY(!isDark(fixture.window->palette()));
    }

    void everythingThatCanBePressedHasANameAndAToolTip()
    {
        WindowFixture fixture;
        for (const QToolButton* button : fixture.window->runBar().findChildren<QToolButton*>()) {
            if (button->objectName() == QLatin1String("qt_toolbar_ext_button"))
                continue;
            QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
                     qPrintable(button->objectName()));
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
        }
    }
};

GAPLESS_TEST(TstMainWindow, "main_window")
#include "tst_main_window.moc"
