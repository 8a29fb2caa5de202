// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/data_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "core/types/run_plan.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/models/class_table_model.h"
#include "ui/models/dataset_words.h"
#include "ui/models/problem_model.h"

namespace gapless::ui
{
namespace
{

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* heading = new QLabel(text, parent);
    QFont bold = heading->font();
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    return heading;
}

} // namespace

DataPanel::DataPanel(DatasetController& datasets, QWidget* parent)
    : QWidget(parent)
    , m_datasets(datasets)
    , m_classes(new ClassTableModel(this))
    , m_problems(new ProblemModel(this))
    , m_sentence(new QLabel(this))
    , m_details(new QLabel(this))
    , m_plan(new QLabel(this))
    , m_again(new QPushButton(tr("Check again"), this))
{
    QFont large = m_sentence->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    m_sentence->setFont(large);
    m_sentence->setWordWrap(true);
    m_details->setWordWrap(true);
    m_plan->setWordWrap(true);
    m_plan->hide();

    m_classPart = new QWidget(this);
    auto* classLayout = new QVBoxLayout(m_classPart);
    classLayout->setContentsMargins(0, 0, 8, 0);
    classLayout->addWidget(makeHeading(tr("Classes"), m_classPart));
    QTableView* classTable = makeTable(m_classes, tr("Classes"));
    classTable->horizontalHeader()->setSectionResizeMode(ClassTableModel::Name, QHeaderView::Stretch);
    classLayout->addWidget(classTable);

    m_problemPart = new QWidget(this);
    auto* problemLayout = new QVBoxLayout(m_problemPart);
    problemLayout->setContentsMargins(8, 0, 0, 0);
    problemLayout->addWidget(makeHeading(tr("Problems and choices"), m_problemPart));
    m_problemTable = makeTable(m_problems, tr("Problems and choices"));
    m_problemTable->setWordWrap(true);
    m_problemTable->horizontalHeader()->setSectionResizeMode(ProblemModel::Message, QHeaderView::Stretch);
    m_problemTable->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    problemLayout->addWidget(m_problemTable, 1);
    m_noProblems = new QLabel(tr("None: every image has its mask, and sizes and values agree."), m_problemPart);
    m_noProblems->setWordWrap(true);
    m_noProblems->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    problemLayout->addWidget(m_noProblems, 1);

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("data"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_classPart);
    splitter->addWidget(m_problemPart);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    auto* topLine = new QHBoxLayout;
    topLine->addWidget(m_sentence, 1);
    topLine->addWidget(m_again, 0, Qt::AlignTop);
    layout->addLayout(topLine);
    layout->addWidget(m_details);
    layout->addWidget(m_plan);
    layout->addSpacing(8);
    layout->addWidget(splitter, 1);
    m_again->setToolTip(tr("Read the folders once more, after files in them have been mended"));
    connect(m_again, &QPushButton::clicked, this, [this] { m_datasets.check(m_datasets.request()); });
    connect(&m_datasets, &DatasetController::stateChanged, this, &DataPanel::refresh);
    connect(&m_datasets, &DatasetController::progressed, this,
            [this](qint64 done, qint64 total) { m_details->setText(tr("Pair %1 of %2").arg(done).arg(total)); });
    refresh();
}

QTableView* DataPanel::makeTable(QAbstractItemModel* model, const QString& name)
{
    auto* table = new QTableView(this);
    table->setModel(model);
    table->setAccessibleName(name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setDefaultSectionSize(80);
    return table;
}

void DataPanel::showPlan(const RunPlan& plan)
{
    QStringList lines{tr("This run: %1 samples to train on, %2 for validation. Device: %3.")
                          .arg(plan.trainingSamples)
                          .arg(plan.validationSamples)
                          .arg(QString::fromStdString(plan.device))};
    for (const std::string& note : plan.notes)
        lines += QString::fromStdString(note);
    m_plan->setText(lines.join(u'\n'));
    m_plan->show();
}

QString DataPanel::sentence() const
{
    return m_sentence->text();
}

void DataPanel::refresh()
{
    const auto& report = m_datasets.report();
    m_classPart->setVisible(report != nullptr);
    m_problemPart->setVisible(report != nullptr);
    m_details->clear();
    m_plan->hide();
    m_again->setVisible(m_datasets.state() == DatasetController::State::Checked ||
                        m_datasets.state() == DatasetController::State::Failed);
    switch (m_datasets.state()) {
    case DatasetController::State::Unchecked:
        m_sentence->setText(tr("No data yet"));
        m_details->setText(tr("Open a folder of images and a folder of masks, or take the built-in sample: what is in "
                              "them is shown here."));
        break;
    case DatasetController::State::Checking:
        m_sentence->setText(tr("Checking the folders"));
        break;
    case DatasetController::State::Failed:
        m_sentence->setText(tr("The folders cannot be read"));
        m_details->setText(m_datasets.failure());
        break;
    case DatasetController::State::Checked:
        m_sentence->setText(datasetSentence(*report));
        m_details->setText(datasetDetails(*report));
        m_classes->setClasses(report->classes);
        m_problems->setProblems(report->problems);
        m_problemTable->resizeColumnToContents(ProblemModel::Level);
        m_problemTable->resizeColumnToContents(ProblemModel::File);
        m_problemTable->setVisible(!report->problems.empty());
        m_noProblems->setVisible(report->problems.empty());
        break;
    }
}

} // namespace gapless::ui
