// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include <QWidget>

#include "ui/models/metric_series.h"
#include "ui/models/run_difference_model.h"
#include "ui/models/run_list_model.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;

namespace gapless
{
struct RunNews;
}

namespace gapless::ui
{

class MetricPlot;
class PlotFrame;

/// The ticked runs side by side: their loss and mean IoU in one colour for each, against epochs or steps, and the
/// settings in which they differ. UI thread.
class RunComparison final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunComparison)

public:
    explicit RunComparison(QWidget* parent);
    ~RunComparison() override;

    /// Curves of the run at a place of RunListModel.
    void add(int place, const RunNews& news);
    void clear(int place);
    void setSettings(const std::vector<RunDifferenceModel::Compared>& runs);

    /// Loss and mean IoU against the chosen axis.
    [[nodiscard]] std::array<PlotFrame*, 2> plots() const;
    [[nodiscard]] const RunDifferenceModel& differences() const { return *m_differences; }

private:
    /// Against one of the axes.
    struct Curves
    {
        MetricSeries loss; ///< of the steps, smoothed
        MetricSeries validationLoss;
        MetricSeries meanIou;
    };
    struct Place
    {
        Curves byEpoch;
        Curves byStep;
        SmoothedValue average{0.1};
        bool isUsed = false;
    };
    struct Plots
    {
        MetricPlot* loss = nullptr;
        MetricPlot* meanIou = nullptr;
    };

    QWidget* makePlots(Plots& plots, Curves Place::*curves, const QString& axis);
    QWidget* makeDifferences();
    void refreshPlots();

    std::array<Place, RunListModel::MostTicked> m_places;
    Plots m_byEpoch;
    Plots m_byStep;
    RunDifferenceModel* m_differences = nullptr;
    QComboBox* m_axis = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_note = nullptr;
};

} // namespace gapless::ui
