// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/schedule_plot.h"

#include <cmath>
#include <utility>

#include <QEvent>
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
/// The mark moves by no less than this share of the run, about a pixel: each move draws the plot.
constexpr double LeastMove = 0.004;

} // namespace

SchedulePlot::SchedulePlot(QWidget* parent)
    : PlotFrame(tr("learning rate"), tr("The learning rate over the run appears here."), parent)
{
    plot().yAxis->setLabel(tr("rate"));
    m_graph = plot().addGraph();
    m_graph->setAdaptiveSampling(false);
    m_markLine = new QCPItemStraightLine(&plot());
    m_markLine->setVisible(false);
    setCurve({});
}

void SchedulePlot::setCurve(const ScheduleCurve& curve)
{
    m_curve = curve;
    plot().xAxis->setLabel(m_curve.isByEpoch() ? tr("epoch") : tr("share of the run, %"));
    setToolTip(m_curve.isWarmupLeftOut()
                   ? tr("What the present settings give. The warm-up is left out, since how many steps the run has is "
                        "known once the data are checked.")
                   : tr("What the present settings give; while a run goes on, the line marks its step."));
    QList<LegendEntry> legend{{tr("peak"), preciseText(m_curve.peak()), PlotColor::Training, QChar()}};
    if (m_curve.isWarmupLeftOut())
        legend.append({tr("without the warm-up"), {}, PlotColor::Other, QChar()});
    setLegendEntries(legend);
    placeMark();
    markDirty();
}

void SchedulePlot::setMark(const std::optional<RunPlace>& place)
{
    const std::optional<double> before = mark();
    const std::optional<RunPlace> placeBefore = std::exchange(m_place, place);
    const std::optional<double> now = mark();
    if (before && now && std::abs(*now - *before) < LeastMove * m_curve.end()) {
        m_place = placeBefore;
        return;
    }
    if (before == now)
        return;
    placeMark();
    markDirty();
}

std::optional<double> SchedulePlot::mark() const
{
    if (!m_place)
        return std::nullopt;
    const double epochs = static_cast<double>(m_place->step) / static_cast<double>(m_place->stepsPerEpoch);
    const double x = m_curve.isByEpoch() ? epochs : 100 * epochs / static_cast<double>(m_place->epochs);
    return x <= m_curve.end() ? std::optional(x) : std::nullopt;
}

void SchedulePlot::placeMark()
{
    const std::optional<double> x = mark();
    m_markLine->setVisible(x.has_value());
    m_markLine->point1->setCoords(x.value_or(0), 0);
    m_markLine->point2->setCoords(x.value_or(0), 1);
}

std::optional<PlotView::Extent> SchedulePlot::extent() const
{
    if (m_curve.rate().isEmpty())
        return std::nullopt;
    const PlotRange all{0, m_curve.end()};
    return PlotView::Extent{all, all};
}

void SchedulePlot::fill(PlotRange visible, int columns)
{
    QVector<QCPGraphData> shown;
    for (const SeriesPoint& point : m_curve.rate().decimated(visible.lower, visible.upper, columns))
        shown.append(QCPGraphData(point.x, point.y));
    m_graph->data()->set(shown, true);
}

void SchedulePlot::fitValues()
{
    plot().yAxis->setRange(0, m_curve.peak() > 0 ? m_curve.peak() * Headroom : 1);
}

void SchedulePlot::updateColors()
{
    m_graph->setPen(QPen(plotColor(PlotColor::Training, palette()), 1.6));
    m_markLine->setPen(QPen(mutedColor(palette(), 0.7), 1, Qt::DashLine));
}

std::optional<PlotReading> SchedulePlot::readingAt(double x) const
{
    const SeriesPoint* point = m_curve.rate().nearest(x);
    if (point == nullptr)
        return std::nullopt;
    const QString place = QLocale().toString(point->x, 'f', m_curve.isByEpoch() ? 2 : 0);
    PlotReading reading{
        point->x, m_curve.isByEpoch() ? tr("epoch %1").arg(place) : tr("%1 % of the run").arg(place), {}};
    reading.values.append({title(), preciseText(point->y), plotColor(PlotColor::Training, palette())});
    return reading;
}

PlotTable SchedulePlot::table() const
{
    return {plot().xAxis->label(), {{title(), m_curve.rate().points()}}};
}

bool SchedulePlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &plot() && event->type() == QEvent::Wheel) {
        event->ignore(); // so it goes on to the page
        return true;
    }
    return PlotFrame::eventFilter(watched, event);
}

} // namespace gapless::ui
