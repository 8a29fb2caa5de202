// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>

#include <QApplication>
#include <QComboBox>
#include <QDesktopServices>
#include <QHeaderView>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QUrl>

#include "core/config/config_json.h"
#include "core/session/run_reader.h"
#include "tests/session/run_lines.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/run_difference_model.h"
#include "ui/models/run_list_model.h"
#include "ui/models/settings.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/run_comparison.h"
#include "ui/panels/runs_panel.h"
#include "ui/plots/plot_frame.h"

using namespace gapless;
using namespace gapless::ui;
namespace fs = std::filesystem;

namespace
{

/// Runs as long as configured, with the steps of run_lines.h.
EngineScript script()
{
    EngineScript result;
    result.plan.stepsPerEpoch = test::stepsOfEpoch;
    result.plan.validationSamples = 2;
    return result;
}

RunConfig configOf(std::int64_t epochs, int workers = 2)
{
    RunConfig config;
    config.training.epochs = epochs;
    config.speed.workers = workers;
    return config;
}

/// A window whose Runs tab is shown, with the runs that the test has made.
struct Panel
{
    explicit Panel(EngineScript engine = script())
        : fixture(std::move(engine))
    {
    }

    void show()
    {
        fixture.window->showTab(MainWindow::Tab::Runs);
        fixture.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    }
    [[nodiscard]] RunsPanel& panel() const { return fixture.window->runsPanel(); }
    [[nodiscard]] QTableView& table() const { return panel().table(); }
    [[nodiscard]] fs::path runs() const { return fixture.folder.path() / "runs"; }

    /// Row of the view; -1: not listed.
    [[nodiscard]] int row(const QString& name) const
    {
        const QAbstractItemModel& model = *table().model();
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, RunListModel::Name).data() == name)
                return row;
        return -1;
    }
    [[nodiscard]] QString text(const QString& name, int column) const
    {
        return table().model()->index(row(name), column).data().toString();
    }
    void choose(const QString& name) const { click(name, RunListModel::Name, QPoint(40, 8)); }
    void tick(const QString& name) const { click(name, RunListModel::Ticked, QPoint(12, 10)); }
    void click(const QString& name, int column, const QPoint& place) const
    {
        const QRect cell = table().visualRect(table().model()->index(row(name), column));
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, cell.topLeft() + place);
    }
    [[nodiscard]] PlotFrame& loss() const { return *panel().comparison().plots().at(0); }
    [[nodiscard]] PlotFrame& meanIou() const { return *panel().comparison().plots().at(1); }
    [[nodiscard]] QString reportOf(const std::string& name) const
    {
        std::ifstream stream(runs() / name / "report.json");
        return QString::fromStdString({std::istreambuf_iterator<char>(stream), {}});
    }

    test::WindowFixture fixture;
};

} // namespace

