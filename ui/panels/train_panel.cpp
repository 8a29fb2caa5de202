// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/train_panel.h"

#include <QGridLayout>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/types/preview.h"
#include "core/types/run_plan.h"
#include "ui/bridge/metric_pump.h"
#include "ui/models/value_format.h"
#include "ui/panels/prediction_strip.h"
#include "ui/plots/boundary_plot.h"
#include "ui/plots/metric_plot.h"

namespace gapless::ui
{
namespace
{

/// As wide as any number of three significant digits.
constexpr int NumberWidth = 5;

QString number(const std::optional<double>& value)
{
    return padded(value ? numberText(*value) : QStringLiteral("\u2013"), NumberWidth);
}

} // namespace

TrainPanel::TrainPanel(MetricPump& pump, QWidget* parent)
    : QWidget(parent)
    , m_pump(pump)
{
    makePlots(pump.metrics());
    auto* upper = new QWidget(this);
    auto* grid = new QGridLayout(upper);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    for (int i = 0; i < m_plots.size(); ++i)
        grid->addWidget(m_plots.at(i), i / 2, i % 2);
    for (int row = 0; row < 3; ++row)
        grid->setRowStretch(row, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);

    m_predictions = new PredictionStrip(this);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(upper);
    splitter->addWidget(m_predictions);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({560, 264});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(splitter);
    connect(&m_pump, &MetricPump::updated, this, &TrainPanel::refresh);
    connect(m_predictions, &PredictionStrip::sampleChosen, this, &TrainPanel::sampleChosen);
}

void TrainPanel::makePlots(const RunMetrics& metrics)
{
    using Draw = MetricPlot::Draw;
    using Side = MetricPlot::Side;
    const QString step = tr("step");

    m_loss = new MetricPlot(tr("loss"), tr("The loss of each step appears here once training has started."),
                            {step, tr("loss"), {}, 0, 0}, this);
    m_loss->addCurve({&metrics.loss, PlotColor::Training, Draw::FaintLine, Side::Left});
    m_loss->addCurve({&metrics.smoothedLoss, PlotColor::Training, Draw::Line, Side::Left});
    m_loss->addCurve({&metrics.validationLoss, PlotColor::Validation, Draw::Dots, Side::Left});

    m_iou = new MetricPlot(tr("mean IoU"), tr("The validation score appears here after the first epoch."),
                           {tr("epoch"), tr("score"), {}, 1, 0}, this);
    m_iou->addCurve({&metrics.meanDice, PlotColor::Second, Draw::LineAndDots, Side::Left});
    m_iou->addCurve({&metrics.meanIou, PlotColor::Validation, Draw::LineAndDots, Side::Left});

    m_throughput = new MetricPlot(tr("throughput"),
                                  tr("Images per second, steps and waits together, appear here with the first steps."),
                                  {step, tr("images/s"), {}, 0, 0}, this);
    m_throughput->addCurve({&metrics.imagesPerSecond, PlotColor::Training, Draw::Line, Side::Left});

    m_memory = new MetricPlot(tr("memory"), tr("The process's memory appears here with the first steps."),
                              {step, tr("GB"), {}, 0, 0}, this);
    m_memory->addCurve({&metrics.residentGigabytes, PlotColor::Second, Draw::Line, Side::Left});

    m_stall = new MetricPlot(tr("loader stall"),
                             tr("The time that each step waited for its batch appears here with the first steps."),
                             {step, tr("wait, ms"), tr("share, %"), 0, 5}, this);
    m_stall->addCurve({&metrics.waitMs, PlotColor::Stall, Draw::Impulses, Side::Left});
    m_stall->addCurve({&metrics.stallPercent, PlotColor::Training, Draw::Line, Side::Right});

    m_boundary =
        new BoundaryPlot(tr("epoch boundary"),
                         tr("What the time between two epochs goes into appears here once the second epoch has begun."),
                         &metrics.boundaries, this);
    m_plots = {m_loss, m_iou, m_throughput, m_memory, m_stall, m_boundary};
}

void TrainPanel::showPlan(const RunPlan& plan)
{
    m_predictions->clear();
    m_predictions->setClasses(plan.classes);
}

void TrainPanel::showPreviews(const PreviewSet& previews)
{
    m_predictions->setPreviews(previews);
}

void TrainPanel::refresh()
{
    const RunMetrics& metrics = m_pump.metrics();
    m_loss->setLegend({{tr("training"), number(metrics.smoothedLoss.last()), PlotColor::Training},
                       {tr("validation"), number(metrics.validationLoss.last()), PlotColor::Validation}});
    QList<PlotFrame::LegendEntry> scores{{tr("IoU"), number(metrics.meanIou.last()), PlotColor::Validation},
                                         {tr("Dice"), number(metrics.meanDice.last()), PlotColor::Second}};
    if (metrics.bestMeanIou())
        scores.prepend({{},
                        tr("best %1 (epoch %2)").arg(numberText(*metrics.bestMeanIou())).arg(*metrics.bestEpoch()),
                        PlotColor::Other});
    m_iou->setLegend(scores);
    m_throughput->setLegend({{{}, tr("%1 images/s").arg(number(metrics.imagesPerSecond.last())), PlotColor::Training}});
    m_memory->setLegend(
        {{{},
          tr("%1, peak %2").arg(padded(bytesText(metrics.residentBytes()), 8), bytesText(metrics.peakResidentBytes())),
          PlotColor::Second}});
    const std::optional<double> share = metrics.stallShare();
    m_stall->setLegend(
        {{tr("wait per step"), padded(millisecondsText(metrics.waitMs.last().value_or(0)), 8), PlotColor::Stall},
         {tr("share"), padded(share ? shareText(*share) : QStringLiteral("\u2013"), 6), PlotColor::Training}});
    for (PlotFrame* plot : m_plots)
        plot->markDirty();
}

} // namespace gapless::ui
