// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/metric_plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <QActionGroup>
#include <QLocale>

#include "ui/models/value_format.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_read_out.h"

namespace gapless::ui
{
namespace
{

/// Room above the highest point.
constexpr double Headroom = 1.08;
/// A limit further above the data than this would press them flat.
constexpr double LimitReach = 3;
/// A curve that goes up and down more often than this is drawn with a thin pen. It looks the same, and is several times
/// as fast: six noisy curves take 3 ms, where joined lines of 1.6 pixels took 77.
constexpr double BusyTravel = 30;
constexpr QChar MarkSign(0x25bc);

/// Hangs below the point that it marks, so that nothing of it is cut off at the plot's upper edge.
QPainterPath markShape()
{
    QPainterPath path;
    path.addPolygon(QPolygonF({{-4, 0}, {4, 0}, {0, 7}, {-4, 0}}));
    return path;
}

QString withUnit(double value, const QString& unit)
{
    if (std::isnan(value))
        return MetricPlot::tr("not finite");
    return unit.isEmpty() ? preciseText(value) : preciseText(value) + u' ' + unit;
}

QString wholeNumber(double x)
{
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(std::llround(x));
}

} // namespace

MetricPlot::MetricPlot(const QString& title, const QString& emptyText, const Axes& axes, QWidget* parent)
    : PlotFrame(title, emptyText, parent)
    , m_axes(axes)
{
    plot().xAxis->setLabel(axes.x);
    // Wider lines are joined less neatly on the screen, in a tenth of the time; saved pictures are not concerned.
    plot().setPlottingHint(QCP::phFastPolylines);
    m_scales[0] = {plot().yAxis, axes.left};
    m_scales[1] = {plot().yAxis2, axes.right};
    m_scales[2] = {nullptr, axes.farRight};
    if (!axes.farRight.label.isEmpty()) {
        QCPAxis* axis = plot().axisRect()->addAxis(QCPAxis::atRight);
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setTickLengthIn(0);
        axis->setSubTicks(false);
        axis->setLabelPadding(1);
        axis->setTickLabelPadding(3);
        axis->grid()->setVisible(false);
        m_scales[2].axis = axis;
    }
    for (const Scale& scale : m_scales)
        if (scale.axis != nullptr) {
            scale.axis->setLabel(scale.wanted.label);
            scale.axis->setVisible(!scale.wanted.label.isEmpty());
        }
    makeMarks();
    if (axes.offersLogarithm)
        makeLogarithmActions();
}

void MetricPlot::makeMarks()
{
    // Upright from 0 to 1 whatever the data: the marks are at 1.
    QCPAxis* edge = plot().axisRect()->addAxis(QCPAxis::atLeft);
    edge->setVisible(false);
    edge->setRange(0, 1);
    m_marks = plot().addGraph(plot().xAxis, edge);
    m_marks->setLineStyle(QCPGraph::lsNone);
    m_marks->setAdaptiveSampling(false);
    m_limitLine = new QCPItemStraightLine(&plot());
    m_limitLine->setVisible(false);
}

void MetricPlot::makeLogarithmActions()
{
    auto* group = new QActionGroup(this);
    m_linearAction = group->addAction(tr("Linear %1").arg(m_axes.left.label));
    m_logarithmicAction = group->addAction(tr("Logarithmic %1").arg(m_axes.left.label));
    for (QAction* action : group->actions())
        action->setCheckable(true);
    m_linearAction->setChecked(true);
    connect(m_linearAction, &QAction::triggered, this, [this] { setLogarithmic(false); });
    connect(m_logarithmicAction, &QAction::triggered, this, [this] { setLogarithmic(true); });
    addMenuActions(group->actions());
}

int MetricPlot::addCurve(const Curve& curve)
{
    QCPGraph* graph = plot().addGraph(plot().xAxis, scaleOf(curve.side).axis);
    graph->setAdaptiveSampling(false);
    m_curves.push_back({curve, graph});
    updateColors();
    return static_cast<int>(m_curves.size()) - 1;
}

void MetricPlot::removeCurvesFrom(int first)
{
    while (static_cast<int>(m_curves.size()) > first) {
        plot().removeGraph(m_curves.back().graph);
        m_curves.pop_back();
    }
}

void MetricPlot::setCurveVisible(int curve, bool isVisible)
{
    Drawn& drawn = m_curves.at(static_cast<std::size_t>(curve));
    drawn.isVisible = isVisible;
    drawn.graph->setVisible(isVisible);
    showAnew();
}

bool MetricPlot::isCurveVisible(int curve) const
{
    return m_curves.at(static_cast<std::size_t>(curve)).isVisible;
}

void MetricPlot::setLimit(double limit)
{
    m_limit = limit;
    m_limitLine->setVisible(limit > 0);
    m_limitLine->point1->setCoords(0, limit);
    m_limitLine->point2->setCoords(1, limit);
    showAnew();
}

void MetricPlot::setLogarithmic(bool isLogarithmic)
{
    if (!m_axes.offersLogarithm || isLogarithmic == m_isLogarithmic)
        return;
    m_isLogarithmic = isLogarithmic;
    (isLogarithmic ? m_logarithmicAction : m_linearAction)->setChecked(true);
    QCPAxis& axis = *m_scales[0].axis;
    axis.setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(isLogarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                 : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    // What was zoomed of the other scale means nothing on this one.
    fit();
}

std::optional<PlotView::Extent> MetricPlot::extent() const
{
    double lastX = 0;
    bool hasData = false;
    for (const Drawn& drawn : m_curves) {
        if (drawn.curve.series->isEmpty())
            continue;
        hasData = true;
        lastX = std::max(lastX, drawn.curve.series->points().back().x);
    }
    if (!hasData)
        return std::nullopt;
    const PlotRange all{0, std::max(lastX, 1.0) * 1.02};
    return PlotView::Extent{all, all};
}

void MetricPlot::fill(PlotRange visible, int columns)
{
    for (Scale& scale : m_scales)
        scale.lowest = scale.highest = scale.lowestPositive = 0;
    std::vector<double> marked;
    for (Drawn& drawn : m_curves) {
        if (!drawn.isVisible)
            continue;
        fillCurve(drawn, visible, columns);
        std::ranges::copy(drawn.curve.series->gapMarks(visible.lower, visible.upper, columns),
                          std::back_inserter(marked));
    }
    std::ranges::sort(marked);
    const auto repeated = std::ranges::unique(marked);
    marked.erase(repeated.begin(), repeated.end());
    QVector<QCPGraphData> shown;
    shown.reserve(static_cast<qsizetype>(marked.size()));
    for (const double x : marked)
        shown.append(QCPGraphData(x, 1));
    m_marks->data()->set(shown, true);
    if (!m_baseLegend.isEmpty())
        updateLegend();
}

void MetricPlot::fillCurve(Drawn& drawn, PlotRange visible, int columns)
{
    Scale& scale = scaleOf(drawn.curve.side);
    const bool isLogarithmic = scale.axis->scaleType() == QCPAxis::stLogarithmic;
    const std::vector<SeriesPoint> points = drawn.curve.series->decimated(visible.lower, visible.upper, columns);
    QVector<QCPGraphData> shown;
    shown.reserve(static_cast<qsizetype>(points.size()));
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    double travel = 0;
    double previous = std::numeric_limits<double>::quiet_NaN();
    for (const SeriesPoint& point : points) {
        const bool canBeDrawn = !std::isnan(point.y) && (!isLogarithmic || point.y > 0);
        shown.append(QCPGraphData(point.x, canBeDrawn ? point.y : std::numeric_limits<double>::quiet_NaN()));
        if (!canBeDrawn)
            continue;
        lowest = std::min(lowest, point.y);
        highest = std::max(highest, point.y);
        travel += std::isnan(previous) ? 0 : std::abs(point.y - previous);
        previous = point.y;
        if (point.y > 0 && (scale.lowestPositive <= 0 || point.y < scale.lowestPositive))
            scale.lowestPositive = point.y;
    }
    drawn.graph->data()->set(shown, true);
    scale.lowest = std::min(scale.lowest, lowest);
    scale.highest = std::max(scale.highest, highest);
    const bool isBusy = travel > BusyTravel * (highest - lowest);
    if (std::exchange(drawn.isBusy, isBusy) != isBusy)
        drawn.graph->setPen(penOf(drawn));
}

QPen MetricPlot::penOf(const Drawn& drawn) const
{
    const Draw draw = drawn.curve.draw;
    if (draw == Draw::Band)
        return Qt::NoPen;
    QColor color = plotColor(drawn.curve.color, palette());
    if (draw == Draw::FaintLine)
        color.setAlphaF(0.35F);
    const bool isThin = drawn.isBusy || draw == Draw::FaintLine || draw == Draw::ThinLine;
    return {color, isThin ? 1.0 : 1.6};
}

void MetricPlot::fitValues()
{
    for (Scale& scale : m_scales) {
        if (scale.axis == nullptr)
            continue;
        if (scale.axis->scaleType() == QCPAxis::stLogarithmic)
            fitLogarithmic(scale);
        else
            fitLinear(scale);
    }
}

void MetricPlot::fitLinear(Scale& scale) const
{
    double top = std::max(scale.highest, scale.wanted.least);
    if (scale.axis == m_scales[0].axis && m_limit > top && m_limit < LimitReach * top)
        top = m_limit;
    // A flat zero still needs a range.
    scale.axis->setRange(scale.lowest * Headroom, scale.wanted.top > 0 ? scale.wanted.top * 1.04
                                                  : top > 0            ? top * Headroom
                                                                       : 1);
}

void MetricPlot::fitLogarithmic(Scale& scale) const
{
    const bool hasData = scale.lowestPositive > 0;
    const double lower = hasData ? scale.lowestPositive / 1.2 : 0.1;
    const double upper = hasData ? scale.highest * 1.2 : 1;
    const auto ticker = scale.axis->ticker().dynamicCast<QCPAxisTickerLog>();
    // Powers of ten alone would leave a short axis without a number.
    constexpr double decades = 100;
    ticker->setLogBase(upper / lower > decades ? 10 : 2);
    scale.axis->setRange(lower, upper);
}

void MetricPlot::updateColors()
{
    for (const Drawn& drawn : m_curves) {
        const Draw draw = drawn.curve.draw;
        QColor color = plotColor(drawn.curve.color, palette());
        const bool hasDots = draw == Draw::Dots || draw == Draw::LineAndDots;
        drawn.graph->setPen(penOf(drawn));
        drawn.graph->setLineStyle(draw == Draw::Dots       ? QCPGraph::lsNone
                                  : draw == Draw::Impulses ? QCPGraph::lsImpulse
                                  : draw == Draw::Band     ? QCPGraph::lsStepLeft
                                                           : QCPGraph::lsLine);
        drawn.graph->setScatterStyle(hasDots ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 6)
                                             : QCPScatterStyle());
        color.setAlphaF(0.14F);
        drawn.graph->setBrush(draw == Draw::Band ? QBrush(color) : QBrush(Qt::NoBrush));
    }
    const QColor red = plotColor(PlotColor::NotFinite, palette());
    // The size for which the path's own units are pixels.
    m_marks->setScatterStyle(QCPScatterStyle(markShape(), QPen(red), QBrush(red), 6));
    m_limitLine->setPen(QPen(mutedColor(palette(), 0.7), 1, Qt::DashLine));
}

std::optional<PlotReading> MetricPlot::readingAt(double x) const
{
    PlotReading reading;
    double distance = std::numeric_limits<double>::infinity();
    for (const Drawn& drawn : m_curves) {
        const SeriesPoint* point = drawn.isVisible ? drawn.curve.series->nearest(x) : nullptr;
        if (point != nullptr && std::abs(point->x - x) < distance) {
            distance = std::abs(point->x - x);
            reading.x = point->x;
        }
    }
    if (distance == std::numeric_limits<double>::infinity())
        return std::nullopt;
    reading.position = tr("%1 %2", "step 120").arg(m_axes.x, wholeNumber(reading.x));
    for (const Drawn& drawn : m_curves) {
        const SeriesPoint* point = drawn.isVisible ? drawn.curve.series->nearest(reading.x) : nullptr;
        if (point == nullptr)
            continue;
        QString text = withUnit(point->y, drawn.curve.unit);
        // Validation has fewer points: its nearest is told with its own place.
        if (point->x != reading.x)
            text += tr(" (%1 %2)", "value (step 120)").arg(m_axes.x, wholeNumber(point->x));
        reading.values.append({drawn.curve.name, text, plotColor(drawn.curve.color, palette())});
    }
    return reading;
}

PlotTable MetricPlot::table() const
{
    PlotTable table{m_axes.x, {}};
    for (const Drawn& drawn : m_curves)
        table.columns.append({drawn.curve.unit.isEmpty()
                                  ? drawn.curve.name
                                  : QStringLiteral("%1 [%2]").arg(drawn.curve.name, drawn.curve.unit),
                              drawn.curve.series->points()});
    return table;
}

void MetricPlot::setLegend(const QList<LegendEntry>& legend)
{
    m_baseLegend = legend;
    updateLegend();
}

void MetricPlot::updateLegend()
{
    std::size_t gaps = 0;
    for (const Drawn& drawn : m_curves)
        if (drawn.isVisible)
            gaps += drawn.curve.series->gapCount();
    QList<LegendEntry> legend = m_baseLegend;
    if (gaps > 0)
        legend.append(
            {tr("not finite"), QLocale().toString(static_cast<qulonglong>(gaps)), PlotColor::NotFinite, MarkSign});
    setLegendEntries(legend);
}

std::vector<double> MetricPlot::marks() const
{
    std::vector<double> result;
    std::ranges::transform(m_marks->data()->constBegin(), m_marks->data()->constEnd(), std::back_inserter(result),
                           &QCPGraphData::key);
    return result;
}

} // namespace gapless::ui