class TstRunsPanel final : public QObject
{
    Q_OBJECT

public Q_SLOTS:
    void openUrl(const QUrl& url) { m_opened += url.toLocalFile(); }

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
    }
    void init() { m_opened.clear(); }
    void cleanupTestCase() { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

    void whileThereIsNothingItSaysWhatWillAppear()
    {
        Panel parts;
        parts.show();
        QTRY_VERIFY(parts.panel().emptyText().startsWith(QStringLiteral("Runs appear here")));
        QVERIFY(parts.panel().emptyText().contains(QString::fromStdString(parts.runs().string())));
        QVERIFY(!parts.table().isVisible());
        test::makeRun(parts.runs() / "run", configOf(3), 1);
        QTRY_VERIFY(parts.table().isVisible());
        QVERIFY(parts.panel().emptyText().isEmpty());
    }

    void runsAreListedTheNewestFirst()
    {
        Panel parts;
        test::makeRun(parts.runs() / "old", configOf(3), 3, RunState::Finished);
        test::makeRun(parts.runs() / "new", configOf(3), 1, RunState::Cancelled);
        for (const auto& file : fs::directory_iterator(parts.runs() / "old"))
            if (file.is_regular_file())
                fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(50));
        fs::last_write_time(parts.runs() / "old/checkpoints/last.pt",
                            fs::file_time_type::clock::now() - std::chrono::hours(50));
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 2);
        QTRY_COMPARE(parts.row("new"), 0);
        QCOMPARE(parts.text("old", RunListModel::State), QStringLiteral("Finished"));
        QCOMPARE(parts.text("old", RunListModel::Best), QStringLiteral("mean IoU 0.750"));
        QCOMPARE(parts.text("new", RunListModel::Epochs), QStringLiteral("1 of 3"));
    }

    void brokenFoldersAreShownWithTheirReason()
    {
        Panel parts;
        test::makeRun(parts.runs() / "broken", configOf(3), 2);
        std::ofstream(parts.runs() / "broken/config.json") << R"({"training": {"epochs": "many"}})";
        parts.show();
        QTRY_VERIFY(parts.row("broken") >= 0);
        QTRY_COMPARE(parts.text("broken", RunListModel::State), QStringLiteral("Not readable"));
        parts.choose("broken");
        QVERIFY2(parts.panel().detail().contains(QStringLiteral("training.epochs")),
                 qPrintable(parts.panel().detail()));
        QVERIFY(!parts.panel().resumeButton().isEnabled() && !parts.panel().extendButton().isEnabled() &&
                !parts.panel().settingsButton().isEnabled());
        QVERIFY(parts.panel().openButton().isEnabled());
        QVERIFY(!parts.panel().hint().isEmpty());
    }

    void failedRunsTellWhy()
    {
        Panel parts;
        test::makeRun(parts.runs() / "failed", configOf(3), 2, RunState::Failed, "disk: no space is left");
        parts.show();
        QTRY_VERIFY(parts.row("failed") >= 0);
        parts.choose("failed");
        QTRY_VERIFY(parts.panel().detail().contains(QStringLiteral("no space is left")));
        QVERIFY(!parts.panel().resumeButton().isEnabled() && parts.panel().extendButton().isEnabled());
    }

    void aClickTicksARunAndDrawsItsCurves()
    {
        Panel parts;
        test::makeRun(parts.runs() / "run", configOf(3), 2);
        test::makeRun(parts.runs() / "other", configOf(3), 3);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 2);
        QVERIFY(!parts.loss().isShowingData());
        parts.tick("run");
        QTRY_VERIFY(parts.loss().isShowingData() && parts.meanIou().isShowingData());
        QCOMPARE(parts.meanIou().valueText().simplified(), QStringLiteral("A 0.500"));
        parts.tick("other");
        QTRY_COMPARE(parts.meanIou().valueText().simplified(), QStringLiteral("A 0.500, B 0.750"));
        QCOMPARE(parts.text("other", RunListModel::Ticked), QStringLiteral("B"));
        parts.tick("run");
        QTRY_COMPARE(parts.meanIou().valueText().simplified(), QStringLiteral("B 0.750"));
        parts.tick("other");
        QTRY_VERIFY(!parts.loss().isShowingData() && !parts.meanIou().isShowingData());
    }

    void curvesStandAgainstStepsToo()
    {
        Panel parts;
        test::makeRun(parts.runs() / "run", configOf(3), 2);
        parts.show();
        QTRY_VERIFY(parts.row("run") >= 0);
        parts.tick("run");
        QTRY_VERIFY(parts.loss().isShowingData());
        const PlotFrame* byEpoch = &parts.loss();
        auto* axis = parts.panel().findChild<QComboBox*>();
        QTest::keyClick(axis, Qt::Key_Down);
        QVERIFY(&parts.loss() != byEpoch);
        QVERIFY(parts.loss().isVisible() && !byEpoch->isVisible());
        QTRY_VERIFY(parts.loss().isShowingData() && parts.meanIou().isShowingData());
    }

    void keysTickOpenAndReachEverything()
    {
        Panel parts;
        test::makeRun(parts.runs() / "run", configOf(3), 2);
        test::makeRun(parts.runs() / "other", configOf(3, 5), 2);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 2);
        parts.choose("run");
        QVERIFY(parts.table().hasFocus());
        QTest::keyClick(&parts.table(), Qt::Key_Space);
        QCOMPARE(parts.text("run", RunListModel::Ticked), QStringLiteral("A"));
        QTest::keyClick(&parts.table(), Qt::Key_Return);
        QCOMPARE(m_opened, QStringList{QString::fromStdString((parts.runs() / "run").string())});
        QTest::keyClick(&parts.table(), parts.row("run") == 0 ? Qt::Key_Down : Qt::Key_Up);
        QTest::keyClick(&parts.table(), Qt::Key_Space);
        QCOMPARE(parts.text("other", RunListModel::Ticked), QStringLiteral("B"));

        QList<QWidget*> reached;
        for (int i = 0; i < 6; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached += QApplication::focusWidget();
        }
        RunsPanel& panel = parts.panel();
        QCOMPARE(reached.first(5), (QList<QWidget*>{&panel.resumeButton(), &panel.extendButton(), &panel.epochsBox(),
                                                    &panel.settingsButton(), &panel.openButton()}));
        QVERIFY(qobject_cast<QComboBox*>(reached.last()) != nullptr);
    }

    void aSixthRunIsNotComparedAndThatIsSaid()
    {
        Panel parts;
        for (int i = 0; i <= RunListModel::MostTicked; ++i)
            test::makeRun(parts.runs() / ("run-" + std::to_string(i)), configOf(3), 1);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), RunListModel::MostTicked + 1);
        parts.table().sortByColumn(RunListModel::Name, Qt::AscendingOrder);
        parts.choose("run-0");
        for (int i = 0; i <= RunListModel::MostTicked; ++i) {
            QTest::keyClick(&parts.table(), Qt::Key_Space);
            if (i < RunListModel::MostTicked)
                QTest::keyClick(&parts.table(), Qt::Key_Down);
        }
        QCOMPARE(parts.text("run-5", RunListModel::Ticked), QString());
        QVERIFY(parts.panel().hint().contains(QStringLiteral("untick")));
        QTRY_COMPARE(parts.loss().valueText().count(u','), RunListModel::MostTicked - 1);
        // It stays when the list is read again, and goes with the next choice.
        test::append(parts.runs() / "run-3/metrics.jsonl", test::epochLines(2, 0.75));
        QTRY_COMPARE(parts.text("run-3", RunListModel::Epochs), QStringLiteral("2 of 3"));
        QVERIFY(parts.panel().hint().contains(QStringLiteral("untick")));
        parts.choose("run-0");
        QVERIFY(!parts.panel().hint().contains(QStringLiteral("untick")));
    }

    void namesAreSortedAsPeopleCount()
    {
        Panel parts;
        for (const char* name : {"run-10", "run-2", "run-1"})
            test::makeRun(parts.runs() / name, configOf(3), 1);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 3);
        const QHeaderView& header = *parts.table().horizontalHeader();
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
                          QPoint(header.sectionViewportPosition(RunListModel::Name) + 20, header.height() / 2));
        const bool isDescending = parts.row("run-10") == 0;
        QCOMPARE(parts.row("run-2"), 1);
        parts.table().actions().at(RunListModel::Name)->trigger();
        QCOMPARE(parts.row("run-10"), isDescending ? 2 : 0);
        QCOMPARE(parts.row("run-2"), 1);
    }

    void differingSettingsAreListed()
    {
        Panel parts;
        test::makeRun(parts.runs() / "a", configOf(3, 2), 1);
        test::makeRun(parts.runs() / "b", configOf(7, 2), 1);
        test::makeRun(parts.runs() / "c", configOf(7, 2), 1);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 3);
        const RunDifferenceModel& differences = parts.panel().comparison().differences();
        parts.tick("b");
        parts.tick("c");
        QCOMPARE(differences.rowCount(), 0);
        parts.tick("a");
        QCOMPARE(differences.rowCount(), 1);
        QStringList cells;
        for (int column = 0; column < differences.columnCount(); ++column)
            cells += differences.index(0, column).data().toString();
        QCOMPARE(cells, (QStringList{"Epochs", "7", "7", "3"}));
    }

    void anInterruptedRunGoesOnToItsEnd()
    {
        Panel parts;
        test::makeRun(parts.runs() / "crashed", configOf(5, 3), 2);
        parts.show();
        QTRY_VERIFY(parts.row("crashed") >= 0);
        parts.choose("crashed");
        QTRY_VERIFY(parts.panel().resumeButton().isEnabled());
        QTest::mouseClick(&parts.panel().resumeButton(), Qt::LeftButton);
        QTRY_COMPARE(parts.fixture.state(), RunState::Finished);
        QCOMPARE(parts.fixture.window->settings().config().speed.workers, 3);
        QTRY_VERIFY(parts.reportOf("crashed").contains("\"steps\":20"));
        RunReader reader(parts.runs() / "crashed", RunReader::Detail::Steps);
        const RunNews news = reader.read();
        QCOMPARE(news.loss.size(), std::size_t{20}); // none was taken twice
        QCOMPARE(news.loss.at(7).value, 1.0 / 8);    // of before
        QVERIFY(news.loss.at(8).value > 0.12 && news.loss.at(8).value != 1.0 / 9);
        parts.show();
        QTRY_COMPARE(parts.text("crashed", RunListModel::State), QStringLiteral("Finished"));
        QVERIFY(!parts.panel().resumeButton().isEnabled());
    }

    void aFinishedRunIsTrainedForMoreEpochs()
    {
        Panel parts;
        test::makeRun(parts.runs() / "done", configOf(3), 3, RunState::Finished);
        parts.show();
        QTRY_VERIFY(parts.row("done") >= 0);
        parts.choose("done");
        QTRY_VERIFY(parts.panel().extendButton().isEnabled());
        QVERIFY(!parts.panel().resumeButton().isEnabled());
        parts.panel().epochsBox().setFocus();
        parts.panel().epochsBox().selectAll();
        QTest::keyClicks(&parts.panel().epochsBox(), QStringLiteral("4"));
        QVERIFY(parts.panel().hint().contains(u'7'));
        parts.panel().extendButton().setFocus();
        QTest::keyClick(&parts.panel().extendButton(), Qt::Key_Space);
        QTRY_COMPARE(parts.fixture.state(), RunState::Finished);
        QTRY_VERIFY(parts.reportOf("done").contains("\"steps\":28"));
        QCOMPARE(readConfigFile(parts.runs() / "done/config.json")->training.epochs, 7);
        parts.show();
        QTRY_COMPARE(parts.text("done", RunListModel::Epochs), QStringLiteral("7 of 7"));
    }

    void whileARunGoesOnNoOtherOneIsBegun()
    {
        test::Gate gate;
        EngineScript engine = script();
        engine.onStep = [&gate](std::int64_t, std::stop_token stop) -> Result<void> {
            (void)gate.pass(std::move(stop));
            return {};
        };
        Panel parts(std::move(engine));
        test::makeRun(parts.runs() / "stopped", configOf(5), 2, RunState::Cancelled);
        parts.fixture.openData();
        parts.show();
        QTRY_VERIFY(parts.row("stopped") >= 0);
        parts.choose("stopped");
        QTRY_VERIFY(parts.panel().resumeButton().isEnabled());
        parts.fixture.start()->trigger();
        QTRY_COMPARE(gate.arrived(), 1);
        parts.show();
        QTRY_COMPARE(parts.table().model()->rowCount(), 2);
        parts.choose("stopped");
        for (QPushButton* button :
             {&parts.panel().resumeButton(), &parts.panel().extendButton(), &parts.panel().settingsButton()})
            QVERIFY(!button->isEnabled());
        QVERIFY(parts.panel().hint().startsWith(QStringLiteral("A run is going on")));
        // The one that goes on is listed as such.
        const int other = 1 - parts.row("stopped");
        QTRY_COMPARE(parts.table().model()->index(other, RunListModel::State).data().toString(),
                     QStringLiteral("Running"));
        parts.fixture.window->starter().useSettings(configOf(9));
        QVERIFY(parts.fixture.window->settings().config().training.epochs != 9);
        QVERIFY(parts.fixture.window->messages().text().contains(QStringLiteral("A run is going on")));
        gate.open();
        parts.fixture.stop()->trigger();
        QTRY_COMPARE(parts.fixture.state(), RunState::Cancelled);
        QTRY_VERIFY(parts.panel().resumeButton().isEnabled());
    }

    void settingsOfARunAreTakenForANewOne()
    {
        Panel parts;
        RunConfig config = configOf(9, 6);
        config.data.images = "/data/cells/images";
        config.data.masks = "/data/cells/masks";
        test::makeRun(parts.runs() / "run", config, 2);
        parts.show();
        QTRY_VERIFY(parts.row("run") >= 0);
        parts.choose("run");
        QTRY_VERIFY(parts.panel().settingsButton().isEnabled());
        QTest::mouseClick(&parts.panel().settingsButton(), Qt::LeftButton);
        const RunConfig& taken = parts.fixture.window->settings().config();
        QCOMPARE(taken.training.epochs, 9);
        QCOMPARE(taken.speed.workers, 6);
        QCOMPARE(taken.data.images, std::string("/data/cells/images"));
        QCOMPARE(taken.output.run, (parts.runs() / "cells-unet-resnet18").string());
        QVERIFY(!parts.fixture.window->training().isBusy());
    }

    void aRunThatIsWrittenElsewhereIsFollowed()
    {
        Panel parts;
        test::makeRun(parts.runs() / "run", configOf(3), 1);
        auto writing = RunFolder::reopen(parts.runs() / "run"); // as another process would
        QVERIFY(writing);
        parts.show();
        QTRY_VERIFY(parts.row("run") >= 0);
        parts.tick("run");
        QTRY_COMPARE(parts.meanIou().valueText().simplified(), QStringLiteral("A 0.250"));
        QTRY_COMPARE(parts.text("run", RunListModel::State), QStringLiteral("Running"));
        test::append(parts.runs() / "run/metrics.jsonl", test::epochLines(2, 0.625));
        QTRY_COMPARE(parts.meanIou().valueText().simplified(), QStringLiteral("A 0.625"));
        QTRY_COMPARE(parts.text("run", RunListModel::Epochs), QStringLiteral("2 of 3"));
        QTRY_COMPARE(parts.text("run", RunListModel::Best), QStringLiteral("mean IoU 0.625"));
        writing->reset();
        QTRY_COMPARE(parts.text("run", RunListModel::State), QStringLiteral("Interrupted"));
        QTRY_VERIFY(parts.panel().resumeButton().isEnabled());
    }

    void ownRunsElsewhereAreListedToo()
    {
        Panel parts;
        parts.fixture.openData();
        const std::string own = (parts.fixture.folder.path() / "mine/run").string();
        parts.fixture.window->settings().setText(QStringLiteral("output.run"), QString::fromStdString(own));
        parts.fixture.window->settings().setText(QStringLiteral("training.epochs"), QStringLiteral("1"));
        parts.fixture.start()->trigger();
        QTRY_COMPARE(parts.fixture.state(), RunState::Finished);
        parts.show();
        QTRY_VERIFY(parts.row("run") >= 0);
    }

    void everyButtonHasAToolTipAndEveryTableAName()
    {
        Panel parts;
        test::makeRun(parts.runs() / "run", configOf(3), 1);
        parts.show();
        QTRY_VERIFY(parts.row("run") >= 0);
        for (const QPushButton* button : parts.panel().findChildren<QPushButton*>())
            QVERIFY2(!button->toolTip().isEmpty() && !button->text().isEmpty(), qPrintable(button->text()));
        for (const QTableView* table : parts.panel().findChildren<QTableView*>())
            QVERIFY(!table->accessibleName().isEmpty());
        QVERIFY(!parts.panel().epochsBox().accessibleName().isEmpty());
    }

private:
    QStringList m_opened;
};

GAPLESS_TEST(TstRunsPanel, "runs_panel")
#include "tst_runs_panel.moc"
