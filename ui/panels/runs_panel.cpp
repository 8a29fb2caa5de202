// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/runs_panel.h"

#include <utility>

#include <QAction>
#include <QCollator>
#include <QDesktopServices>
#include <QFileDialog>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/bridge/run_library.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/models/run_list_model.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/run_comparison.h"
#include "ui/panels/run_delegate.h"

namespace gapless::ui
{
namespace
{

constexpr int MoreEpochs = 10;
/// About four lines; a configuration can have many faults.
constexpr int LongestDetail = 480;

/// Names with numbers as people count: "run-2" before "run-10".
class SortedRuns final : public QSortFilterProxyModel
{
public:
    explicit SortedRuns(QObject* parent)
        : QSortFilterProxyModel(parent)
    {
        // The C locale compares bytes, whatever is asked for.
        if (m_collator.locale().language() == QLocale::C)
            m_collator.setLocale(QLocale::English);
        m_collator.setNumericMode(true);
        m_collator.setCaseSensitivity(Qt::CaseInsensitive);
        setSortRole(RunListModel::SortRole);
    }

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        if (left.column() != RunListModel::Name)
            return QSortFilterProxyModel::lessThan(left, right);
        return m_collator.compare(left.data(sortRole()).toString(), right.data(sortRole()).toString()) < 0;
    }

private:
    QCollator m_collator;
};

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

} // namespace

