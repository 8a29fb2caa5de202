// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_list_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/models/value_format.h"

namespace gapless::ui
{

SampleListModel::SampleListModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void SampleListModel::append(const std::vector<ImagePair>& pairs, Set set)
{
    for (const ImagePair& pair : pairs)
        m_entries.push_back({pair, set, QString::fromStdString(pair.image.filename().string()), {}});
}

void SampleListModel::replace(const std::vector<ImagePair>& first, Set firstSet, const std::vector<ImagePair>& second)
{
    beginResetModel();
    std::vector<Entry> outside;
    std::ranges::copy_if(m_entries, std::back_inserter(outside),
                         [](const Entry& entry) { return entry.set == Set::Outside; });
    m_entries.clear();
    append(first, firstSet);
    append(second, Set::Training);
    std::ranges::move(outside, std::back_inserter(m_entries));
    endResetModel();
}

void SampleListModel::setPairs(const std::vector<ImagePair>& pairs)
{
    replace(pairs, Set::DataSet, {});
}

void SampleListModel::setPairs(const DataPairs& pairs)
{
    replace(pairs.validation, Set::Validation, pairs.training);
}

void SampleListModel::setValidationIou(const std::vector<double>& iou)
{
    std::size_t next = 0;
    for (Entry& entry : m_entries) {
        if (entry.set != Set::Validation)
            continue;
        if (next == iou.size())
            break;
        const double value = iou[next++];
        entry.iou = std::isfinite(value) ? std::optional(value) : std::nullopt;
    }
    if (!m_entries.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void SampleListModel::setIou(int row, std::optional<double> iou)
{
    m_entries[static_cast<std::size_t>(row)].iou = iou;
    Q_EMIT dataChanged(index(row), index(row));
}

int SampleListModel::addOutside(const ImagePair& pair)
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.set == Set::Outside && entry.pair.image == pair.image; });
    if (found != m_entries.end())
        return static_cast<int>(found - m_entries.begin());
    const int row = rowCount();
    beginInsertRows({}, row, row);
    append({pair}, Set::Outside);
    endInsertRows();
    return row;
}

int SampleListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant SampleListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return entry.iou ? tr("%1   IoU %2").arg(entry.name, numberText(*entry.iou)) : entry.name;
    case Qt::ToolTipRole:
        return QString::fromStdString(entry.pair.image.string());
    case SetRole:
        return static_cast<int>(entry.set);
    case IouRole:
        return entry.iou ? QVariant(*entry.iou) : QVariant();
    case SortRole: // pictures without a score after those that have one
        return entry.iou.value_or(2.0);
    default:
        return {};
    }
}

int SampleListModel::rowOf(Set set, const QString& name) const
{
    const auto found =
        std::ranges::find_if(m_entries, [&](const Entry& entry) { return entry.set == set && entry.name == name; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

} // namespace gapless::ui
