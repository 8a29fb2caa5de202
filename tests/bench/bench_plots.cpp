// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What it costs the window to draw a plot of six noisy curves again, by their points, and to take in a new point.
// QT_QPA_PLATFORM=offscreen build/.../bin/bench_plots --benchmark_repetitions=9

#include <algorithm>
#include <array>
#include <cmath>

#include <QApplication>

#include <benchmark/benchmark.h>

#include "ui/plots/metric_plot.h"

namespace
{

using namespace gapless::ui;

constexpr int CurveCount = 6;

/// One for the process, never destroyed: benchmarks end with main().
void needApplication()
{
    static int argc = 1;
    static std::array<char, 12> name{"bench_plots"};
    static std::array<char*, 2> argv{name.data(), nullptr};
    static const QApplication* application = new QApplication(argc, argv.data());
    benchmark::DoNotOptimize(application);
}

/// A falling curve with noise and twenty spikes, as a loss has; over any number of points it looks the same.
double valueAt(int curve, std::int64_t step, std::int64_t points)
{
    const double ripple = std::sin(static_cast<double>(step) * 12.9898 + curve) * 43758.5453;
    const double noise = ripple - std::floor(ripple) - 0.5;
    const double share = static_cast<double>(step) / static_cast<double>(points);
    const bool isSpike = step % std::max<std::int64_t>(points / 20, 1) == 0;
    return 2.0 / (1 + 9 * share) + 0.2 * curve + 0.3 * noise + (isSpike ? 1 : 0);
}

struct Curves
{
    explicit Curves(std::int64_t points)
        : plot("loss", "Nothing yet.", {.x = "step", .left = {"loss"}}, nullptr)
    {
        for (int i = 0; i < CurveCount; ++i) {
            plot.addCurve({.series = &series[static_cast<std::size_t>(i)],
                           .name = QString::number(i),
                           .unit = {},
                           .color = i % 2 == 0 ? PlotColor::Training : PlotColor::Validation,
                           .draw = i == 0 ? MetricPlot::Draw::FaintLine : MetricPlot::Draw::Line});
            for (std::int64_t step = 1; step <= points; ++step)
                series[static_cast<std::size_t>(i)].append(static_cast<double>(step), valueAt(i, step, points));
        }
        plot.resize(640, 240); // of the Train tab in a window of 1600 x 900
        plot.show();
        plot.drawNow();
    }

    std::array<MetricSeries, CurveCount> series;
    MetricPlot plot;
};

void redraw(benchmark::State& state)
{
    needApplication();
    Curves curves(state.range(0));
    for (auto _ : state)
        curves.plot.drawNow();
}
BENCHMARK(redraw)->Arg(1'000)->Arg(10'000)->Arg(200'000)->Unit(benchmark::kMillisecond);

void decimate(benchmark::State& state)
{
    MetricSeries series;
    for (std::int64_t step = 1; step <= state.range(0); ++step)
        series.append(static_cast<double>(step), valueAt(0, step, state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(series.decimated(580));
}
BENCHMARK(decimate)->Arg(10'000)->Arg(200'000)->Arg(5'000'000)->Unit(benchmark::kMicrosecond);

void append(benchmark::State& state)
{
    MetricSeries series;
    std::int64_t step = 0;
    for (auto _ : state) {
        ++step;
        series.append(static_cast<double>(step), static_cast<double>(step % 100));
    }
}
BENCHMARK(append);

} // namespace
