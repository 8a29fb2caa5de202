// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/pair_list.h"

#include <algorithm>

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include "core/types/dataset_report.h"
#include "ui/models/pair_filter.h"
#include "ui/models/pair_list_model.h"

namespace gapless::ui
{

PairList::PairList(QWidget* parent)
    : QWidget(parent)
    , m_pairs(new PairListModel(this))
    , m_filter(new PairFilter(this))
    , m_count(new QLabel(this))
    , m_text(new QLineEdit(this))
    , m_problemsOnly(new QCheckBox(tr("Only those with problems"), this))
    , m_table(new QTableView(this))
{
    QFont bold = m_count->font();
    bold.setWeight(QFont::DemiBold);
    m_count->setFont(bold);
    m_text->setPlaceholderText(tr("Part of a file name"));
    m_text->setClearButtonEnabled(true);
    m_text->setAccessibleName(tr("Filter by file name"));
    m_text->setToolTip(tr("Lists the pictures whose file name holds this text."));
    m_problemsOnly->setToolTip(tr("Lists the pictures that a warning or an error speaks of."));
    m_filter->setSourceModel(m_pairs);
    m_table->setModel(m_filter);
    m_table->setAccessibleName(tr("Pictures"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    // Rows of one height: with 20,000 of them none is measured.
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(PairListModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(PairListModel::Size, QHeaderView::Fixed);
    m_table->horizontalHeader()->resizeSection(
        PairListModel::Size, fontMetrics().horizontalAdvance(QStringLiteral("8888 \u00d7 8888")) + 16);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_count);
    layout->addWidget(m_text);
    layout->addWidget(m_problemsOnly);
    layout->addWidget(m_table, 1);
    connect(m_text, &QLineEdit::textChanged, m_filter, &PairFilter::setText);
    connect(m_problemsOnly, &QCheckBox::toggled, m_filter, &PairFilter::setProblemsOnly);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &PairList::updateCount);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &PairList::updateCount);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_isResetting)
            Q_EMIT pairChosen();
    });
}

void PairList::setReport(const DatasetReport& report)
{
    const std::filesystem::path before = chosen() < 0 ? std::filesystem::path() : m_pairs->pair(chosen()).image;
    m_isResetting = true;
    m_pairs->setReport(report);
    m_problemsOnly->setVisible(m_pairs->problemCount() > 0);
    if (m_pairs->problemCount() == 0)
        m_problemsOnly->setChecked(false);
    const int row = m_filter->mapFromSource(m_pairs->index(std::max(m_pairs->rowOf(before), 0), 0)).row();
    choose(std::max(row, 0));
    m_isResetting = false;
    updateCount();
    Q_EMIT pairChosen();
}

void PairList::showFile(const std::filesystem::path& file)
{
    const int row = m_pairs->rowOf(file);
    if (row < 0)
        return;
    if (!m_filter->mapFromSource(m_pairs->index(row, 0)).isValid()) {
        m_text->clear();
        m_problemsOnly->setChecked(false);
    }
    choose(m_filter->mapFromSource(m_pairs->index(row, 0)).row());
}

int PairList::chosen() const
{
    return m_filter->mapToSource(m_table->currentIndex()).row();
}

void PairList::choose(int row)
{
    m_table->setCurrentIndex(m_filter->index(row, 0));
    m_table->scrollTo(m_table->currentIndex());
}

void PairList::updateCount()
{
    const int all = m_pairs->rowCount();
    const int shown = m_filter->rowCount();
    m_count->setText(shown == all ? tr("Pictures: %1").arg(all) : tr("Pictures: %1 of %2").arg(shown).arg(all));
}

} // namespace gapless::ui
