// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWheelEvent>

#include "ui/plots/custom_plot.h"
#include "ui/plots/metric_plot.h"

namespace gapless::test
{

/// A plot of two curves by step, and one with fewer points, on the screen; its clock is not waited for.
struct PlotFixture
{
    explicit PlotFixture(int steps = 1000)
        : plot("loss", "Nothing yet.", {.x = "step", .left = {"loss"}, .offersLogarithm = true}, nullptr)
        , inner(*plot.findChild<QCustomPlot*>())
    {
        plot.addCurve({.series = &raw, .name = "raw", .unit = {}, .color = ui::PlotColor::Training});
        plot.addCurve({.series = &rate, .name = "rate", .unit = "images/s", .color = ui::PlotColor::Second});
        plot.addCurve({.series = &dots,
                       .name = "dots",
                       .unit = {},
                       .color = ui::PlotColor::Validation,
                       .draw = ui::MetricPlot::Draw::Dots});
        append(steps);
        plot.resize(480, 240);
        plot.show();
        plot.drawNow();
    }

    void append(int steps)
    {
        const int first = static_cast<int>(raw.points().size()) + 1;
        for (int step = first; step < first + steps; ++step) {
            raw.append(step, 1.0 + step % 10);
            rate.append(step, 20);
            if (step % 100 == 0)
                dots.append(step, 0.5);
        }
    }

    /// What is drawn of a curve; graph 0 is that of the marks.
    [[nodiscard]] const QCPGraphDataContainer& drawn(int curve) const { return *inner.graph(1 + curve)->data(); }
    [[nodiscard]] QPoint middle() const { return inner.axisRect()->rect().center(); }
    /// Of a step, at half the height.
    [[nodiscard]] QPoint placeOf(double step) const { return {qRound(inner.xAxis->coordToPixel(step)), middle().y()}; }

    /// Ticks away from the user: zooms in.
    void wheel(QPoint at, int ticks, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(at, inner.mapToGlobal(at), {}, {0, 120 * ticks}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&inner, &event);
    }

    ui::MetricSeries raw;
    ui::MetricSeries rate;
    ui::MetricSeries dots;
    ui::MetricPlot plot;
    QCustomPlot& inner;
};

} // namespace gapless::test
