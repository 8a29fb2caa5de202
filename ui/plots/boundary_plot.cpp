// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/boundary_plot.h"

#include <algorithm>

#include "ui/models/value_format.h"
#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

/// More bars than this would be thinner than a pixel or two: older epochs are left out.
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

bool BoundaryPlot::updateData()
{
    const std::size_t first = m_boundaries->size() > MostBars ? m_boundaries->size() - MostBars : 0;
    double top = 0;
    for (const Part& part : m_parts) {
        QVector<double> epochs;
        QVector<double> values;
        for (std::size_t i = first; i < m_boundaries->size(); ++i) {
            const BoundaryRecord& boundary = (*m_boundaries)[i];
            epochs.append(static_cast<double>(boundary.epoch));
            values.append(boundary.*part.milliseconds);
            top = std::max(top, boundary.totalMs());
        }
        part.bars->setData(epochs, values, true);
    }
    if (m_boundaries->empty()) {
        setLegend({});
        return false;
    }
    plot().xAxis->setRange(static_cast<double>((*m_boundaries)[first].epoch) - 0.6,
                           std::max(static_cast<double>(m_boundaries->back().epoch),
                                    static_cast<double>((*m_boundaries)[first].epoch) + 4) +
                               0.6);
    plot().yAxis->setRange(0, top > 0 ? top * 1.08 : 1);
    QList<LegendEntry> legend;
    for (const Part& part : m_parts)
        legend.append({part.name, {}, part.color});
    const BoundaryRecord& newest = m_boundaries->back();
    legend.append({{},
                   tr("gap %1 of %2")
                       .arg(padded(millisecondsText(newest.gapMs()), 7), padded(millisecondsText(newest.totalMs()), 7)),
                   PlotColor::Other});
    setLegend(legend);
    return true;
}

void BoundaryPlot::updateColors()
{
    for (const Part& part : m_parts) {
        part.bars->setPen(Qt::NoPen);
        part.bars->setBrush(plotColor(part.color, palette()));
    }
}

} // namespace gapless::ui
