// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QMenu>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/settings.h"
#include "ui/panels/class_curves.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/prediction_strip.h"
#include "ui/panels/train_panel.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/metric_plot.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

class TstTrainPanel final : public QObject
{
    Q_OBJECT

    static MetricPlot& plotNamed(const WindowFixture& fixture, const char* title)
    {
        for (PlotFrame* plot : fixture.window->trainPanel().grid().plots())
            if (plot->title() == QLatin1String(title))
                return *qobject_cast<MetricPlot*>(plot);
        qFatal("no plot %s", title);
    }

    static void run(WindowFixture& fixture)
    {
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Finished);
        QTRY_VERIFY(fixture.start()->isEnabled());
    }

private Q_SLOTS:
    void plotsAreChosenFromAMenu()
    {
        WindowFixture fixture;
        fixture.openData();
        const PlotGrid& grid = fixture.window->trainPanel().grid();
        QVERIFY(grid.chooser()->isVisible());
        QCOMPARE(grid.plots().size(), 8);
        QCOMPARE(grid.shownPlots().size(), 6);
        MetricPlot& norm = plotNamed(fixture, "gradient norm");
        QVERIFY(!norm.isVisible());
        grid.choice(static_cast<int>(grid.plots().indexOf(&norm)))->trigger();
        QVERIFY(norm.isVisible());
        for (int i = 0; i < 7; ++i)
            grid.choice(i)->setChecked(false);
        QCOMPARE(grid.shownPlots().size(), 1);
        QVERIFY(!grid.choice(7)->isEnabled()); // the last one stays
        grid.choice(0)->setChecked(true);
        QVERIFY(grid.choice(7)->isEnabled());
        fixture.window->showTab(MainWindow::Tab::Data);
        QVERIFY(!grid.chooser()->isVisible());
    }

    void whatCanBePressedHasANameAndAToolTip()
    {
        WindowFixture fixture;
        for (const QToolButton* button : fixture.window->trainPanel().grid().findChildren<QToolButton*>()) {
            QVERIFY(!button->text().isEmpty());
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
        }
    }

    void allPlotsAndThePredictionsHaveRoomInASmallWindow()
    {
        WindowFixture fixture;
        fixture.openData();
        fixture.window->resize(1280, 720);
        const PlotGrid& grid = fixture.window->trainPanel().grid();
        for (int i = 0; i < grid.plots().size(); ++i)
            grid.choice(i)->setChecked(true);
        QTRY_COMPARE(fixture.window->size(), QSize(1280, 720));
        QVERIFY(fixture.window->minimumSizeHint().height() <= 720);
        QVERIFY(fixture.window->trainPanel().predictions().height() >= 112);
        for (const PlotFrame* plot : grid.plots())
            QTRY_VERIFY(plot->height() >= 96);
    }

    void classesAreShownOnDemandInTheirColours()
    {
        WindowFixture fixture;
        fixture.openData();
        const ClassCurves& classes = fixture.window->trainPanel().classes();
        QVERIFY(!classes.button()->isEnabled());
        run(fixture);
        MetricPlot& scores = plotNamed(fixture, "scores");
        const QList<QAction*> choices = classes.button()->menu()->actions();
        QCOMPARE(choices.size(), 4); // the script's
        QVERIFY(classes.button()->isEnabled());
        for (int i = 0; i < 4; ++i)
            QVERIFY(!scores.isCurveVisible(2 + i));
        QVERIFY(!scores.valueText().contains(QLatin1String("disc")));

        QCOMPARE(choices.at(1)->text(), QStringLiteral("disc"));
        choices.at(1)->trigger();
        QVERIFY(scores.isCurveVisible(3) && !scores.isCurveVisible(2));
        QVERIFY(scores.valueText().contains(QLatin1String("disc 0.8")));
        const QCPGraph* graph = scores.findChild<QCustomPlot*>()->graph(1 + 3); // behind the marks
        QCOMPARE(graph->data()->size(), 2);                                     // epochs
        const Rgb color = defaultClassColor(1);
        QCOMPARE(graph->pen().color(), plotColor(PlotPaint(QColor(color[0], color[1], color[2])), scores.palette()));

        // Another run has other curves; the choice stays.
        run(fixture);
        QCOMPARE(classes.button()->menu()->actions().size(), 4);
        QVERIFY(classes.button()->menu()->actions().at(1)->isChecked());
        QVERIFY(scores.isCurveVisible(3) && !scores.isCurveVisible(2));
        QCOMPARE(scores.curveCount(), 6);
        classes.button()->menu()->actions().at(1)->trigger();
        QVERIFY(!scores.isCurveVisible(3));
        QVERIFY(!scores.valueText().contains(QLatin1String("disc")));
    }

    void theGradientsLimitIsShown()
    {
        WindowFixture fixture;
        fixture.openData();
        fixture.window->settings().setText(QStringLiteral("training.clip"), QStringLiteral("3"));
        run(fixture);
        QVERIFY(plotNamed(fixture, "gradient norm").valueText().contains(QLatin1String("clipped at 3.00")));
        fixture.window->settings().setText(QStringLiteral("training.clip"), QStringLiteral("0"));
        run(fixture);
        QVERIFY(!plotNamed(fixture, "gradient norm").valueText().contains(QLatin1String("clipped")));
    }

    void aNewRunIsFollowed()
    {
        WindowFixture fixture;
        fixture.openData();
        run(fixture);
        MetricPlot& loss = plotNamed(fixture, "loss");
        QTRY_VERIFY(loss.isShowingData());
        QTest::keyClick(&loss, Qt::Key_Plus);
        QVERIFY(!loss.isFollowing());
        run(fixture);
        QVERIFY(loss.isFollowing());
    }

    void theQueueIsDrawnBehindTheWaits()
    {
        WindowFixture fixture;
        fixture.openData();
        run(fixture);
        MetricPlot& stall = plotNamed(fixture, "loader stall");
        QVERIFY(stall.valueText().contains(
            QStringLiteral("queue %1").arg(fixture.window->settings().config().speed.prefetchDepth)));
    }

    void aLossThatIsNotFiniteIsMarked()
    {
        EngineScript script;
        script.loss = [](std::int64_t step) { return step == 3 ? std::nan("") : 1.0; };
        WindowFixture fixture(script);
        fixture.openData();
        fixture.start()->trigger();
        QTRY_COMPARE(fixture.state(), RunState::Failed);
        QTRY_COMPARE(plotNamed(fixture, "loss").marks(), std::vector<double>{3});
        QVERIFY(plotNamed(fixture, "loss").valueText().contains(QLatin1String("not finite 1")));
    }

    void aPlotThatCannotBeSavedIsToldInTheMessageBar()
    {
        WindowFixture fixture;
        fixture.openData();
        QVERIFY(fixture.window->messages().isHidden());
        QVERIFY(!plotNamed(fixture, "loss").save(QStringLiteral("/nowhere/loss.csv")));
        QVERIFY(!fixture.window->messages().isHidden());
        QVERIFY(fixture.window->messages().text().contains(QLatin1String("/nowhere/loss.csv")));
    }
};

GAPLESS_TEST(TstTrainPanel, "train_panel")
#include "tst_train_panel.moc"
