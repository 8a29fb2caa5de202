// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/data_panel.h"

#include <initializer_list>

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "core/types/run_plan.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/sample_reader.h"
#include "ui/models/class_table_model.h"
#include "ui/models/dataset_words.h"
#include "ui/models/pair_list_model.h"
#include "ui/models/problem_model.h"
#include "ui/panels/crop_preview.h"
#include "ui/panels/pair_list.h"
#include "ui/panels/pair_view.h"

namespace gapless::ui
{
namespace
{

constexpr int ListWidth = 288;
constexpr int PartHeight = 150;

/// Of the whole table: its header and all rows.
int heightOf(const QTableView& table)
{
    return table.horizontalHeader()->sizeHint().height() + table.verticalHeader()->length() + 2 * table.frameWidth();
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* heading = new QLabel(text, parent);
    QFont bold = heading->font();
    bold.setWeight(QFont::DemiBold);
    heading->setFont(bold);
    return heading;
}

} // namespace

DataPanel::DataPanel(DatasetController& datasets, const Settings& settings, SampleReader& reader, QWidget* parent)
    : QWidget(parent)
    , m_datasets(datasets)
    , m_reader(reader)
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

    makeClassPart();
    makeProblemPart();
    m_pairs = new PairList(this);
    m_looks = new QTabWidget(this);
    m_looks->setDocumentMode(true);
    m_pairView = new PairView(m_reader, this);
    m_looks->addTab(m_pairView, tr("&Picture"));
    m_cropPreview = new CropPreview(settings, m_reader, this);
    m_looks->addTab(m_cropPreview, tr("Training &crops"));

    auto* left = new QSplitter(Qt::Vertical, this);
    left->setChildrenCollapsible(false);
    left->addWidget(m_classPart);
    left->addWidget(m_pairs);
    left->setSizes({PartHeight, 2 * PartHeight});
    auto* right = new QSplitter(Qt::Vertical, this);
    right->setChildrenCollapsible(false);
    right->addWidget(m_problemPart);
    right->addWidget(m_looks);
    right->setStretchFactor(1, 1);
    right->setSizes({PartHeight, 3 * PartHeight});
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("data"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(16);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({ListWidth, 640});
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
    connectParts();
    refresh();
}

void DataPanel::makeClassPart()
{
    m_classPart = new QWidget(this);
    auto* layout = new QVBoxLayout(m_classPart);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Classes"), m_classPart));
    m_classTable = makeTable(m_classes, tr("Classes"));
    m_classTable->setWordWrap(false);
    m_classTable->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_classTable->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_classTable->horizontalHeader()->setSectionResizeMode(ClassTableModel::Name, QHeaderView::Stretch);
    layout->addWidget(m_classTable);
}

void DataPanel::makeProblemPart()
{
    m_problemPart = new QWidget(this);
    auto* layout = new QVBoxLayout(m_problemPart);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Problems and choices"), m_problemPart));
    m_problemTable = makeTable(m_problems, tr("Problems and choices"));
    m_problemTable->setToolTip(tr("A row that is chosen shows its file below."));
    m_problemTable->setWordWrap(true);
    m_problemTable->horizontalHeader()->setSectionResizeMode(ProblemModel::Message, QHeaderView::Stretch);
    m_problemTable->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    layout->addWidget(m_problemTable);
}

void DataPanel::connectParts()
{
    connect(m_again, &QPushButton::clicked, this, [this] { m_datasets.check(m_datasets.request()); });
    connect(&m_datasets, &DatasetController::stateChanged, this, &DataPanel::refresh);
    connect(&m_datasets, &DatasetController::progressed, this,
            [this](qint64 done, qint64 total) { m_details->setText(tr("Pair %1 of %2").arg(done).arg(total)); });
    connect(m_pairs, &PairList::pairChosen, this, &DataPanel::showChosen);
    const auto showFileOf = [this](const QModelIndex& index) {
        if (index.isValid())
            m_pairs->showFile(m_problems->problem(index.row()).file);
    };
    connect(m_problemTable->selectionModel(), &QItemSelectionModel::currentChanged, this, showFileOf);
    connect(m_problemTable, &QAbstractItemView::clicked, this, showFileOf); // again, after another pair was chosen
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
    for (QWidget* part : std::initializer_list<QWidget*>{m_classPart, m_problemPart, m_pairs, m_looks})
        part->hide();
    if (report == nullptr) {
        m_reader.cancel();
        m_pairView->clear();
        m_cropPreview->clear();
    }
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
        showReport(*report);
        break;
    }
}

void DataPanel::showReport(const DatasetReport& report)
{
    m_sentence->setText(datasetSentence(report));
    m_details->setText(datasetDetails(report));
    m_classes->setClasses(report.classes);
    m_classPart->setMaximumHeight(m_classPart->minimumSizeHint().height() - m_classTable->minimumSizeHint().height() +
                                  heightOf(*m_classTable));
    m_problems->setProblems(report.problems);
    m_problemTable->resizeColumnToContents(ProblemModel::Level);
    m_problemTable->resizeColumnToContents(ProblemModel::File);
    m_pairs->setReport(report);
    const bool hasPairs = m_pairs->pairs().rowCount() > 0;
    m_classPart->setVisible(report.classes.size() > 0);
    m_problemPart->setVisible(!report.problems.empty());
    m_pairs->setVisible(hasPairs);
    m_looks->setVisible(hasPairs);
}

void DataPanel::showChosen()
{
    const int row = m_pairs->chosen();
    if (row < 0) {
        m_pairView->clear();
        m_cropPreview->clear();
        return;
    }
    const SampleRequest request{m_pairs->pairs().pair(row), m_datasets.report()->classes,
                                m_datasets.request().inputChannels};
    m_pairView->showPair(request, m_pairs->pairs().remarks(row));
    m_cropPreview->showPair(request);
}

void DataPanel::showCrops(bool isOn)
{
    m_looks->setCurrentWidget(isOn ? static_cast<QWidget*>(m_cropPreview) : m_pairView);
}

} // namespace gapless::ui
