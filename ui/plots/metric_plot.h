// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "ui/models/metric_series.h"
#include "ui/plots/plot_frame.h"

class QCPAxis;
class QCPGraph;
class QCPItemStraightLine;

namespace gapless::ui
{

/// Curves over a common x axis. Where values were not finite, a mark hangs from the plot's upper edge. UI thread.
class MetricPlot final : public PlotFrame
{
    Q_OBJECT

public:
    enum class Draw { Line, ThinLine, FaintLine, Dots, LineAndDots, Impulses, Band };
    enum class Side { Left, Right, FarRight };

    struct Curve
    {
        const MetricSeries* series = nullptr; ///< not owned; lives as long as the plot, or until it is removed
        QString name;                         ///< in the read-out and in tables
        QString unit;                         ///< there, too; may be empty
        PlotPaint color;
        Draw draw = Draw::Line;
        Side side = Side::Left;
    };
    struct Axis
    {
        QString label;    ///< empty: there is none
        double top = 0;   ///< fixed upper end; 0: from the data
        double least = 0; ///< it reaches at least so far
    };
    struct Axes
    {
        QString x; ///< unit of x: step, epoch
        Axis left;
        Axis right = {};
        Axis farRight = {};
        bool offersLogarithm = false; ///< of the left axis
    };

    MetricPlot(const QString& title, const QString& emptyText, const Axes& axes, QWidget* parent);

    /// Its number, by which it is shown and hidden.
    int addCurve(const Curve& curve);
    [[nodiscard]] int curveCount() const { return static_cast<int>(m_curves.size()); }
    /// Those from that number on.
    void removeCurvesFrom(int first);
    void setCurveVisible(int curve, bool isVisible);
    [[nodiscard]] bool isCurveVisible(int curve) const;
    /// A dashed line across the plot; 0: none. The axis makes room for it when it is near the data.
    void setLimit(double limit);
    void setLogarithmic(bool isLogarithmic);
    [[nodiscard]] bool isLogarithmic() const { return m_isLogarithmic; }
    /// One more entry explains the marks, when there are any.
    void setLegend(const QList<LegendEntry>& legend);
    /// x of the marks that are visible now.
    [[nodiscard]] std::vector<double> marks() const;

protected:
    [[nodiscard]] std::optional<PlotView::Extent> extent() const override;
    void fill(PlotRange visible, int columns) override;
    void fitValues() override;
    void updateColors() override;
    [[nodiscard]] std::optional<PlotReading> readingAt(double x) const override;
    [[nodiscard]] PlotTable table() const override;

private:
    struct Drawn
    {
        Curve curve;
        QCPGraph* graph = nullptr;
        bool isVisible = true;
        bool isBusy = false; ///< goes up and down so much that its pen has to be thin
    };
    /// An axis and what the visible data of its curves reach.
    struct Scale
    {
        QCPAxis* axis = nullptr;
        Axis wanted;
        double lowest = 0;
        double highest = 0;
        double lowestPositive = 0;
    };

    void makeMarks();
    void makeLogarithmActions();
    void fillCurve(Drawn& drawn, PlotRange visible, int columns);
    [[nodiscard]] QPen penOf(const Drawn& drawn) const;
    void fitLinear(Scale& scale) const;
    void fitLogarithmic(Scale& scale) const;
    [[nodiscard]] Scale& scaleOf(Side side) { return m_scales.at(static_cast<std::size_t>(side)); }
    void updateLegend();

    Axes m_axes;
    std::array<Scale, 3> m_scales; ///< by side
    std::vector<Drawn> m_curves;
    QCPGraph* m_marks = nullptr;
    QCPItemStraightLine* m_limitLine = nullptr;
    QList<LegendEntry> m_baseLegend;
    QAction* m_linearAction = nullptr;
    QAction* m_logarithmicAction = nullptr;
    double m_limit = 0;
    bool m_isLogarithmic = false;
};

} // namespace gapless::ui