RunsPanel::RunsPanel(RunLibrary& library, RunStarter& starter, TrainingController& training, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_starter(starter)
    , m_training(training)
    , m_runs(new RunListModel(this))
    , m_sorted(new SortedRuns(this))
    , m_followed(RunListModel::MostTicked)
{
    makeTable();
    makeButtons();
    m_comparison = new RunComparison(this);
    makeLayout();

    connect(&m_library, &RunLibrary::listed, this, &RunsPanel::showRuns);
    connect(&m_library, &RunLibrary::curvesRead, this, &RunsPanel::showCurves);
    connect(m_runs, &RunListModel::ticksChanged, this, &RunsPanel::followTicks);
    connect(m_runs, &RunListModel::tickRefused, this, [this] {
        m_notice = tr("%1 runs are compared at most: untick one of them first.").arg(RunListModel::MostTicked);
        refresh();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_notice.clear();
        refresh();
    });
    connect(&m_training, &TrainingController::commandsChanged, this, &RunsPanel::refresh);
    // Runs that the user has put elsewhere.
    connect(&m_training, &TrainingController::ended, this,
            [this](const RunSummary& summary) { m_library.addFolder(summary.runFolder); });
    connect(&m_starter, &RunStarter::runsFolderChanged, this,
            [this] { m_library.setRunsFolder(m_starter.runsFolder()); });
    connect(&m_library, &RunLibrary::foldersChanged, this, &RunsPanel::refresh);
    m_library.setRunsFolder(m_starter.runsFolder());
    refresh();
}

void RunsPanel::makeTable()
{
    m_sorted->setSourceModel(m_runs);
    m_table = new QTableView(this);
    m_table->setModel(m_sorted);
    m_table->setItemDelegate(new RunDelegate(this));
    m_table->setAccessibleName(tr("Runs"));
    m_table->setAccessibleDescription(tr("Space compares a run, Enter opens its folder."));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(RunListModel::Changed, Qt::DescendingOrder);
    m_table->installEventFilter(this);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(RunListModel::Name, QHeaderView::Stretch);
    const auto setWidth = [this](int column, const QString& widest) {
        m_table->setColumnWidth(column, fontMetrics().horizontalAdvance(widest) + 24);
    };
    setWidth(RunListModel::Ticked, tr("Compare") + QStringLiteral("00"));
    setWidth(RunListModel::State, fateText(RunFate::Unreadable));
    setWidth(RunListModel::Epochs, QStringLiteral("1000 of 1000"));
    setWidth(RunListModel::Best, QStringLiteral("pixel accuracy 0.999"));
    setWidth(RunListModel::Curve, QStringLiteral("000000000000"));
    setWidth(RunListModel::Changed, QStringLiteral("yesterday, 00:00 PM"));
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != RunListModel::Ticked)
            openFolder();
    });

    // The header takes no keys: the menu key offers the same.
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    for (int column = 0; column < RunListModel::ColumnCount; ++column) {
        const QString name = m_runs->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        auto* action = new QAction(tr("Sort by: %1").arg(name), m_table);
        connect(action, &QAction::triggered, m_table, [this, column] {
            const bool isAscending = m_sorted->sortColumn() == column && m_sorted->sortOrder() == Qt::AscendingOrder;
            m_table->sortByColumn(column, isAscending ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
        m_table->addAction(action);
    }
}

void RunsPanel::makeButtons()
{
    const auto make = [this](const QString& text, const QString& tip) {
        auto* button = new QPushButton(text, this);
        button->setToolTip(tip);
        return button;
    };
    m_add = make(tr("&Add folder ..."), tr("List the runs of another folder, too; the window remembers it."));
    m_remove = make(tr("Remove &folder"), tr("Lists the runs of a folder that was added no more. Its files stay."));
    m_remove->setMenu(new QMenu(m_remove));
    m_resume =
        make(tr("R&esume"), tr("Goes on from the last checkpoint to the planned end, as if the run had never been "
                               "stopped."));
    m_extend =
        make(tr("Train &more"), tr("Goes on from the last checkpoint for so many further epochs. The schedule of "
                                   "the learning rate is computed anew for the new end."));
    m_epochs = new QSpinBox(this);
    m_epochs->setRange(1, 1'000'000);
    m_epochs->setValue(MoreEpochs);
    m_epochs->setSuffix(tr(" epochs"));
    m_epochs->setAlignment(Qt::AlignRight);
    m_epochs->setAccessibleName(tr("Further epochs"));
    m_epochs->setToolTip(tr("How many epochs Train more adds to those that are done."));
    m_useSettings =
        make(tr("&Use these settings"),
             tr("Takes this run's settings into the panel on the left, for a new run in a folder of its own."));
    m_open = make(tr("&Open folder"), tr("Shows the run's files: checkpoints, metrics, log and report (Enter)."));
    m_hint = new ElidedLabel(this);
    connect(m_add, &QPushButton::clicked, this, &RunsPanel::chooseFolder);
    connect(m_open, &QPushButton::clicked, this, &RunsPanel::openFolder);
    connect(m_epochs, &QSpinBox::valueChanged, this, &RunsPanel::refresh);
    connect(m_resume, &QPushButton::clicked, this, [this] {
        if (const ListedRun* run = chosen(); run != nullptr && resumeProblem(*run).isEmpty())
            goOn(*run->config);
    });
    connect(m_extend, &QPushButton::clicked, this, [this] {
        if (const ListedRun* run = chosen(); run != nullptr && extensionProblem(*run).isEmpty())
            goOn(extendedConfig(*run, m_epochs->value()));
    });
    connect(m_useSettings, &QPushButton::clicked, this, [this] {
        if (const ListedRun* run = chosen(); run != nullptr && run->config)
            m_starter.useSettings(*run->config);
    });
}

void RunsPanel::makeLayout()
{
    m_where = new ElidedLabel(this);
    m_detail = new QLabel(this);
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setWordWrap(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_detail->setContentsMargins(8, 0, 8, 0);
    m_detail->setMinimumHeight(2 * fontMetrics().lineSpacing()); // so that the usual ones do not move the rest
    m_empty = new QLabel(this);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);

    auto* topLine = new QHBoxLayout;
    topLine->addWidget(m_where, 1);
    topLine->addWidget(m_remove);
    topLine->addWidget(m_add);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_resume, m_extend, m_epochs, m_useSettings, m_open})
        buttons->addWidget(widget);
    buttons->addWidget(m_hint, 1);
    auto* upper = new QWidget(this);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(8);
    upperLayout->addWidget(m_table, 1);
    upperLayout->addLayout(buttons);
    upperLayout->addWidget(m_detail);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("runs"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->addWidget(upper);
    splitter->addWidget(m_comparison);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({320, 320});
    m_content = splitter;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addLayout(topLine);
    layout->addWidget(m_content, 1);
    layout->addWidget(m_empty, 1);
    QWidget* before = m_remove;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_add, m_table, m_resume, m_extend, m_epochs, m_useSettings,
                                                           m_open, m_comparison}) {
        setTabOrder(before, widget);
        before = widget;
    }
}

QString RunsPanel::detail() const
{
    return m_detail->text();
}

QString RunsPanel::hint() const
{
    return m_hint->text();
}

QString RunsPanel::emptyText() const
{
    return m_empty->isVisibleTo(this) ? m_empty->text() : QString();
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_library.setActive(true);
}

void RunsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_library.setActive(false);
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_table || event->type() != QEvent::KeyPress || !m_table->currentIndex().isValid())
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Space:
        m_runs->toggle(m_sorted->mapToSource(m_table->currentIndex()).row());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        openFolder();
        return true;
    default:
        return false;
    }
}

const ListedRun* RunsPanel::chosen() const
{
    const QModelIndex index = m_sorted->mapToSource(m_table->currentIndex());
    return index.isValid() ? &m_runs->run(index.row()) : nullptr;
}

void RunsPanel::showRuns(const std::vector<ListedRun>& runs)
{
    m_runs->setRuns(runs);
    if (!m_table->currentIndex().isValid() && m_sorted->rowCount() > 0)
        m_table->setCurrentIndex(m_sorted->index(0, RunListModel::Name));
    refreshDifferences();
    refresh();
}

