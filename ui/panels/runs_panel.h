// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QWidget>

#include "ui/models/listed_run.h"

class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QTableView;
class QToolButton;

namespace gapless
{
struct RunNews;
}

namespace gapless::ui
{

class ElidedLabel;
class RunComparison;
class RunLibrary;
class RunListModel;
class RunStarter;
class TrainingController;

/// What became of runs: the list, a comparison of those ticked, and what can be done with the chosen one. Reads the
/// disk only while it is visible. UI thread.
class RunsPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsPanel)

public:
    /// All outlive the panel.
    RunsPanel(RunLibrary& library, RunStarter& starter, TrainingController& training, QWidget* parent);

    /// Lists a run, or the runs of a folder, as well.
    void addFolder(const QString& folder);

    [[nodiscard]] QTableView& table() { return *m_table; }
    [[nodiscard]] RunListModel& runs() { return *m_runs; }
    [[nodiscard]] const RunComparison& comparison() const { return *m_comparison; }
    [[nodiscard]] QPushButton& resumeButton() { return *m_resume; }
    [[nodiscard]] QPushButton& extendButton() { return *m_extend; }
    [[nodiscard]] QSpinBox& epochsBox() { return *m_epochs; }
    [[nodiscard]] QPushButton& settingsButton() { return *m_useSettings; }
    [[nodiscard]] QPushButton& openButton() { return *m_open; }
    /// Folders that were added, to be left out again; hidden while there are none.
    [[nodiscard]] QPushButton& removeButton() { return *m_remove; }
    /// What is said of the chosen run, and why a button is off.
    [[nodiscard]] QString detail() const;
    [[nodiscard]] QString hint() const;
    /// What is said while the list is empty; empty when it is not.
    [[nodiscard]] QString emptyText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTable();
    void makeButtons();
    void makeLayout();
    void showRuns(const std::vector<ListedRun>& runs);
    void showCurves(const std::filesystem::path& folder, const RunNews& news);
    void followTicks();
    void refreshDifferences();
    void refresh();
    void chooseFolder();
    void refreshFolders();
    void openFolder();
    void goOn(const RunConfig& config);
    /// Null: none is chosen.
    [[nodiscard]] const ListedRun* chosen() const;
    [[nodiscard]] QString hintFor(const ListedRun& run) const;

    RunLibrary& m_library;
    RunStarter& m_starter;
    TrainingController& m_training;
    RunListModel* m_runs = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    RunComparison* m_comparison = nullptr;
    ElidedLabel* m_where = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_resume = nullptr;
    QPushButton* m_extend = nullptr;
    QSpinBox* m_epochs = nullptr;
    QPushButton* m_useSettings = nullptr;
    QPushButton* m_open = nullptr;
    ElidedLabel* m_hint = nullptr;
    QLabel* m_detail = nullptr;
    QLabel* m_empty = nullptr;
    QWidget* m_content = nullptr;
    QString m_notice;                              ///< shown as the hint until something is chosen or ticked
    std::vector<std::filesystem::path> m_followed; ///< by place; empty: nobody
};

} // namespace gapless::ui
