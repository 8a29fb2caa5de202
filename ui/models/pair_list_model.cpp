// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pair_list_model.h"

#include <algorithm>
#include <unordered_set>

#include "ui/models/dataset_words.h"

namespace gapless::ui
{

PairListModel::PairListModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void PairListModel::append(const ImagePair& pair)
{
    const auto row = static_cast<int>(m_entries.size());
    m_entries.push_back({pair, QString::fromStdString(pair.image.filename().string()), {}});
    for (const std::filesystem::path& file : {pair.image, pair.mask})
        if (!file.empty())
            m_rows.emplace(file.string(), row);
}

void PairListModel::setReport(const DatasetReport& report)
{
    beginResetModel();
    m_entries.clear();
    m_rows.clear();
    std::unordered_set<std::string> inOrder;
    for (const ImagePair& pair : report.pairs)
        inOrder.insert({pair.image.string(), pair.mask.string()});
    for (const ImagePair& pair : report.refused)
        append(pair);
    for (const DatasetProblem& problem : report.problems)
        if (problem.severity != Severity::Note && !problem.file.empty() && rowOf(problem.file) < 0 &&
            !inOrder.contains(problem.file.string()))
            append({problem.file, {}, {}});
    for (const ImagePair& pair : report.pairs)
        append(pair);
    for (const DatasetProblem& problem : report.problems) {
        const int row = problem.file.empty() ? -1 : rowOf(problem.file);
        if (row < 0)
            continue;
        Entry& entry = m_entries[static_cast<std::size_t>(row)];
        const QString message = QString::fromStdString(problem.message);
        entry.remarks += problem.file == entry.pair.mask ? tr("Mask: %1").arg(message) : message;
        entry.isProblem = entry.isProblem || problem.severity != Severity::Note;
    }
    m_problems = static_cast<int>(std::ranges::count(m_entries, true, &Entry::isProblem));
    endResetModel();
}

int PairListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int PairListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PairListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name)
            return entry.isProblem ? QString(QStringLiteral("\u26a0 ") + entry.name) : entry.name;
        return entry.pair.size == ImageSize{} ? QStringLiteral("\u2013") : sizeText(entry.pair.size);
    case Qt::AccessibleTextRole:
        if (index.column() == Name)
            return entry.isProblem ? tr("%1, has a problem").arg(entry.name) : entry.name;
        return {};
    case Qt::ToolTipRole:
        return (QStringList{QString::fromStdString(entry.pair.image.string())} + entry.remarks).join(u'\n');
    case Qt::TextAlignmentRole:
        if (index.column() == Size)
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        return {};
    case NameRole:
        return entry.name;
    case IsProblemRole:
        return entry.isProblem;
    default:
        return {};
    }
}

QVariant PairListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == Size)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && section == Size)
        return tr("Pixels, height before width");
    if (role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("File") : tr("Size");
}

int PairListModel::rowOf(const std::filesystem::path& file) const
{
    const auto found = m_rows.find(file.string());
    return found == m_rows.end() ? -1 : found->second;
}

} // namespace gapless::ui
