// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "ui/models/schedule_curve.h"
#include "ui/plots/plot_frame.h"

class QCPGraph;
class QCPItemStraightLine;

namespace gapless::ui
{

/// How far a run has come.
struct RunPlace
{
    std::int64_t step = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t epochs = 0;
};

/// The learning rate over a run that has not been started yet, and where the running one is. In a page that scrolls:
/// the wheel is the page's. UI thread.
class SchedulePlot final : public PlotFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SchedulePlot)

public:
    explicit SchedulePlot(QWidget* parent);

    void setCurve(const ScheduleCurve& curve);
    [[nodiscard]] const ScheduleCurve& curve() const { return m_curve; }
    /// Nothing: no run goes on.
    void setMark(const std::optional<RunPlace>& place);
    /// x of the mark, where it can be seen.
    [[nodiscard]] std::optional<double> mark() const;

protected:
    [[nodiscard]] std::optional<PlotView::Extent> extent() const override;
    void fill(PlotRange visible, int columns) override;
    void fitValues() override;
    void updateColors() override;
    [[nodiscard]] std::optional<PlotReading> readingAt(double x) const override;
    [[nodiscard]] PlotTable table() const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeMark();

    ScheduleCurve m_curve;
    QCPGraph* m_graph = nullptr;
    QCPItemStraightLine* m_markLine = nullptr;
    std::optional<RunPlace> m_place;
};

} // namespace gapless::ui
