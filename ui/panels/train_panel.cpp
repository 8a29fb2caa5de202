// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/train_panel.h"

#include <initializer_list>

#include <QSplitter>
#include <QVBoxLayout>

#include "core/types/preview.h"
#include "core/types/run_plan.h"
#include "ui/bridge/metric_pump.h"
#include "ui/models/value_format.h"
#include "ui/panels/class_curves.h"
#include "ui/panels/plot_grid.h"
#include "ui/panels/prediction_strip.h"
#include "ui/plots/boundary_plot.h"
#include "ui/plots/metric_plot.h"

namespace gapless::ui
{
namespace
{

/// As wide as any number of three significant digits.
constexpr int NumberWidth = 5;
/// A dash, as the line it explains.
constexpr QChar LimitSign(0x2504);

QString number(const std::optional<double>& value)
{
    return padded(value ? numberText(*value) : QStringLiteral("\u2013"), NumberWidth);
}

/// Learning rates fall to where three decimals show nothing: "2.44e-05".
QString rateText(const std::optional<double>& rate)
{
    constexpr int width = 8;
    return padded(rate ? preciseText(*rate) : QStringLiteral("\u2013"), width);
}

} // namespace

TrainPanel::TrainPanel(MetricPump& pump, QWidget* parent)
    : QWidget(parent)
    , m_pump(pump)
    , m_grid(new PlotGrid(this))
{
    makeLossAndScores(pump.metrics());
    makeSpeed(pump.metrics());
    makeOptimizer(pump.metrics());
    // By these the window remembers which are shown.
    m_loss->setObjectName(QStringLiteral("loss"));
    m_scores->setObjectName(QStringLiteral("scores"));
    m_throughput->setObjectName(QStringLiteral("throughput"));
    m_memory->setObjectName(QStringLiteral("memory"));
    m_stall->setObjectName(QStringLiteral("stall"));
    m_boundary->setObjectName(QStringLiteral("boundary"));
    m_rate->setObjectName(QStringLiteral("rate"));
    m_norm->setObjectName(QStringLiteral("norm"));
    for (PlotFrame* plot :
         std::initializer_list<PlotFrame*>{m_loss, m_scores, m_throughput, m_memory, m_stall, m_boundary})
        m_grid->addPlot(plot, true);
    for (PlotFrame* plot : std::initializer_list<PlotFrame*>{m_rate, m_norm})
        m_grid->addPlot(plot, false);
    for (PlotFrame* plot : m_grid->plots())
        connect(plot, &PlotFrame::saveFailed, this, &TrainPanel::saveFailed);

    m_predictions = new PredictionStrip(this);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("train"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(m_grid);
    splitter->addWidget(m_predictions);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({560, 264});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(splitter);
    connect(&m_pump, &MetricPump::updated, this, &TrainPanel::refresh);
    connect(m_predictions, &PredictionStrip::sampleChosen, this, &TrainPanel::sampleChosen);
    connect(m_classes, &ClassCurves::chosen, this, &TrainPanel::refresh);
}

void TrainPanel::makeLossAndScores(const RunMetrics& metrics)
{
    using Draw = MetricPlot::Draw;
    m_loss = new MetricPlot(tr("loss"), tr("The loss of each step appears here once training has started."),
                            {.x = tr("step"), .left = {tr("loss")}, .offersLogarithm = true}, this);
    m_loss->addCurve({&metrics.loss, tr("loss of the step"), {}, PlotColor::Training, Draw::FaintLine});
    m_loss->addCurve({&metrics.smoothedLoss, tr("smoothed loss"), {}, PlotColor::Training, Draw::Line});
    m_loss->addCurve({&metrics.validationLoss, tr("validation loss"), {}, PlotColor::Validation, Draw::Dots});

    m_scores = new MetricPlot(tr("scores"), tr("The validation score appears here after the first epoch."),
                              {.x = tr("epoch"), .left = {tr("score"), 1}}, this);
    m_scores->addCurve({&metrics.meanDice, tr("mean Dice"), {}, PlotColor::Second, Draw::LineAndDots});
    m_scores->addCurve({&metrics.meanIou, tr("mean IoU"), {}, PlotColor::Validation, Draw::LineAndDots});
    m_classes = new ClassCurves(*m_scores, metrics, this);
}

void TrainPanel::makeSpeed(const RunMetrics& metrics)
{
    using Draw = MetricPlot::Draw;
    using Side = MetricPlot::Side;
    const QString step = tr("step");
    m_throughput = new MetricPlot(tr("throughput"),
                                  tr("Images per second, steps and waits together, appear here with the first steps."),
                                  {.x = step, .left = {tr("images/s")}}, this);
    m_throughput->addCurve({&metrics.imagesPerSecond, tr("throughput"), tr("images/s"), PlotColor::Training});

    m_memory = new MetricPlot(tr("memory"), tr("The process's memory appears here with the first steps."),
                              {.x = step, .left = {tr("GB")}}, this);
    m_memory->addCurve({&metrics.residentGigabytes, tr("memory"), tr("GB"), PlotColor::Second});

    m_stall = new MetricPlot(
        tr("loader stall"), tr("The time that each step waited for its batch appears here with the first steps."),
        {.x = step, .left = {tr("wait, ms")}, .right = {tr("share, %"), 0, 5}, .farRight = {tr("batches"), 0, 1}},
        this);
    m_stall->addCurve({&metrics.queueFill, tr("queue"), tr("batches"), PlotColor::Second, Draw::Band, Side::FarRight});
    m_stall->addCurve({&metrics.waitMs, tr("wait"), tr("ms"), PlotColor::Stall, Draw::Impulses});
    m_stall->addCurve(
        {&metrics.stallPercent, tr("stall share"), tr("%"), PlotColor::Training, Draw::Line, Side::Right});

    m_boundary =
        new BoundaryPlot(tr("epoch boundary"),
                         tr("What the time between two epochs goes into appears here once the second epoch has begun."),
                         &metrics.boundaries, this);
}

void TrainPanel::makeOptimizer(const RunMetrics& metrics)
{
    m_rate =
        new MetricPlot(tr("learning rate"), tr("The learning rate of each step appears here with the first steps."),
                       {.x = tr("step"), .left = {tr("rate")}, .offersLogarithm = true}, this);
    m_rate->addCurve({&metrics.learningRate, tr("learning rate"), {}, PlotColor::Training});
    m_norm =
        new MetricPlot(tr("gradient norm"), tr("The norm of each step's gradient appears here with the first steps."),
                       {.x = tr("step"), .left = {tr("norm")}, .offersLogarithm = true}, this);
    m_norm->addCurve({&metrics.gradientNorm, tr("gradient norm"), {}, PlotColor::Second});
}

QToolButton* TrainPanel::plotChooser() const
{
    return m_grid->chooser();
}

void TrainPanel::showPlan(const RunPlan& plan, double gradientLimit)
{
    m_gradientLimit = gradientLimit;
    m_norm->setLimit(gradientLimit);
    for (PlotFrame* plot : m_grid->plots())
        plot->fit();
    m_predictions->clear();
    m_predictions->setClasses(plan.classes);
}

void TrainPanel::showPreviews(const PreviewSet& previews)
{
    m_predictions->setPreviews(previews);
}

void TrainPanel::refresh()
{
    m_classes->refresh();
    showLossAndScores();
    showSpeed();
    const RunMetrics& metrics = m_pump.metrics();
    m_rate->setLegend({{{}, rateText(metrics.learningRate.last()), PlotColor::Training}});
    QList<PlotFrame::LegendEntry> norm{{{}, number(metrics.gradientNorm.last()), PlotColor::Second}};
    if (m_gradientLimit > 0)
        norm.prepend({tr("clipped at"), numberText(m_gradientLimit), PlotColor::Other, LimitSign});
    m_norm->setLegend(norm);
    for (PlotFrame* plot : m_grid->plots())
        plot->markDirty();
}

void TrainPanel::showLossAndScores()
{
    const RunMetrics& metrics = m_pump.metrics();
    m_loss->setLegend({{tr("training"), number(metrics.smoothedLoss.last()), PlotColor::Training},
                       {tr("validation"), number(metrics.validationLoss.last()), PlotColor::Validation}});
    QList<PlotFrame::LegendEntry> scores{{tr("mean IoU"), number(metrics.meanIou.last()), PlotColor::Validation},
                                         {tr("Dice"), number(metrics.meanDice.last()), PlotColor::Second}};
    if (metrics.bestMeanIou())
        scores.append({tr("best IoU %1 (epoch %2)").arg(numberText(*metrics.bestMeanIou())).arg(*metrics.bestEpoch()),
                       {},
                       PlotColor::Other,
                       QChar()});
    m_scores->setLegend(scores + m_classes->legend());
}

void TrainPanel::showSpeed()
{
    const RunMetrics& metrics = m_pump.metrics();
    m_throughput->setLegend({{{}, tr("%1 images/s").arg(number(metrics.imagesPerSecond.last())), PlotColor::Training}});
    m_memory->setLegend(
        {{{},
          tr("%1, peak %2").arg(padded(bytesText(metrics.residentBytes()), 8), bytesText(metrics.peakResidentBytes())),
          PlotColor::Second}});
    const std::optional<double> share = metrics.stallShare();
    const std::optional<double> queue = metrics.queueFill.last();
    m_stall->setLegend(
        {{tr("queue"), padded(queue ? numberText(*queue) : QStringLiteral("\u2013"), 2), PlotColor::Second},
         {tr("wait"), padded(millisecondsText(metrics.waitMs.last().value_or(0)), 8), PlotColor::Stall},
         {tr("share"), padded(share ? shareText(*share) : QStringLiteral("\u2013"), 6), PlotColor::Training}});
}

} // namespace gapless::ui
