// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include "ui/plots/plot_frame.h"

class QAction;
class QToolButton;

namespace gapless::ui
{

class MetricPlot;
class RunMetrics;

/// The IoU of single classes on the plot of the scores: a curve for each class of the run, in the class's colour, and a
/// button in the plot's title line that shows those which somebody wants to see. UI thread.
class ClassCurves final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClassCurves)

public:
    /// Behind the curves that `plot` has already; both outlive this.
    ClassCurves(MetricPlot& plot, const RunMetrics& metrics, QObject* parent);

    /// After every change of the metrics and before `plot` is drawn: another run has other classes.
    void refresh();
    /// Of the classes that are shown.
    [[nodiscard]] QList<PlotFrame::LegendEntry> legend() const;
    [[nodiscard]] QToolButton* button() const { return m_button; }

Q_SIGNALS:
    /// Other classes are shown: the legend reads differently.
    void chosen();

private:
    void rebuild();
    void choose(int index, bool isShown);

    MetricPlot& m_plot;
    const RunMetrics& m_metrics;
    QToolButton* m_button = nullptr;
    QList<QAction*> m_choices; ///< by class
    QSet<QString> m_wanted;    ///< names, which outlast a run
    int m_firstCurve = 0;
    int m_run = 0;
};

} // namespace gapless::ui
