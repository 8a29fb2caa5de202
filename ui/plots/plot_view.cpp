// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_view.h"

#include <QScopedValueRollback>

#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

/// Steps and epochs are whole numbers: less than one of them shows nothing more.
constexpr double SmallestWidth = 1;

bool contains(const PlotRange& outer, const PlotRange& inner)
{
    const double tolerance = 1e-6 * inner.size();
    return outer.lower <= inner.lower + tolerance && outer.upper >= inner.upper - tolerance;
}

} // namespace

PlotView::PlotView(QCustomPlot& plot, QObject* parent)
    : QObject(parent)
    , m_plot(plot)
{
    connect(&m_plot, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) { onWheel(*event); });
    connect(&m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        const bool alsoValues = event->modifiers().testFlag(Qt::ControlModifier);
        m_plot.axisRect()->setRangeDragAxes({m_plot.xAxis}, valueAxes());
        m_plot.axisRect()->setRangeDrag(alsoValues ? Qt::Horizontal | Qt::Vertical : Qt::Horizontal);
    });
    connect(&m_plot, &QCustomPlot::mouseDoubleClick, this, [this](QMouseEvent* event) {
        if (event->button() == Qt::LeftButton)
            fit();
    });
    connect(m_plot.xAxis, qOverload<const QCPRange&, const QCPRange&>(&QCPAxis::rangeChanged), this,
            &PlotView::onMoved);
    connect(m_plot.yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &PlotView::onValuesMoved);
}

QList<QCPAxis*> PlotView::valueAxes() const
{
    // Axes that nobody sees (for marks at the edge) stay as they are.
    QList<QCPAxis*> axes;
    for (QCPAxis* axis : m_plot.axisRect()->axes(QCPAxis::atLeft | QCPAxis::atRight))
        if (axis->visible())
            axes += axis;
    return axes;
}

PlotRange PlotView::visible() const
{
    return {m_plot.xAxis->range().lower, m_plot.xAxis->range().upper};
}

void PlotView::setExtent(const std::optional<Extent>& extent)
{
    m_extent = extent;
    m_plot.setInteraction(QCP::iRangeDrag, extent.has_value());
    m_plot.setInteraction(QCP::iRangeZoom, extent.has_value());
    if (!extent)
        m_isFollowing = true;
    else if (m_isFollowing)
        adjust([&] { m_plot.xAxis->setRange(extent->followed.lower, extent->followed.upper); });
}

void PlotView::adjust(const std::function<void()>& change)
{
    const QScopedValueRollback<bool> guard(m_isAdjusting, true);
    change();
}

void PlotView::zoom(double factor, bool alsoValues)
{
    if (!m_extent)
        return;
    m_isZoomingValues = alsoValues;
    if (alsoValues)
        for (QCPAxis* axis : valueAxes())
            axis->scaleRange(factor);
    m_plot.xAxis->scaleRange(factor);
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::pan(double share)
{
    if (!m_extent)
        return;
    m_plot.xAxis->moveRange(share * m_plot.xAxis->range().size());
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::fit()
{
    m_isFollowing = true;
    setExtent(m_extent);
    Q_EMIT changed();
    m_plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::onWheel(const QWheelEvent& event)
{
    m_isZoomingValues = event.modifiers().testFlag(Qt::ControlModifier);
    m_plot.axisRect()->setRangeZoomAxes({m_plot.xAxis}, valueAxes());
    m_plot.axisRect()->setRangeZoom(m_isZoomingValues ? Qt::Horizontal | Qt::Vertical : Qt::Horizontal);
}

void PlotView::onMoved(const QCPRange& now, const QCPRange& before)
{
    if (m_isAdjusting || !m_extent)
        return;
    const PlotRange whole = m_extent->whole;
    QCPRange allowed = now.bounded(whole.lower, whole.upper);
    if (allowed.size() < SmallestWidth)
        allowed = before;
    adjust([&] { m_plot.xAxis->setRange(allowed); });
    const bool isZoomedOut = !m_isZoomingValues && now.size() > before.size() && contains(visible(), whole);
    if (isZoomedOut && contains(m_extent->followed, whole)) {
        fit();
        return;
    }
    if (m_isFollowing && visible() == m_extent->followed)
        return;
    m_isFollowing = false;
    Q_EMIT changed();
}

void PlotView::onValuesMoved()
{
    if (m_isAdjusting || !m_extent)
        return;
    m_isFollowing = false;
    Q_EMIT changed();
}

} // namespace gapless::ui
