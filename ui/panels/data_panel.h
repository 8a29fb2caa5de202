// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QPushButton;
class QTableView;

namespace gapless
{
struct RunPlan;
}

namespace gapless::ui
{

class ClassTableModel;
class DatasetController;
class ProblemModel;

/// What a check of the folders found: a sentence, the classes, the problems. UI thread.
class DataPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DataPanel)

public:
    DataPanel(DatasetController& datasets, QWidget* parent);
    /// What the engine will do with the data, and what it chose.
    void showPlan(const RunPlan& plan);
    [[nodiscard]] QString sentence() const;

private:
    void refresh();
    [[nodiscard]] QTableView* makeTable(QAbstractItemModel* model, const QString& name);

    DatasetController& m_datasets;
    ClassTableModel* m_classes = nullptr;
    ProblemModel* m_problems = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_details = nullptr;
    QLabel* m_plan = nullptr;
    QPushButton* m_again = nullptr;
    QWidget* m_classPart = nullptr;
    QWidget* m_problemPart = nullptr;
    QTableView* m_problemTable = nullptr;
    QLabel* m_noProblems = nullptr;
};

} // namespace gapless::ui
