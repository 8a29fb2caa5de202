// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "tests/support/test_main.h"
#include "tests/ui/plot_fixture.h"
#include "ui/plots/boundary_plot.h"

using namespace gapless;
using namespace gapless::ui;
using test::PlotFixture;

class TstPlotInteraction final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWheelZoomsAboutThePointer()
    {
        PlotFixture fixture;
        const QPoint pointer = fixture.placeOf(300);
        const double before = fixture.inner.xAxis->pixelToCoord(pointer.x());
        const PlotRange all = fixture.plot.visibleRange();
        const QCPRange values = fixture.inner.yAxis->range();
        fixture.wheel(pointer, 3);
        QVERIFY(fixture.plot.visibleRange().size() < 0.8 * all.size());
        QVERIFY(qAbs(fixture.inner.xAxis->pixelToCoord(pointer.x()) - before) < 1e-6 * all.size());
        QVERIFY(fixture.inner.yAxis->range() == values);
        QVERIFY(!fixture.plot.isFollowing());
        // All the way out it follows again.
        fixture.wheel(fixture.middle(), -20);
        QCOMPARE(fixture.plot.visibleRange(), all);
        QVERIFY(fixture.plot.isFollowing());
    }

    void theWheelWithControlZoomsTheValuesToo()
    {
        PlotFixture fixture;
        const QPoint pointer = fixture.middle();
        const double value = fixture.inner.yAxis->pixelToCoord(pointer.y());
        const double height = fixture.inner.yAxis->range().size();
        const double width = fixture.plot.visibleRange().size();
        fixture.wheel(pointer, 2, Qt::ControlModifier);
        QVERIFY(fixture.inner.yAxis->range().size() < 0.8 * height);
        QVERIFY(fixture.plot.visibleRange().size() < 0.8 * width);
        QVERIFY(qAbs(fixture.inner.yAxis->pixelToCoord(pointer.y()) - value) < 1e-6 * height);
    }

    void aZoomShowsNoLessThanOneStep()
    {
        PlotFixture fixture;
        for (int i = 0; i < 100; ++i)
            fixture.wheel(fixture.middle(), 5);
        QVERIFY(fixture.plot.visibleRange().size() >= 1);
    }

    void draggingPansAndStopsAtTheEnds()
    {
        PlotFixture fixture;
        fixture.wheel(fixture.middle(), 8);
        const PlotRange before = fixture.plot.visibleRange();
        const QPoint from = fixture.middle();
        const double held = fixture.inner.xAxis->pixelToCoord(from.x());
        QTest::mousePress(&fixture.inner, Qt::LeftButton, {}, from);
        QTest::mouseMove(&fixture.inner, from + QPoint(40, 10));
        QVERIFY(qAbs(fixture.inner.xAxis->pixelToCoord(from.x() + 40) - held) < 1e-3);
        QTest::mouseMove(&fixture.inner, from + QPoint(100'000, 10));
        QTest::mouseRelease(&fixture.inner, Qt::LeftButton, {}, from);
        QCOMPARE(fixture.plot.visibleRange().lower, 0.0);
        QVERIFY(qAbs(fixture.plot.visibleRange().size() - before.size()) < 1e-6);
    }

    void aDoubleClickOrTheButtonFollowsAgain()
    {
        PlotFixture fixture;
        const PlotRange all = fixture.plot.visibleRange();
        QVERIFY(!fixture.plot.fitButton()->isVisible());
        QVERIFY(!fixture.plot.fitButton()->accessibleName().isEmpty());
        fixture.wheel(fixture.middle(), 4);
        QTest::mouseDClick(&fixture.inner, Qt::LeftButton, {}, fixture.middle());
        QCOMPARE(fixture.plot.visibleRange(), all);
        fixture.wheel(fixture.middle(), 4, Qt::ControlModifier);
        QVERIFY(fixture.plot.fitButton()->isVisible());
        QTest::mouseClick(fixture.plot.fitButton(), Qt::LeftButton);
        QCOMPARE(fixture.plot.visibleRange(), all);
        QVERIFY(fixture.plot.isFollowing());
        QVERIFY(!fixture.plot.fitButton()->isVisible());
    }

    void newDataMoveOnlyAPlotThatFollows()
    {
        PlotFixture fixture;
        fixture.append(500);
        fixture.plot.drawNow();
        QVERIFY(fixture.plot.visibleRange().upper > 1500);
        fixture.wheel(fixture.placeOf(1500), 5);
        const PlotRange zoomed = fixture.plot.visibleRange();
        const QCPRange values = fixture.inner.yAxis->range();
        const auto drawn = fixture.drawn(0).size();
        fixture.append(20);
        fixture.raw.append(1521, 5000);
        fixture.plot.drawNow();
        QCOMPARE(fixture.plot.visibleRange(), zoomed);
        QVERIFY(fixture.inner.yAxis->range() == values);
        QVERIFY(fixture.drawn(0).size() > drawn); // but they are there
        fixture.plot.fit();
        QVERIFY(fixture.plot.visibleRange().upper > 1521);
        QVERIFY(fixture.inner.yAxis->range().upper > 5000);
    }

    void hoveringTellsAllCurvesAtTheNearestStep()
    {
        PlotFixture fixture;
        QTest::mouseMove(&fixture.inner, fixture.placeOf(415));
        const QStringList lines = fixture.plot.readOutText().split(u'\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines.at(0).startsWith(QLatin1String("step 4")));
        const int step = lines.at(0).section(u' ', 1).toInt();
        QVERIFY(qAbs(step - 415) <= 2);
        QCOMPARE(lines.at(1), QStringLiteral("raw %1.00").arg(1 + step % 10));
        QCOMPARE(lines.at(2), QStringLiteral("rate 20.0 images/s"));
        QCOMPARE(lines.at(3), QStringLiteral("dots 0.500 (step 400)"));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&fixture.inner, &leave);
        QVERIFY(fixture.plot.readOutText().isEmpty());
    }

    void thereIsNothingToTellOrZoomWithoutData()
    {
        PlotFixture fixture(0);
        QVERIFY(!fixture.plot.isShowingData());
        QTest::mouseMove(&fixture.inner, fixture.middle());
        QVERIFY(fixture.plot.readOutText().isEmpty());
        const PlotRange before = fixture.plot.visibleRange();
        fixture.wheel(fixture.middle(), 5);
        QTest::keyClick(&fixture.plot, Qt::Key_Plus);
        QCOMPARE(fixture.plot.visibleRange(), before);
        QVERIFY(fixture.plot.isFollowing());
    }

    void tabWalksThroughPlotsAndShowsWhereItIs()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        const MetricSeries series;
        QList<MetricPlot*> plots;
        for (const char* name : {"one", "two"}) {
            plots += new MetricPlot(QLatin1String(name), "Nothing yet.", {.x = "step", .left = {"loss"}}, &window);
            plots.last()->addCurve({.series = &series, .name = "loss", .unit = {}, .color = PlotColor::Training});
            layout->addWidget(plots.last());
        }
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        plots.at(0)->setFocus();
        QTest::keyClick(plots.at(0), Qt::Key_Tab);
        QVERIFY(plots.at(1)->hasFocus());
        const QRgb highlight = window.palette().color(QPalette::Highlight).rgb();
        QCOMPARE(plots.at(1)->grab().toImage().pixel(100, 1), highlight);
        QVERIFY(plots.at(0)->grab().toImage().pixel(100, 1) != highlight);
        auto* inner = plots.at(0)->findChild<QCustomPlot*>();
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, inner->mapTo(&window, inner->rect().center()));
        QVERIFY(plots.at(0)->hasFocus());
    }

    void theKeyboardZoomsPansAndFits()
    {
        PlotFixture fixture;
        const PlotRange all = fixture.plot.visibleRange();
        QTest::keyClick(&fixture.plot, Qt::Key_Plus);
        const PlotRange zoomed = fixture.plot.visibleRange();
        QVERIFY(zoomed.size() < all.size());
        QTest::keyClick(&fixture.plot, Qt::Key_Right);
        const PlotRange right = fixture.plot.visibleRange();
        QVERIFY(right.lower > zoomed.lower && qAbs(right.size() - zoomed.size()) < 1e-9 * all.size());
        QTest::keyClick(&fixture.plot, Qt::Key_Left);
        QVERIFY(qAbs(fixture.plot.visibleRange().lower - zoomed.lower) < 1e-9 * all.size());
        for (const Qt::Key key : {Qt::Key_0, Qt::Key_Home}) {
            QTest::keyClick(&fixture.plot, Qt::Key_Plus);
            QVERIFY(!fixture.plot.isFollowing());
            QTest::keyClick(&fixture.plot, key);
            QCOMPARE(fixture.plot.visibleRange(), all);
            QVERIFY(fixture.plot.isFollowing());
        }
        QTest::keyClick(&fixture.plot, Qt::Key_Plus);
        QTest::keyClick(&fixture.plot, Qt::Key_Minus);
        QVERIFY(fixture.plot.isFollowing());
    }

    void theMenuOpensByMouseAndByKey()
    {
        PlotFixture fixture;
        fixture.plot.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.plot));
        const QPoint place = fixture.inner.mapTo(&fixture.plot, fixture.middle());
        QTest::mousePress(fixture.plot.windowHandle(), Qt::RightButton, {}, place);
        QTRY_VERIFY(fixture.plot.menu()->isVisible());
        QTest::mouseRelease(fixture.plot.windowHandle(), Qt::RightButton, {}, place);
        fixture.plot.menu()->close();
        // What the platform makes of the menu key.
        QContextMenuEvent key(QContextMenuEvent::Keyboard, place, fixture.plot.mapToGlobal(place));
        QApplication::sendEvent(&fixture.plot, &key);
        QVERIFY(fixture.plot.menu()->isVisible());
        QStringList texts;
        for (const QAction* action : fixture.plot.menu()->actions())
            if (!action->isSeparator())
                texts += action->text().section(u'\t', 0, 0);
        QCOMPARE(texts, QStringList({"Fit to the data", "Linear loss", "Logarithmic loss", "Copy as picture",
                                     "Save as PNG, SVG, CSV ..."}));
        QVERIFY(!fixture.plot.menu()->actions().constFirst()->isEnabled()); // it follows already
        fixture.plot.menu()->close();
        for (QAction* action : fixture.plot.menu()->actions())
            if (action->text() == QLatin1String("Logarithmic loss"))
                action->trigger();
        QVERIFY(fixture.plot.isLogarithmic());
    }

    void boundariesOlderThanTheLastSixtyAreReachedByPanning()
    {
        std::vector<BoundaryRecord> boundaries;
        for (int epoch = 1; epoch <= 100; ++epoch)
            boundaries.push_back({.epoch = epoch, .validationMs = 10.0 * epoch, .checkpointMs = 5});
        BoundaryPlot plot("boundary", "Nothing yet.", &boundaries, nullptr);
        plot.resize(480, 240);
        plot.show();
        plot.drawNow();
        QCOMPARE(plot.visibleRange().lower, 40.4);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.visibleRange().lower, 0.4);
        auto& inner = *plot.findChild<QCustomPlot*>();
        QTest::mouseMove(&inner, QPoint(qRound(inner.xAxis->coordToPixel(7)), inner.axisRect()->center().y()));
        QVERIFY(plot.readOutText().startsWith(QLatin1String("epoch 7: 75.0 ms\nvalidation 70.0 ms")));
        QTest::keyClick(&plot, Qt::Key_0);
        QCOMPARE(plot.visibleRange().lower, 40.4);
    }

    void aPlotIsDrawnAtMostFourTimesASecond()
    {
        PlotFixture fixture;
        QTimer ticks;
        connect(&ticks, &QTimer::timeout, &fixture.plot, &PlotFrame::markDirty);
        ticks.start(1);
        int before = fixture.plot.drawCount();
        QTRY_VERIFY(fixture.plot.drawCount() > before);
        QElapsedTimer time;
        time.start();
        before = fixture.plot.drawCount();
        QTRY_VERIFY(fixture.plot.drawCount() >= before + 4);
        QVERIFY(time.elapsed() >= 4 * 225); // timers may come a twentieth too early
    }

    void aHiddenPlotIsNotDrawnUntilItIsShown()
    {
        PlotFixture hidden;
        PlotFixture shown;
        hidden.plot.hide();
        const int before = hidden.plot.drawCount();
        const int shownBefore = shown.plot.drawCount();
        hidden.append(10);
        hidden.plot.markDirty();
        shown.plot.markDirty();
        QTRY_VERIFY(shown.plot.drawCount() > shownBefore); // as the hidden one would have been by now
        QCOMPARE(hidden.plot.drawCount(), before);
        hidden.plot.show();
        QCOMPARE(hidden.plot.drawCount(), before + 1);
        QVERIFY(hidden.plot.visibleRange().upper > 1010);
        // Without new data nothing is drawn again.
        shown.plot.markDirty();
        const int quiet = hidden.plot.drawCount();
        QTRY_VERIFY(shown.plot.drawCount() > shownBefore + 1);
        QVERIFY(hidden.plot.drawCount() <= quiet + 1); // the size when shown may count once
    }
};

GAPLESS_TEST(TstPlotInteraction, "plot_interaction")
#include "tst_plot_interaction.moc"
