// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_difference_model.h"

#include <algorithm>
#include <string_view>

#include "core/config/config_fields.h"
#include "ui/models/field_words.h"

namespace gapless::ui
{
namespace
{

constexpr std::string_view RunFolderKey = "output.run";

} // namespace

RunDifferenceModel::RunDifferenceModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void RunDifferenceModel::setRuns(const std::vector<Compared>& runs)
{
    std::vector<Row> rows;
    QStringList letters;
    QStringList names;
    for (const Compared& run : runs) {
        letters += run.letter;
        names += run.name;
    }
    for (const FieldInfo& field : configFields()) {
        QStringList values;
        for (const Compared& run : runs)
            values += QString::fromStdString(configFieldText(run.config, field.key));
        const bool areEqual =
            std::ranges::all_of(values, [&](const QString& value) { return value == values.front(); });
        if (!areEqual && field.key != RunFolderKey)
            rows.push_back({fieldLabel(field), fieldDescription(field), values});
    }
    if (rows == m_rows && letters == m_letters && names == m_names)
        return;
    beginResetModel();
    m_rows = std::move(rows);
    m_letters = letters;
    m_names = names;
    endResetModel();
}

int RunDifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunDifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_letters.size());
}

QVariant RunDifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isLabel = index.column() == 0;
    if (role == Qt::DisplayRole)
        return isLabel ? row.label : row.values.at(index.column() - 1);
    if (role == Qt::ToolTipRole)
        return isLabel ? row.description : row.values.at(index.column() - 1);
    return {};
}

QVariant RunDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section > m_letters.size())
        return {};
    if (role == Qt::DisplayRole)
        return section == 0 ? tr("Setting") : m_letters.at(section - 1);
    if (role == Qt::ToolTipRole && section > 0)
        return m_names.at(section - 1);
    return {};
}

} // namespace gapless::ui
