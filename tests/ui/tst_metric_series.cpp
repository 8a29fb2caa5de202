// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/test_main.h"
#include "ui/models/metric_series.h"

using namespace gapless::ui;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

bool holds(const std::vector<SeriesPoint>& points, SeriesPoint wanted)
{
    return std::ranges::find(points, wanted) != points.end();
}

} // namespace

class TstMetricSeries final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewPointsAreKeptAsTheyAre()
    {
        MetricSeries series;
        for (int i = 0; i < 40; ++i)
            series.append(i, i * i);
        QVERIFY(series.decimated(10) == series.points());
    }

    void decimationKeepsExtremesAndEnds()
    {
        MetricSeries series;
        for (int i = 0; i < 100'000; ++i)
            series.append(i, std::sin(i * 0.01));
        MetricSeries spiked;
        for (const SeriesPoint& point : series.points())
            spiked.append(point.x, point.x == 54'321 ? 99 : point.x == 54'322 ? -99 : point.y);
        const std::vector<SeriesPoint> drawn = spiked.decimated(300);
        QVERIFY(drawn.size() <= 4 * 300);
        QVERIFY(holds(drawn, {54'321, 99}));
        QVERIFY(holds(drawn, {54'322, -99}));
        QVERIFY(drawn.front() == spiked.points().front());
        QVERIFY(drawn.back() == spiked.points().back());
        QVERIFY(std::ranges::is_sorted(drawn, {}, &SeriesPoint::x));
    }

    void everyColumnIsDrawnFromItsOwnPoints()
    {
        MetricSeries series;
        for (int i = 0; i < 10'000; ++i)
            series.append(i, i < 5'000 ? 1 : 2);
        for (const SeriesPoint& point : series.decimated(7))
            QCOMPARE(point.y, point.x < 5'000 ? 1.0 : 2.0);
    }

    void gapsStayGapsAlsoWhenDecimated()
    {
        MetricSeries series;
        for (int i = 0; i < 10'000; ++i)
            series.append(i, i == 5'000 ? NaN : 1);
        const std::vector<SeriesPoint> drawn = series.decimated(50);
        QCOMPARE(std::ranges::count_if(drawn, [](const SeriesPoint& point) { return std::isnan(point.y); }), 1);
        const auto gap = std::ranges::find_if(drawn, [](const SeriesPoint& point) { return std::isnan(point.y); });
        QCOMPARE(gap->x, 5'000.0);
        QVERIFY(gap != drawn.begin() && std::next(gap) != drawn.end());
        QVERIFY(holds(drawn, {4'999, 1}));
        QVERIFY(holds(drawn, {5'001, 1}));
    }

    void infiniteValuesAreGapsAndNotTheLastValue()
    {
        MetricSeries series;
        QVERIFY(!series.last());
        series.append(1, 0.5);
        series.append(2, std::numeric_limits<double>::infinity());
        QVERIFY(std::isnan(series.points().back().y));
        QCOMPARE(series.last(), std::optional(0.5));
        series.clear();
        QVERIFY(series.isEmpty() && !series.last());
    }

    void smoothingStartsAtTheFirstValueAndSkipsGaps()
    {
        SmoothedValue average(0.1);
        QVERIFY(std::isnan(average.add(NaN)));
        QCOMPARE(average.add(4), 4.0);
        // (0.9 * 0.1 * 4 + 0.1 * 2) / (0.9 * 0.1 + 0.1)
        QCOMPARE(average.add(2), 0.56 / 0.19);
        QCOMPARE(average.add(NaN), 0.56 / 0.19);
        average.reset();
        QCOMPARE(average.add(7), 7.0);
    }
};

GAPLESS_TEST(TstMetricSeries, "metric_series")
#include "tst_metric_series.moc"
