// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/problem_model.h"

#include <utility>

namespace gapless::ui
{

ProblemModel::ProblemModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProblemModel::setProblems(std::vector<DatasetProblem> problems)
{
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DatasetProblem& problem = m_problems[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return index.column() == File ? QString::fromStdString(problem.file.string())
                                      : QString::fromStdString(problem.message);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Level:
        switch (problem.severity) {
        case Severity::Error:
            return tr("Stops training");
        case Severity::Warning:
            return tr("Warning");
        case Severity::Note:
            return tr("Note");
        }
        return {};
    case File:
        return problem.file.empty()
                   ? tr("whole set")
                   : QString::fromStdString((problem.file.parent_path().filename() / problem.file.filename()).string());
    default:
        return QString::fromStdString(problem.message);
    }
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Level:
        return tr("Severity");
    case File:
        return tr("File");
    case Message:
        return tr("What is wrong, what to do");
    default:
        return {};
    }
}

} // namespace gapless::ui
