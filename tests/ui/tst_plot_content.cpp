// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "tests/support/test_main.h"
#include "tests/ui/plot_fixture.h"

using namespace gapless;
using namespace gapless::ui;
using test::PlotFixture;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

QPalette darkPalette()
{
    QPalette palette;
    palette.setColor(QPalette::Base, QColor(0x20, 0x20, 0x20));
    palette.setColor(QPalette::Text, Qt::white);
    return palette;
}

/// Whether a pixel of that colour is in the uppermost `rows` of the plot's data area.
bool isAtUpperEdge(const PlotFixture& fixture, const QColor& color, int rows)
{
    const QImage image = fixture.inner.grab().toImage();
    const QRect area = fixture.inner.axisRect()->rect();
    for (int y = area.top(); y < area.top() + rows; ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

} // namespace

class TstPlotContent final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpikeAmongManyPointsIsDrawn()
    {
        PlotFixture fixture;
        fixture.append(100'000);
        fixture.raw.append(101'001, 500);
        fixture.append(50'000);
        fixture.plot.drawNow();
        const QCPGraphDataContainer& drawn = fixture.drawn(0);
        QVERIFY(drawn.size() < 6 * fixture.inner.axisRect()->width() + 3);
        QVERIFY(std::any_of(drawn.constBegin(), drawn.constEnd(),
                            [](const QCPGraphData& point) { return point.value == 500; }));
        QVERIFY(fixture.inner.yAxis->range().upper > 500);
    }

    void valuesThatAreNotFiniteAreMarkedAndExplained()
    {
        PlotFixture fixture(0);
        const QColor red = plotColor(PlotColor::NotFinite, fixture.plot.palette());
        fixture.plot.setLegend({{"raw", "1", PlotColor::Training}});
        for (int step = 1; step <= 200; ++step)
            fixture.raw.append(step, 1);
        fixture.plot.drawNow();
        QVERIFY(fixture.plot.marks().empty());
        QCOMPARE(fixture.plot.valueText(), QStringLiteral("raw 1"));
        QVERIFY(!isAtUpperEdge(fixture, red, 8));

        fixture.raw.append(201, NaN);
        fixture.raw.append(202, 1);
        fixture.raw.append(240, -std::numeric_limits<double>::infinity());
        fixture.plot.drawNow();
        QCOMPARE(fixture.plot.marks(), (std::vector<double>{201, 240}));
        QVERIFY(fixture.plot.valueText().contains(QLatin1String("not finite 2")));
        QVERIFY(isAtUpperEdge(fixture, red, 8));
        QTest::mouseMove(&fixture.inner, fixture.placeOf(240));
        QVERIFY(fixture.plot.readOutText().contains(QLatin1String("raw not finite")));
        // A curve that is not shown has no marks either.
        fixture.plot.setCurveVisible(0, false);
        QVERIFY(fixture.plot.marks().empty());
        QCOMPARE(fixture.plot.valueText(), QStringLiteral("raw 1"));
    }

    void onlyVisibleMarksAreDrawn()
    {
        PlotFixture fixture;
        fixture.raw.append(1001, NaN);
        fixture.append(1000);
        fixture.plot.drawNow();
        QCOMPARE(fixture.plot.marks(), std::vector<double>{1001});
        for (int i = 0; i < 10; ++i)
            fixture.wheel(fixture.placeOf(200), 2);
        QVERIFY(fixture.plot.marks().empty());
    }

    void theLogarithmicScaleLeavesOutWhatItCannotShow()
    {
        PlotFixture fixture(0);
        for (int step = 1; step <= 100; ++step)
            fixture.raw.append(step, step == 50 ? 0 : step == 51 ? -3 : std::pow(10, step % 5));
        fixture.plot.drawNow();
        QVERIFY(fixture.inner.yAxis->range().lower < -3);
        fixture.plot.setLogarithmic(true);
        QCOMPARE(fixture.inner.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(fixture.inner.yAxis->range().lower > 0.5 && fixture.inner.yAxis->range().lower < 1);
        QVERIFY(fixture.inner.yAxis->range().upper > 1e4);
        QVERIFY(std::isnan(fixture.drawn(0).findBegin(50, false)->value));
        QVERIFY(std::isnan(fixture.drawn(0).findBegin(51, false)->value));
        fixture.plot.setLogarithmic(false);
        QVERIFY(fixture.inner.yAxis->range().lower < -3);
    }

    void aLimitNearTheDataHasRoomAndADistantOneDoesNotPressThemFlat()
    {
        PlotFixture fixture; // up to 20
        fixture.plot.setLimit(30);
        QVERIFY(fixture.inner.yAxis->range().upper > 30);
        fixture.plot.setLimit(500);
        QVERIFY(fixture.inner.yAxis->range().upper < 30);
        QVERIFY(fixture.plot.isFollowing());
    }

    void curvesOfDataKeepTheirColourWhereItCanBeSeen()
    {
        const QPalette light = QApplication::palette();
        QVERIFY(!isDark(light));
        const QPalette dark = darkPalette();
        const PlotPaint black{QColor(Qt::black)};
        QCOMPARE(plotColor(black, light), QColor(Qt::black));
        QVERIFY(plotColor(black, dark).lightness() > 90);
        const PlotPaint yellow{QColor(240, 228, 66)};
        QCOMPARE(plotColor(yellow, dark), QColor(240, 228, 66));
        QVERIFY(plotColor(yellow, light).lightness() < yellow.own.lightness());
        QVERIFY(qAbs(plotColor(yellow, light).hslHue() - yellow.own.hslHue()) <= 2);
    }
};

GAPLESS_TEST(TstPlotContent, "plot_content")
#include "tst_plot_content.moc"
