// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QPushButton;
class QTabWidget;
class QTableView;

namespace gapless
{
struct DatasetReport;
struct RunPlan;
} // namespace gapless

namespace gapless::ui
{

class ClassTableModel;
class CropPreview;
class DatasetController;
class PairList;
class PairView;
class ProblemModel;
class SampleReader;
class Settings;

/// What a check of the folders found: a sentence, the classes, the problems, and the pairs to look at. UI thread.
class DataPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DataPanel)

public:
    /// All three outlive the panel.
    DataPanel(DatasetController& datasets, const Settings& settings, SampleReader& reader, QWidget* parent);
    /// What the engine will do with the data, and what it chose.
    void showPlan(const RunPlan& plan);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] const PairList& pairs() const { return *m_pairs; }
    [[nodiscard]] PairView& pairView() { return *m_pairView; }
    [[nodiscard]] CropPreview& cropPreview() { return *m_cropPreview; }
    /// The picture as a whole, or crops of it.
    void showCrops(bool isOn);

private:
    void makeClassPart();
    void makeProblemPart();
    void connectParts();
    void refresh();
    void showReport(const DatasetReport& report);
    void showChosen();
    [[nodiscard]] QTableView* makeTable(QAbstractItemModel* model, const QString& name);

    DatasetController& m_datasets;
    SampleReader& m_reader;
    ClassTableModel* m_classes = nullptr;
    ProblemModel* m_problems = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_details = nullptr;
    QLabel* m_plan = nullptr;
    QPushButton* m_again = nullptr;
    QWidget* m_classPart = nullptr;
    QTableView* m_classTable = nullptr;
    QWidget* m_problemPart = nullptr;
    QTableView* m_problemTable = nullptr;
    PairList* m_pairs = nullptr;
    QTabWidget* m_looks = nullptr;
    PairView* m_pairView = nullptr;
    CropPreview* m_cropPreview = nullptr;
};

} // namespace gapless::ui
