// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_comparison.h"

#include <algorithm>

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "core/types/run_overview.h"
#include "ui/models/value_format.h"
#include "ui/panels/run_delegate.h"
#include "ui/plots/metric_plot.h"

namespace gapless::ui
{
namespace
{

/// As wide as any number of three significant digits.
constexpr int NumberWidth = 5;
/// More entries of a legend than this go into a second line.
constexpr int LegendBreak = 2;

PlotFrame::LegendEntry legendEntry(int place, const std::optional<double>& value, qsizetype before)
{
    const QString number = padded(value ? numberText(*value) : QStringLiteral("\u2013"), NumberWidth);
    const QString letter = RunListModel::letter(place);
    if (before < LegendBreak)
        return {letter, number, placeColor(place)};
    return {letter + u' ' + number, {}, placeColor(place)};
}

} // namespace

RunComparison::RunComparison(QWidget* parent)
    : QWidget(parent)
    , m_differences(new RunDifferenceModel(this))
    , m_axis(new QComboBox(this))
    , m_pages(new QStackedWidget(this))
{
    m_axis->addItems({tr("against epochs"), tr("against steps")});
    m_axis->setToolTip(
        tr("Epochs compare runs of different batch sizes, as each has seen the same images by then. Steps "
           "compare them update by update."));
    m_axis->setAccessibleName(tr("Axis of the curves"));
    m_pages->addWidget(makePlots(m_byEpoch, &Place::byEpoch, tr("epoch")));
    m_pages->addWidget(makePlots(m_byStep, &Place::byStep, tr("step")));
    connect(m_axis, &QComboBox::currentIndexChanged, m_pages, &QStackedWidget::setCurrentIndex);

    auto* title = new QLabel(tr("Curves of the ticked runs"), this);
    auto* titleLine = new QHBoxLayout;
    titleLine->addWidget(title);
    titleLine->addWidget(m_axis);
    titleLine->addStretch(1);
    auto* left = new QWidget(this);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(4);
    leftLayout->addLayout(titleLine);
    leftLayout->addWidget(m_pages, 1);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("comparison"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(left);
    splitter->addWidget(makeDifferences());
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({720, 288});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    setSettings({});
    refreshPlots();
}

RunComparison::~RunComparison() = default;

QWidget* RunComparison::makePlots(Plots& plots, Curves Place::*curves, const QString& axis)
{
    using Draw = MetricPlot::Draw;
    auto* page = new QWidget(this);
    MetricPlot::Axes axes;
    axes.x = tr("%1 (line: training, dots: validation)").arg(axis);
    axes.left = {tr("loss")};
    axes.offersLogarithm = true;
    plots.loss = new MetricPlot(tr("loss"), tr("Tick runs in the list: their losses are drawn here."), axes, page);
    axes.x = axis;
    axes.left = {tr("score"), 1};
    axes.offersLogarithm = false;
    plots.meanIou = new MetricPlot(tr("mean IoU"), tr("Tick runs in the list: their validation scores are drawn here."),
                                   axes, page);
    for (int place = 0; place < RunListModel::MostTicked; ++place) {
        const Curves& drawn = m_places.at(static_cast<std::size_t>(place)).*curves;
        const PlotColor color = placeColor(place);
        const QString letter = RunListModel::letter(place);
        plots.loss->addCurve({&drawn.loss, tr("%1 training").arg(letter), {}, color, Draw::Line});
        plots.loss->addCurve({&drawn.validationLoss, tr("%1 validation").arg(letter), {}, color, Draw::Dots});
        plots.meanIou->addCurve({&drawn.meanIou, letter, {}, color, Draw::LineAndDots});
    }
    auto* layout = new QHBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(plots.loss, 1);
    layout->addWidget(plots.meanIou, 1);
    return page;
}

QWidget* RunComparison::makeDifferences()
{
    auto* part = new QWidget(this);
    auto* title = new QLabel(tr("Differing settings"), part);
    title->setMinimumHeight(m_axis->sizeHint().height());
    m_table = new QTableView(part);
    m_table->setModel(m_differences);
    m_table->setAccessibleName(title->text());
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideLeft); // of paths, the ends differ
    m_table->horizontalHeader()->setMinimumSectionSize(48);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_note = new QLabel(part);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(title);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_note, 1);
    return part;
}

void RunComparison::add(int place, const RunNews& news)
{
    if (news.isAnew)
        clear(place);
    Place& shown = m_places.at(static_cast<std::size_t>(place));
    shown.isUsed = true;
    for (const RunPoint& point : news.loss) {
        const double loss = shown.average.add(point.value);
        shown.byEpoch.loss.append(point.epoch, loss);
        shown.byStep.loss.append(point.step, loss);
    }
    for (const RunPoint& point : news.validationLoss) {
        shown.byEpoch.validationLoss.append(point.epoch, point.value);
        shown.byStep.validationLoss.append(point.step, point.value);
    }
    for (const RunPoint& point : news.meanIou) {
        shown.byEpoch.meanIou.append(point.epoch, point.value);
        shown.byStep.meanIou.append(point.step, point.value);
    }
    refreshPlots();
}

void RunComparison::clear(int place)
{
    Place& shown = m_places.at(static_cast<std::size_t>(place));
    for (Curves* curves : {&shown.byEpoch, &shown.byStep}) {
        curves->loss.clear();
        curves->validationLoss.clear();
        curves->meanIou.clear();
    }
    shown.average.reset();
    shown.isUsed = false;
    refreshPlots();
}

void RunComparison::refreshPlots()
{
    QList<PlotFrame::LegendEntry> losses;
    QList<PlotFrame::LegendEntry> scores;
    for (int place = 0; place < RunListModel::MostTicked; ++place) {
        const Place& shown = m_places.at(static_cast<std::size_t>(place));
        if (!shown.isUsed)
            continue;
        losses += legendEntry(place, shown.byStep.loss.last(), losses.size());
        scores += legendEntry(place, shown.byStep.meanIou.last(), scores.size());
    }
    for (const Plots& plots : {m_byEpoch, m_byStep}) {
        plots.loss->setLegend(losses);
        plots.meanIou->setLegend(scores);
        plots.loss->markDirty();
        plots.meanIou->markDirty();
    }
}

void RunComparison::setSettings(const std::vector<RunDifferenceModel::Compared>& runs)
{
    m_differences->setRuns(runs);
    const bool hasRows = m_differences->rowCount() > 0;
    m_note->setText(runs.size() < 2 ? tr("Tick two runs or more: the settings in which they differ are listed here.")
                                    : tr("The ticked runs have the same settings."));
    m_note->setVisible(!hasRows);
    m_table->setVisible(hasRows);
    if (!hasRows)
        return;
    m_table->resizeColumnToContents(0);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
}

std::array<PlotFrame*, 2> RunComparison::plots() const
{
    const Plots& plots = m_axis->currentIndex() == 0 ? m_byEpoch : m_byStep;
    return {plots.loss, plots.meanIou};
}

} // namespace gapless::ui
