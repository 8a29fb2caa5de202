// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace gapless
{
struct PreviewSet;
struct RunPlan;
} // namespace gapless

namespace gapless::ui
{

class BoundaryPlot;
class ClassCurves;
class MetricPlot;
class MetricPump;
class PlotGrid;
class PredictionStrip;
class RunMetrics;

/// The live view of a run: its plots and the latest predictions. UI thread.
class TrainPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrainPanel)

public:
    /// `pump` outlives the panel.
    TrainPanel(MetricPump& pump, QWidget* parent);

    /// `gradientLimit`: the norm to which gradients are clipped; 0: none.
    void showPlan(const RunPlan& plan, double gradientLimit);
    void showPreviews(const PreviewSet& previews);
    [[nodiscard]] PlotGrid& grid() const { return *m_grid; }
    [[nodiscard]] ClassCurves& classes() const { return *m_classes; }
    /// The button that chooses the plots; whoever has a place for it takes it.
    [[nodiscard]] QToolButton* plotChooser() const;
    [[nodiscard]] PredictionStrip& predictions() { return *m_predictions; }

Q_SIGNALS:
    /// A pinned sample was clicked: the name of its file.
    void sampleChosen(const QString& name);
    /// A plot could not be saved: what failed, on what, what to try.
    void saveFailed(const QString& text);

private:
    void makeLossAndScores(const RunMetrics& metrics);
    void makeSpeed(const RunMetrics& metrics);
    void makeOptimizer(const RunMetrics& metrics);
    void refresh();
    void showLossAndScores();
    void showSpeed();

    MetricPump& m_pump;
    PlotGrid* m_grid = nullptr;
    MetricPlot* m_loss = nullptr;
    MetricPlot* m_scores = nullptr;
    ClassCurves* m_classes = nullptr;
    MetricPlot* m_throughput = nullptr;
    MetricPlot* m_memory = nullptr;
    MetricPlot* m_stall = nullptr;
    BoundaryPlot* m_boundary = nullptr;
    MetricPlot* m_rate = nullptr;
    MetricPlot* m_norm = nullptr;
    PredictionStrip* m_predictions = nullptr;
    double m_gradientLimit = 0;
};

} // namespace gapless::ui
