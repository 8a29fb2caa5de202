// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include <QCommandLinkButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest/QtTest>

#include "app/composition.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/main_window.h"
#include "ui/models/sample_list_model.h"
#include "ui/panels/masks_panel.h"
#include "ui/panels/prediction_strip.h"
#include "ui/panels/run_bar.h"
#include "ui/panels/settings_panel.h"
#include "ui/panels/train_panel.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

constexpr int Patience = 120'000; // milliseconds: a real network trains here

} // namespace

/// From an empty window to a checkpoint as somebody does who has never seen it, with the engine of the build.
class TstFirstRun final : public QObject
{
    Q_OBJECT

    std::unique_ptr<test::TemporaryFolder> m_folder;
    std::unique_ptr<MainWindow> m_window;
    std::filesystem::path m_run;

    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget* target = m_window->focusWidget() != nullptr ? m_window->focusWidget() : m_window.get();
        QTest::keyClick(target, static_cast<Qt::Key>(key), modifiers);
    }
    void click(QAction* action) { QTest::mouseClick(m_window->runBar().widgetForAction(action), Qt::LeftButton); }
    [[nodiscard]] RunState state() const { return m_window->training().state(); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<test::TemporaryFolder>();
        qputenv("XDG_DATA_HOME", QByteArray::fromStdString((m_folder->path() / "data").string()));
        m_window = std::make_unique<MainWindow>(makeEngine(), [] { return makeServices(); });
        m_window->starter().setRunsFolder(m_folder->path() / "runs");
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        connect(&m_window->training(), &TrainingController::ended, m_window.get(),
                [this](const RunSummary& summary) { m_run = summary.runFolder; });
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void byMouse()
    {
        const RunBar& bar = m_window->runBar();
        auto* sample = m_window->findChild<QCommandLinkButton*>();
        QVERIFY(sample != nullptr && sample->isVisible());
        QTest::mouseClick(sample, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(bar.startAction()->isEnabled(), Patience);
        auto* epochs = m_window->settingsPanel().findChild<QSpinBox*>(QStringLiteral("training.epochs"));
        QVERIFY(epochs->isVisible());
        QTest::mouseDClick(epochs, Qt::LeftButton);
        epochs->selectAll();
        QTest::keyClicks(epochs, QStringLiteral("100"));

        click(bar.startAction());
        QTRY_COMPARE_WITH_TIMEOUT(state(), RunState::Running, Patience);
        PredictionStrip& predictions = m_window->trainPanel().predictions();
        QTRY_VERIFY_WITH_TIMEOUT(predictions.sampleCount() > 0, Patience);
        click(bar.pauseAction());
        QTRY_COMPARE_WITH_TIMEOUT(state(), RunState::Paused, Patience);

        // A predicted mask leads to the tab that shows it large.
        QTest::mouseClick(&predictions, Qt::LeftButton, {}, QPoint(20, 40));
        QVERIFY(m_window->masksPanel().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->masksPanel().shown() != nullptr, Patience);
        QVERIFY(!m_window->masksPanel().shown()->error);

        click(bar.pauseAction());
        QTRY_COMPARE_WITH_TIMEOUT(state(), RunState::Running, Patience);
        click(bar.saveAction());
        QTRY_VERIFY_WITH_TIMEOUT(bar.hint().startsWith(QStringLiteral("Saved at")), Patience);
        click(bar.stopAction());
        QTRY_VERIFY_WITH_TIMEOUT(bar.startAction()->isEnabled(), Patience);
        QCOMPARE(state(), RunState::Cancelled);
        QVERIFY(std::filesystem::file_size(m_run / "checkpoints/last.pt") > 0);
        QVERIFY(std::filesystem::exists(m_run / "report.json"));
    }

    void byKeyboard()
    {
        const RunBar& bar = m_window->runBar();
        press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(bar.startAction()->isEnabled(), Patience);
        // The settings can be reached and changed.
        auto* epochs = m_window->settingsPanel().findChild<QSpinBox*>(QStringLiteral("training.epochs"));
        for (int tab = 0; tab < 100 && m_window->focusWidget() != epochs; ++tab)
            press(Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), epochs);
        epochs->selectAll();
        QTest::keyClicks(epochs, QStringLiteral("1"));

        press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->training().isBusy(), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(state(), RunState::Finished, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(bar.startAction()->isEnabled(), Patience);
        QVERIFY(std::filesystem::file_size(m_run / "checkpoints/last.pt") > 0);
        QVERIFY(std::filesystem::file_size(m_run / "checkpoints/best.pt") > 0);

        press(Qt::Key_M, Qt::AltModifier);
        QVERIFY(m_window->masksPanel().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->masksPanel().shown() != nullptr, Patience);
        press(Qt::Key_R, Qt::AltModifier);
        QVERIFY(!m_window->masksPanel().isVisible());
        QSignalSpy left(m_window.get(), &MainWindow::left);
        press(Qt::Key_Q, Qt::ControlModifier);
        QVERIFY(!m_window->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(left.count(), 1, Patience);
        QVERIFY(left.first().first().toBool());
    }

    void cleanup()
    {
        m_window.reset();
        m_folder.reset();
    }
};

GAPLESS_TEST(TstFirstRun, "first_run")
#include "tst_first_run.moc"
