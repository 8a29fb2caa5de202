// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/class_table_model.h"

#include <QColor>
#include <QLocale>

#include "ui/models/value_format.h"

namespace gapless::ui
{

ClassTableModel::ClassTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ClassTableModel::setClasses(const ClassTable& classes)
{
    beginResetModel();
    m_classes = classes;
    m_pixels = classes.ignoredPixels;
    for (const ClassEntry& entry : classes.classes)
        m_pixels += entry.pixels;
    endResetModel();
}

int ClassTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_classes.size() + (m_classes.ignoreValue ? 1 : 0);
}

int ClassTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClassTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole)
        return cell(index.row(), index.column());
    if (role == Qt::ToolTipRole && index.column() == Pixels)
        return tr("%1 pixels").arg(QLocale().toString(pixelsOf(index.row())));
    if (role == Qt::TextAlignmentRole && (index.column() == Value || index.column() == Pixels))
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role == Qt::DecorationRole && index.column() == Color && !isIgnoreRow(index.row())) {
        const Rgb& color = m_classes.classes[static_cast<std::size_t>(index.row())].color;
        return QColor(color[0], color[1], color[2]);
    }
    if (role == Qt::AccessibleTextRole && index.column() == Color && !isIgnoreRow(index.row())) {
        const Rgb& color = m_classes.classes[static_cast<std::size_t>(index.row())].color;
        return tr("colour %1").arg(QColor(color[0], color[1], color[2]).name());
    }
    return {};
}

QString ClassTableModel::cell(int row, int column) const
{
    const bool isIgnored = isIgnoreRow(row);
    const ClassEntry* entry = isIgnored ? nullptr : &m_classes.classes[static_cast<std::size_t>(row)];
    switch (column) {
    case Value:
        return valueText(isIgnored ? m_classes.ignoreValue.value_or(0) : entry->value);
    case Name:
        return isIgnored ? tr("ignored") : QString::fromStdString(entry->name);
    case Pixels:
        return m_pixels > 0 ? shareText(static_cast<double>(pixelsOf(row)) / static_cast<double>(m_pixels)) : QString();
    default:
        return {};
    }
}

qint64 ClassTableModel::pixelsOf(int row) const
{
    return isIgnoreRow(row) ? m_classes.ignoredPixels : m_classes.classes[static_cast<std::size_t>(row)].pixels;
}

QString ClassTableModel::valueText(std::int64_t value) const
{
    if (m_classes.kind == MaskKind::Colors)
        return QStringLiteral("#%1").arg(value, 6, 16, QLatin1Char('0'));
    return QString::number(value);
}

QVariant ClassTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && (section == Value || section == Pixels))
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Color:
        return tr("Colour");
    case Value:
        return tr("Value");
    case Name:
        return tr("Class");
    case Pixels:
        return tr("Pixels");
    default:
        return {};
    }
}

} // namespace gapless::ui
