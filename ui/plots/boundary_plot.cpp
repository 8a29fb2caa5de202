// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/boundary_plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "ui/models/value_format.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_read_out.h"

namespace gapless::ui
{
namespace
{

/// More bars than this would be thinner than a pixel or two: older epochs are left out until somebody pans to them.
constexpr std::size_t MostBars = 60;

} // namespace

BoundaryPlot::BoundaryPlot(const QString& title, const QString& emptyText,
                           const std::vector<BoundaryRecord>* boundaries, QWidget* parent)
    : PlotFrame(title, emptyText, parent)
    , m_boundaries(boundaries)
{
    plot().xAxis->setLabel(tr("epoch"));
    plot().yAxis->setLabel(tr("ms"));
    m_parts = {{tr("validation"), &BoundaryRecord::validationMs, PlotColor::Training},
               {tr("checkpoint"), &BoundaryRecord::checkpointMs, PlotColor::Checkpoint},
               {tr("inspection"), &BoundaryRecord::inspectionMs, PlotColor::Inspection},
               {tr("loader wait"), &BoundaryRecord::waitMs, PlotColor::Stall},
               {tr("other"), &BoundaryRecord::otherMs, PlotColor::Other}};
    QCPBars* below = nullptr;
    for (Part& part : m_parts) {
        part.bars = new QCPBars(plot().xAxis, plot().yAxis);
        part.bars->setWidth(0.7);
        part.bars->setStackingGap(0);
        if (below != nullptr)
            part.bars->moveAbove(below);
        below = part.bars;
    }
}

std::optional<PlotView::Extent> BoundaryPlot::extent() const
{
    if (m_boundaries->empty())
        return std::nullopt;
    const std::size_t first = m_boundaries->size() > MostBars ? m_boundaries->size() - MostBars : 0;
    const auto epochOf = [this](std::size_t index) { return static_cast<double>((*m_boundaries)[index].epoch); };
    const auto rangeFrom = [&](double epoch) {
        return PlotRange{epoch - 0.6, std::max(epochOf(m_boundaries->size() - 1), epoch + 4) + 0.6};
    };
    return PlotView::Extent{rangeFrom(epochOf(first)), rangeFrom(epochOf(0))};
}

std::vector<const BoundaryRecord*> BoundaryPlot::drawnBars(PlotRange visible, int columns) const
{
    const auto epochOf = [](const BoundaryRecord& record) { return static_cast<double>(record.epoch); };
    const auto begin = std::ranges::lower_bound(*m_boundaries, visible.lower - 1, {}, epochOf);
    const auto end = std::ranges::upper_bound(begin, m_boundaries->end(), visible.upper + 1, {}, epochOf);
    std::vector<const BoundaryRecord*> bars;
    const double width = visible.size() / columns;
    double columnEnd = -std::numeric_limits<double>::infinity();
    for (auto record = begin; record != end; ++record) {
        if (epochOf(*record) >= columnEnd) {
            bars.push_back(&*record);
            columnEnd = epochOf(*record) + width;
        } else if (record->totalMs() > bars.back()->totalMs()) {
            bars.back() = &*record;
        }
    }
    return bars;
}

void BoundaryPlot::fill(PlotRange visible, int columns)
{
    const std::vector<const BoundaryRecord*> bars = drawnBars(visible, columns);
    m_top = 0;
    for (const Part& part : m_parts) {
        QVector<double> epochs;
        QVector<double> values;
        for (const BoundaryRecord* bar : bars) {
            epochs.append(static_cast<double>(bar->epoch));
            values.append(bar->*part.milliseconds);
            m_top = std::max(m_top, bar->totalMs());
        }
        part.bars->setData(epochs, values, true);
    }
    updateLegend();
}

void BoundaryPlot::fitValues()
{
    plot().yAxis->setRange(0, m_top > 0 ? m_top * 1.08 : 1);
}

void BoundaryPlot::updateLegend()
{
    if (m_boundaries->empty()) {
        setLegendEntries({});
        return;
    }
    QList<LegendEntry> legend;
    for (const Part& part : m_parts)
        legend.append({part.name, {}, part.color});
    const BoundaryRecord& newest = m_boundaries->back();
    legend.append({{},
                   tr("gap %1 of %2")
                       .arg(padded(millisecondsText(newest.gapMs()), 7), padded(millisecondsText(newest.totalMs()), 7)),
                   PlotColor::Other});
    setLegendEntries(legend);
}

std::optional<PlotReading> BoundaryPlot::readingAt(double x) const
{
    if (m_boundaries->empty())
        return std::nullopt;
    const auto distance = [x](const BoundaryRecord& record) { return std::abs(static_cast<double>(record.epoch) - x); };
    const auto epochOf = [](const BoundaryRecord& record) { return static_cast<double>(record.epoch); };
    auto nearest = std::ranges::lower_bound(*m_boundaries, x, {}, epochOf);
    if (nearest == m_boundaries->end() ||
        (nearest != m_boundaries->begin() && distance(*std::prev(nearest)) < distance(*nearest)))
        --nearest;
    PlotReading reading;
    reading.x = static_cast<double>(nearest->epoch);
    reading.position = tr("epoch %1: %2").arg(nearest->epoch).arg(millisecondsText(nearest->totalMs()));
    for (const Part& part : m_parts)
        reading.values.append(
            {part.name, millisecondsText((*nearest).*part.milliseconds), plotColor(part.color, palette())});
    return reading;
}

PlotTable BoundaryPlot::table() const
{
    PlotTable table{tr("epoch"), {}};
    for (const Part& part : m_parts) {
        PlotTable::Column column{QStringLiteral("%1 [ms]").arg(part.name), {}};
        for (const BoundaryRecord& boundary : *m_boundaries)
            column.points.push_back({static_cast<double>(boundary.epoch), boundary.*part.milliseconds});
        table.columns.append(column);
    }
    return table;
}

void BoundaryPlot::updateColors()
{
    for (const Part& part : m_parts) {
        part.bars->setPen(Qt::NoPen);
        part.bars->setBrush(plotColor(part.color, palette()));
    }
}

} // namespace gapless::ui
