// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pair_filter.h"

#include "ui/models/pair_list_model.h"

namespace gapless::ui
{

PairFilter::PairFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
}

void PairFilter::setText(const QString& text)
{
    m_text = text;
    invalidateFilter();
}

void PairFilter::setProblemsOnly(bool isOn)
{
    m_isProblemsOnly = isOn;
    invalidateFilter();
}

bool PairFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return (!m_isProblemsOnly || index.data(PairListModel::IsProblemRole).toBool()) &&
           (m_text.isEmpty() || index.data(PairListModel::NameRole).toString().contains(m_text, Qt::CaseInsensitive));
}

} // namespace gapless::ui
