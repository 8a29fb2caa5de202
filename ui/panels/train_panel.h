// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace gapless
{
struct PreviewSet;
struct RunPlan;
} // namespace gapless

namespace gapless::ui
{

class BoundaryPlot;
class MetricPlot;
class MetricPump;
class PlotFrame;
class PredictionStrip;
class RunMetrics;

/// The live view of a run: six plots and the latest predictions. UI thread.
class TrainPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrainPanel)

public:
    /// `pump` outlives the panel.
    TrainPanel(MetricPump& pump, QWidget* parent);

    void showPlan(const RunPlan& plan);
    void showPreviews(const PreviewSet& previews);
    [[nodiscard]] const QList<PlotFrame*>& plots() const { return m_plots; }
    [[nodiscard]] const PredictionStrip& predictions() const { return *m_predictions; }

Q_SIGNALS:
    /// A pinned sample was clicked: the name of its file.
    void sampleChosen(const QString& name);

private:
    void makePlots(const RunMetrics& metrics);
    void refresh();

    MetricPump& m_pump;
    MetricPlot* m_loss = nullptr;
    MetricPlot* m_iou = nullptr;
    MetricPlot* m_throughput = nullptr;
    MetricPlot* m_memory = nullptr;
    MetricPlot* m_stall = nullptr;
    BoundaryPlot* m_boundary = nullptr;
    QList<PlotFrame*> m_plots;
    PredictionStrip* m_predictions = nullptr;
};

} // namespace gapless::ui
