// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "core/config/config_fields.h"
#include "tests/support/test_main.h"
#include "ui/models/run_difference_model.h"
#include "ui/models/run_list_model.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

ListedRun runOf(const std::string& name, RunFate fate = RunFate::Finished)
{
    ListedRun run;
    run.overview.folder = "/runs/" + name;
    run.overview.fate = fate;
    run.overview.steps = 80;
    run.overview.epochsDone = 8;
    run.overview.epochsPlanned = 20;
    run.overview.bestBy = "mean_iou";
    run.overview.bestScore = 0.8432;
    run.overview.checkpoint = run.overview.folder / "checkpoints/last.pt";
    run.overview.changed = std::chrono::system_clock::now();
    run.config.emplace();
    run.config->training.epochs = 20;
    run.meanIou = {0.25, 0.5};
    return run;
}

QStringList column(const RunListModel& model, int column)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row)
        result += model.index(row, column).data().toString();
    return result;
}

} // namespace

class TstRunModels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void eachRunIsARow()
    {
        RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({runOf("a"), runOf("b", RunFate::Stopped)});
        QCOMPARE(column(model, RunListModel::Name), (QStringList{"a", "b"}));
        QCOMPARE(column(model, RunListModel::State), (QStringList{"Finished", "Stopped"}));
        QCOMPARE(column(model, RunListModel::Epochs), (QStringList{"8 of 20", "8 of 20"}));
        QCOMPARE(column(model, RunListModel::Best), (QStringList{"mean IoU 0.843", "mean IoU 0.843"}));
        QVERIFY(column(model, RunListModel::Changed).first().startsWith("today"));
        QCOMPARE(model.index(0, RunListModel::Curve).data(RunListModel::CurveRole).value<QList<double>>(),
                 (QList<double>{0.25, 0.5}));
        for (int section = 0; section < RunListModel::ColumnCount; ++section)
            QVERIFY(!model.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
    }

    void rowsComeChangeAndGo()
    {
        RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({runOf("a"), runOf("b"), runOf("c")});
        model.toggle(model.rowOf("/runs/b"));
        QSignalSpy ticks(&model, &RunListModel::ticksChanged);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        ListedRun changed = runOf("b", RunFate::Failed);
        changed.revision = 1;
        model.setRuns({runOf("d"), runOf("c"), changed});
        QCOMPARE(changes.count(), 1); // of that one only
        QCOMPARE(column(model, RunListModel::Name), (QStringList{"b", "c", "d"}));
        QCOMPARE(column(model, RunListModel::State), (QStringList{"Failed", "Finished", "Finished"}));
        QCOMPARE(model.rowAt(0), 0);
        QCOMPARE(ticks.count(), 0);
        model.setRuns({runOf("d")});
        QCOMPARE(model.rowAt(0), -1);
        QCOMPARE(ticks.count(), 1);
        model.setRuns({});
        QCOMPARE(model.rowCount(), 0);
    }

    void tickedRunsHavePlacesThatAreGivenAgain()
    {
        RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({runOf("a"), runOf("b"), runOf("c")});
        const auto tick = [&model](int row, Qt::CheckState state) {
            return model.setData(model.index(row, RunListModel::Ticked), state, Qt::CheckStateRole);
        };
        QVERIFY(tick(2, Qt::Checked) && tick(0, Qt::Checked));
        QCOMPARE(column(model, RunListModel::Ticked), (QStringList{"B", "", "A"}));
        QVERIFY(tick(2, Qt::Unchecked) && tick(1, Qt::Checked));
        QCOMPARE(column(model, RunListModel::Ticked), (QStringList{"B", "A", ""}));
        QCOMPARE(model.index(1, RunListModel::Ticked).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        QCOMPARE(model.index(2, RunListModel::Ticked).data(Qt::CheckStateRole).toInt(),
                 static_cast<int>(Qt::Unchecked));
    }

    void onlySoManyAreTickedAtATime()
    {
        RunListModel model;
        std::vector<ListedRun> runs;
        for (int i = 0; i <= RunListModel::MostTicked; ++i)
            runs.push_back(runOf("run " + std::to_string(i)));
        model.setRuns(runs);
        QSignalSpy refused(&model, &RunListModel::tickRefused);
        for (int row = 0; row < model.rowCount(); ++row)
            model.toggle(row);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(model.index(RunListModel::MostTicked, 0).data(RunListModel::PlaceRole).toInt(), -1);
    }

    void whatHasNothingToShowCannotBeTicked()
    {
        RunListModel model;
        ListedRun broken = runOf("broken", RunFate::Unreadable);
        broken.overview.steps = 0;
        broken.overview.reason = "report.json does not tell how the run ended";
        model.setRuns({broken, runOf("damaged", RunFate::Unreadable)});
        QVERIFY(!model.flags(model.index(0, RunListModel::Ticked)).testFlag(Qt::ItemIsUserCheckable));
        QVERIFY(model.flags(model.index(1, RunListModel::Ticked)).testFlag(Qt::ItemIsUserCheckable));
        model.toggle(0);
        QCOMPARE(model.rowAt(0), -1);
        QCOMPARE(model.index(0, RunListModel::State).data().toString(), QStringLiteral("Not readable"));
        QVERIFY(model.index(0, RunListModel::State).data(Qt::ToolTipRole).toString().contains("report.json"));
    }

    void sortValuesAreNumbersWhereTheTextIsNot()
    {
        RunListModel model;
        ListedRun early = runOf("early");
        early.overview.epochsDone = 10;
        early.overview.bestScore.reset();
        early.meanIou = {0.5, std::numeric_limits<double>::quiet_NaN()};
        model.setRuns({early, runOf("late")});
        const auto value = [&model](int row, int column) {
            return model.index(row, column).data(RunListModel::SortRole);
        };
        QVERIFY(value(0, RunListModel::Epochs).toLongLong() > value(1, RunListModel::Epochs).toLongLong());
        QVERIFY(value(0, RunListModel::Best).toDouble() < value(1, RunListModel::Best).toDouble());
        QCOMPARE(value(0, RunListModel::Curve).toDouble(), 0.5);
    }

    void whatCanBeDoneFollowsFromTheState_data()
    {
        QTest::addColumn<RunFate>("fate");
        QTest::addColumn<int>("epochsDone");
        QTest::addColumn<bool>("hasCheckpoint");
        QTest::addColumn<bool>("canResume");
        QTest::addColumn<bool>("canExtend");
        QTest::newRow("interrupted") << RunFate::Interrupted << 8 << true << true << true;
        QTest::newRow("stopped") << RunFate::Stopped << 8 << true << true << true;
        QTest::newRow("stopped at its end") << RunFate::Stopped << 20 << true << false << true;
        QTest::newRow("finished") << RunFate::Finished << 20 << true << false << true;
        QTest::newRow("failed") << RunFate::Failed << 8 << true << false << true;
        QTest::newRow("interrupted before a checkpoint") << RunFate::Interrupted << 0 << false << false << false;
        QTest::newRow("going on") << RunFate::Running << 8 << true << false << false;
        QTest::newRow("unreadable") << RunFate::Unreadable << 8 << true << false << false;
    }

    void whatCanBeDoneFollowsFromTheState()
    {
        QFETCH(RunFate, fate);
        QFETCH(int, epochsDone);
        QFETCH(bool, hasCheckpoint);
        QFETCH(bool, canResume);
        QFETCH(bool, canExtend);
        ListedRun run = runOf("run", fate);
        run.overview.epochsDone = epochsDone;
        if (!hasCheckpoint)
            run.overview.checkpoint.clear();
        QCOMPARE(resumeProblem(run).isEmpty(), canResume);
        QCOMPARE(extensionProblem(run).isEmpty(), canExtend);
        QVERIFY(!runSentence(run).isEmpty());
    }

    void moreEpochsComeAfterThoseThatAreDone()
    {
        ListedRun run = runOf("run", RunFate::Finished);
        run.config->training.patience = 3;
        run.config->training.epochs = run.overview.epochsDone;
        QCOMPARE(extendedConfig(run, 5).training.epochs, 13);
        run.config->training.epochs = 20; // it was stopped: those still to come are not taken away
        QCOMPARE(extendedConfig(run, 5).training.epochs, 25);
        QCOMPARE(extendedConfig(run, 5).training.patience, 3);
        run.overview.isEndedEarly = true;
        QCOMPARE(extendedConfig(run, 5).training.patience, 0);
        QCOMPARE(extendedConfig(run, 5).training.epochs, 13);
    }

    void onlySettingsThatDifferAreListedInTheirOrder()
    {
        RunDifferenceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunConfig a;
        a.output.run = "/runs/a";
        RunConfig b;
        b.output.run = "/runs/b";
        b.speed.workers = 7;
        b.training.learningRate = 0.5;
        model.setRuns({{"A", "first", a}, {"C", "second", b}});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 3);
        const auto text = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, 0), QString::fromStdString(std::string(configField("training.learning_rate").label)));
        QCOMPARE(text(0, 1), QStringLiteral("0.01"));
        QCOMPARE(text(0, 2), QStringLiteral("0.5"));
        QCOMPARE(text(1, 2), QStringLiteral("7"));
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("C"));
        QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString(), QStringLiteral("second"));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setRuns({{"A", "first", a}, {"C", "second", b}});
        QCOMPARE(resets.count(), 0);
        model.setRuns({{"A", "first", a}});
        QCOMPARE(model.rowCount(), 0);
        model.setRuns({});
        QCOMPARE(model.columnCount(), 1);
    }
};

GAPLESS_TEST(TstRunModels, "run_models")
#include "tst_run_models.moc"
