// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/models/metric_series.h"
#include "ui/plots/plot_frame.h"

class QCPGraph;

namespace gapless::ui
{

/// Curves over a common x axis. UI thread.
class MetricPlot final : public PlotFrame
{
    Q_OBJECT

public:
    enum class Draw { Line, FaintLine, Dots, LineAndDots, Impulses };
    enum class Side { Left, Right };

    struct Curve
    {
        const MetricSeries* series = nullptr; ///< not owned; lives as long as the plot
        PlotColor color = PlotColor::Training;
        Draw draw = Draw::Line;
        Side side = Side::Left;
    };
    struct Axes
    {
        QString x;
        QString left;
        QString right;         ///< empty: no right axis
        double leftTop = 0;    ///< fixed upper end; 0: from the data
        double rightLeast = 0; ///< the right axis reaches at least so far
    };

    MetricPlot(const QString& title, const QString& emptyText, const Axes& axes, QWidget* parent);
    void addCurve(const Curve& curve);
    using PlotFrame::setLegend;

protected:
    bool updateData() override;
    void updateColors() override;

private:
    struct Drawn
    {
        Curve curve;
        QCPGraph* graph = nullptr;
    };

    Axes m_axes;
    std::vector<Drawn> m_curves;
};

} // namespace gapless::ui
