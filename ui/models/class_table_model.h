// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/types/class_table.h"

namespace gapless::ui
{

/// The classes of a data set, a row each, and the ignore value as the last row where there is one. UI thread.
class ClassTableModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClassTableModel)

public:
    enum Column { Color, Value, Name, Pixels, ColumnCount };

    explicit ClassTableModel(QObject* parent = nullptr);
    void setClasses(const ClassTable& classes);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] qint64 pixelsOf(int row) const;
    [[nodiscard]] QString valueText(std::int64_t value) const;
    [[nodiscard]] bool isIgnoreRow(int row) const { return row == m_classes.size(); }

    ClassTable m_classes;
    std::int64_t m_pixels = 0; ///< labelled and ignored
};

} // namespace gapless::ui
