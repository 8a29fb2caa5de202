// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tests/support/test_main.h"
#include "ui/models/metric_series.h"

using namespace gapless::ui;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// What a column of pixels shows.
struct Reach
{
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
    bool hasGap = false;

    friend bool operator==(const Reach&, const Reach&) = default;
};

/// By column of [from, to].
std::vector<Reach> reaches(const std::vector<SeriesPoint>& points, double from, double to, int columns)
{
    std::vector<Reach> result(static_cast<std::size_t>(columns));
    const double width = (to - from) / columns;
    for (const SeriesPoint& point : points) {
        if (point.x < from || point.x > to)
            continue;
        // The same bounds as those of the series, to the last bit.
        std::size_t column = 0;
        while (column + 1 < result.size() && point.x >= from + width * static_cast<double>(column + 1))
            ++column;
        Reach& reach = result[column];
        reach.hasGap = reach.hasGap || std::isnan(point.y);
        if (!std::isnan(point.y)) {
            reach.lowest = std::min(reach.lowest, point.y);
            reach.highest = std::max(reach.highest, point.y);
        }
    }
    return result;
}

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
        QVERIFY(drawn.size() <= 6 * 300);
        QVERIFY(holds(drawn, {54'321, 99}));
        QVERIFY(holds(drawn, {54'322, -99}));
        QVERIFY(drawn.front() == spiked.points().front());
        QVERIFY(drawn.back() == spiked.points().back());
        QVERIFY(std::ranges::is_sorted(drawn, {}, &SeriesPoint::x));
    }

    void everyColumnReachesAsFarAsAllItsPoints()
    {
        std::mt19937 random(20);
        const auto below = [&random](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
        std::normal_distribution<double> noise;
        int thinned = 0;
        for (int round = 0; round < 300; ++round) {
            MetricSeries series;
            double x = 0;
            const int count = 1 + below(round % 3 == 0 ? 20'000 : 700);
            const int gapEvery = below(4) == 0 ? 0 : 1 + below(400);
            int gapsLeft = 0;
            for (int i = 0; i < count; ++i) {
                x += below(5) == 0 ? 0 : 1 + below(3); // some share their x, some x are missing
                if (gapEvery > 0 && below(gapEvery) == 0)
                    gapsLeft = 1 + below(20);
                series.append(x, gapsLeft-- > 0 ? NaN : noise(random));
            }
            const double from = below(3) == 0 ? 0 : x * below(1000) / 1000;
            const double to = below(3) == 0 ? x : from + (x - from) * (1 + below(1000)) / 1000;
            const int columns = 1 + below(400);
            const std::vector<SeriesPoint> drawn = series.decimated(from, to, columns);
            QVERIFY(std::ranges::is_sorted(drawn, {}, &SeriesPoint::x));
            QVERIFY(drawn.size() <= 6 * static_cast<std::size_t>(columns) + 2);
            QVERIFY(reaches(drawn, from, to, columns) == reaches(series.points(), from, to, columns));
            thinned += drawn.size() < series.points().size() ? 1 : 0;
        }
        QVERIFY(thinned > 100);
    }

    void linesLeadOutOfTheVisibleRange()
    {
        MetricSeries series;
        for (int i = 0; i < 100'000; ++i)
            series.append(i, i % 7);
        for (const int columns : {10, 100'000}) {
            const std::vector<SeriesPoint> drawn = series.decimated(20'000, 60'000, columns);
            QVERIFY((drawn.front() == SeriesPoint{19'999, 19'999 % 7}));
            QVERIFY((drawn.back() == SeriesPoint{60'001, 60'001 % 7}));
        }
        QVERIFY(series.decimated(2e5, 3e5, 10) == std::vector{series.points().back()});
    }

    void theNearestPointIsFoundOnEitherSide()
    {
        MetricSeries series;
        QVERIFY(series.nearest(3) == nullptr);
        for (const double x : {10.0, 20.0, 40.0})
            series.append(x, x == 20 ? NaN : x);
        QCOMPARE(series.nearest(-5)->x, 10.0);
        QCOMPARE(series.nearest(14)->x, 10.0);
        QCOMPARE(series.nearest(16)->x, 20.0);
        QCOMPARE(series.nearest(29)->x, 20.0);
        QCOMPARE(series.nearest(31)->x, 40.0);
        QCOMPARE(series.nearest(1000)->x, 40.0);
    }

    void gapsAreMarkedOnceForEachColumn()
    {
        MetricSeries series;
        for (int i = 0; i < 10'000; ++i)
            series.append(i, i == 123 || i >= 9'000 ? NaN : 1);
        QCOMPARE(series.gapCount(), std::size_t{1'001});
        QVERIFY(series.gapMarks(0, 8'999, 100) == std::vector{123.0});
        const std::vector<double> marks = series.gapMarks(0, 9'999, 100);
        QVERIFY(marks.size() >= 10 && marks.size() <= 12);
        QCOMPARE(marks.front(), 123.0);
        QCOMPARE(marks[1], 9'000.0);
        QVERIFY(series.gapMarks(200, 8'000, 100).empty());
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
