// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/types/dataset_report.h"

namespace gapless::ui
{

/// What a check of the data found: severity, file, message. UI thread.
class ProblemModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProblemModel)

public:
    enum Column { Level, File, Message, ColumnCount };

    explicit ProblemModel(QObject* parent = nullptr);
    void setProblems(std::vector<DatasetProblem> problems);

    [[nodiscard]] const DatasetProblem& problem(int row) const { return m_problems[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<DatasetProblem> m_problems;
};

} // namespace gapless::ui