void RunsPanel::followTicks()
{
    m_notice.clear();
    std::vector<std::filesystem::path> wanted;
    for (int place = 0; place < RunListModel::MostTicked; ++place) {
        const int row = m_runs->rowAt(place);
        const std::filesystem::path folder = row < 0 ? std::filesystem::path() : m_runs->run(row).overview.folder;
        if (std::exchange(m_followed.at(static_cast<std::size_t>(place)), folder) != folder)
            m_comparison->clear(place);
        if (!folder.empty())
            wanted.push_back(folder);
    }
    m_library.setFollowed(wanted);
    refreshDifferences();
    refresh();
}

void RunsPanel::showCurves(const std::filesystem::path& folder, const RunNews& news)
{
    for (int place = 0; place < RunListModel::MostTicked; ++place)
        if (m_followed.at(static_cast<std::size_t>(place)) == folder)
            m_comparison->add(place, news);
}

void RunsPanel::refreshDifferences()
{
    std::vector<RunDifferenceModel::Compared> compared;
    for (int place = 0; place < RunListModel::MostTicked; ++place)
        if (const int row = m_runs->rowAt(place); row >= 0 && m_runs->run(row).config)
            compared.push_back({RunListModel::letter(place), runName(m_runs->run(row)), *m_runs->run(row).config});
    m_comparison->setSettings(compared);
}

QString RunsPanel::hintFor(const ListedRun& run) const
{
    if (m_training.isBusy())
        return tr("A run is going on: stop it, or wait for its end.");
    if (const QString problem = extensionProblem(run); !problem.isEmpty())
        return problem;
    const std::int64_t total = extendedConfig(run, m_epochs->value()).training.epochs;
    const QString more = run.overview.isEndedEarly ? tr("Train more: up to epoch %1, without patience.").arg(total)
                                                   : tr("Train more: up to epoch %1.").arg(total);
    const QString problem = resumeProblem(run);
    return problem.isEmpty() ? tr("Resume: from epoch %1 up to %2. %3")
                                   .arg(run.overview.epochsDone)
                                   .arg(run.overview.epochsPlanned)
                                   .arg(more)
                             : tr("%1 %2").arg(problem, more);
}

void RunsPanel::refresh()
{
    const ListedRun* run = chosen();
    const bool isFree = run != nullptr && !m_training.isBusy();
    m_resume->setEnabled(isFree && resumeProblem(*run).isEmpty());
    m_extend->setEnabled(isFree && extensionProblem(*run).isEmpty());
    m_epochs->setEnabled(m_extend->isEnabled());
    m_useSettings->setEnabled(isFree && run->config.has_value());
    m_open->setEnabled(run != nullptr);
    m_hint->setText(!m_notice.isEmpty() ? m_notice : run != nullptr ? hintFor(*run) : QString());
    const QString detail = run != nullptr ? tr("%1: %2").arg(runName(*run), runSentence(*run)) : QString();
    m_detail->setText(detail.size() > LongestDetail ? detail.left(LongestDetail) + QStringLiteral(" ...") : detail);
    m_detail->setToolTip(detail.size() > LongestDetail ? detail : QString());

    refreshFolders();
    const int count = m_runs->rowCount();
    QStringList folders;
    for (const std::filesystem::path& folder : m_library.folders())
        folders += pathText(folder);
    const QString where = folders.join(QStringLiteral(", "));
    m_where->setText(count > 0 ? tr("%n run(s), looked for in %1", nullptr, count).arg(where) : QString());
    m_empty->setText(m_library.hasLooked() ? tr("Runs appear here as soon as training has started, with their state, "
                                                "scores and curves; they are looked for in %1.")
                                                 .arg(where)
                                           : tr("Looking for runs in %1 ...").arg(where));
    m_empty->setVisible(count == 0);
    m_content->setVisible(count > 0);
}

void RunsPanel::refreshFolders()
{
    QMenu* menu = m_remove->menu();
    menu->clear();
    for (const std::filesystem::path& folder : m_library.addedFolders())
        connect(menu->addAction(pathText(folder).replace(u'&', QStringLiteral("&&"))), &QAction::triggered, this,
                [this, folder] { m_library.removeFolder(folder); });
    m_remove->setVisible(!menu->isEmpty());
}

void RunsPanel::goOn(const RunConfig& config)
{
    const RunOverview& overview = chosen()->overview;
    m_starter.resume({overview.folder, overview.checkpoint, config});
}

void RunsPanel::openFolder()
{
    if (const ListedRun* run = chosen())
        QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(run->overview.folder)));
}

void RunsPanel::addFolder(const QString& folder)
{
    m_library.addFolder(folder.toStdString());
}

void RunsPanel::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder of a run, or one that holds runs"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &RunsPanel::addFolder);
    dialog->open();
}

} // namespace gapless::ui
