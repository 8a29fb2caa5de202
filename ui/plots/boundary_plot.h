// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/types/epoch_record.h"
#include "ui/plots/plot_frame.h"

class QCPBars;

namespace gapless::ui
{

/// What the time between two epochs went into: a stacked bar for each epoch that ended; the gap (loader wait + other)
/// is told as a number, since it is often a thousandth of the bar. UI thread.
class BoundaryPlot final : public PlotFrame
{
    Q_OBJECT

public:
    /// `boundaries` is not owned and lives as long as the plot.
    BoundaryPlot(const QString& title, const QString& emptyText, const std::vector<BoundaryRecord>* boundaries,
                 QWidget* parent);

protected:
    [[nodiscard]] std::optional<PlotView::Extent> extent() const override;
    void fill(PlotRange visible, int columns) override;
    void fitValues() override;
    void updateColors() override;
    [[nodiscard]] std::optional<PlotReading> readingAt(double x) const override;
    [[nodiscard]] PlotTable table() const override;

private:
    struct Part
    {
        QString name;
        double BoundaryRecord::*milliseconds = nullptr;
        PlotColor color = PlotColor::Other;
        QCPBars* bars = nullptr;
    };

    /// The visible ones; of more than there are columns, the longest of each column.
    [[nodiscard]] std::vector<const BoundaryRecord*> drawnBars(PlotRange visible, int columns) const;
    void updateLegend();

    const std::vector<BoundaryRecord>* m_boundaries;
    std::vector<Part> m_parts;
    double m_top = 0; ///< of the visible bars
};

} // namespace gapless::ui
