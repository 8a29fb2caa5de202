// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/metric_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

struct Extent
{
    double lastX = 0;
    double top = 0;
    bool hasData = false;
};

/// Fills the graph with what can be seen of the series.
Extent fill(QCPGraph& graph, const MetricSeries& series, int columns)
{
    Extent extent;
    const std::vector<SeriesPoint> points = series.decimated(columns);
    QVector<QCPGraphData> data;
    data.reserve(static_cast<qsizetype>(points.size()));
    for (const SeriesPoint& point : points) {
        data.append(QCPGraphData(point.x, point.y));
        if (std::isnan(point.y))
            continue;
        extent.hasData = true;
        extent.top = std::max(extent.top, point.y);
    }
    if (!points.empty())
        extent.lastX = points.back().x;
    graph.data()->set(data, true);
    return extent;
}

} // namespace

MetricPlot::MetricPlot(const QString& title, const QString& emptyText, const Axes& axes, QWidget* parent)
    : PlotFrame(title, emptyText, parent)
    , m_axes(axes)
{
    plot().xAxis->setLabel(axes.x);
    plot().yAxis->setLabel(axes.left);
    plot().yAxis2->setVisible(!axes.right.isEmpty());
    plot().yAxis2->setLabel(axes.right);
}

void MetricPlot::addCurve(const Curve& curve)
{
    QCPGraph* graph = plot().addGraph(plot().xAxis, curve.side == Side::Left ? plot().yAxis : plot().yAxis2);
    graph->setAdaptiveSampling(false);
    m_curves.push_back({curve, graph});
    updateColors();
}

bool MetricPlot::updateData()
{
    const int columns = std::max(plot().axisRect()->width(), 100);
    double lastX = 0;
    double leftTop = 0;
    double rightTop = m_axes.rightLeast;
    bool hasData = false;
    for (const Drawn& drawn : m_curves) {
        const Extent extent = fill(*drawn.graph, *drawn.curve.series, columns);
        hasData = hasData || extent.hasData;
        lastX = std::max(lastX, extent.lastX);
        double& top = drawn.curve.side == Side::Left ? leftTop : rightTop;
        top = std::max(top, extent.top);
    }
    // Room above the highest point; a flat zero still needs a range.
    plot().xAxis->setRange(0, std::max(lastX, 1.0) * 1.02);
    plot().yAxis->setRange(0, m_axes.leftTop > 0 ? m_axes.leftTop * 1.04 : leftTop > 0 ? leftTop * 1.08 : 1);
    plot().yAxis2->setRange(0, rightTop > 0 ? rightTop * 1.08 : 1);
    return hasData;
}

void MetricPlot::updateColors()
{
    for (const Drawn& drawn : m_curves) {
        QColor color = plotColor(drawn.curve.color, palette());
        const bool hasDots = drawn.curve.draw == Draw::Dots || drawn.curve.draw == Draw::LineAndDots;
        if (drawn.curve.draw == Draw::FaintLine)
            color.setAlphaF(0.35F);
        drawn.graph->setPen(QPen(color, drawn.curve.draw == Draw::FaintLine ? 1.0 : 1.6));
        drawn.graph->setLineStyle(drawn.curve.draw == Draw::Dots       ? QCPGraph::lsNone
                                  : drawn.curve.draw == Draw::Impulses ? QCPGraph::lsImpulse
                                                                       : QCPGraph::lsLine);
        drawn.graph->setScatterStyle(hasDots ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 6)
                                             : QCPScatterStyle());
    }
}

} // namespace gapless::ui
