// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace gapless
{
struct DatasetReport;
} // namespace gapless

namespace gapless::ui
{

class PairFilter;
class PairListModel;

/// The pairs that a check found, by name or only those with problems; one of them is chosen. UI thread.
class PairList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PairList)

public:
    explicit PairList(QWidget* parent);

    /// Keeps to the chosen pair where it is still there, and chooses the first otherwise.
    void setReport(const DatasetReport& report);
    /// Chooses the pair that a file belongs to, if there is one; a filter that hides it is taken back.
    void showFile(const std::filesystem::path& file);
    /// Row of the chosen pair in pairs(); -1: none.
    [[nodiscard]] int chosen() const;
    [[nodiscard]] const PairListModel& pairs() const { return *m_pairs; }

Q_SIGNALS:
    /// Another pair, or another check's.
    void pairChosen();

private:
    void choose(int row);
    void updateCount();

    PairListModel* m_pairs = nullptr;
    PairFilter* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QLineEdit* m_text = nullptr;
    QCheckBox* m_problemsOnly = nullptr;
    QTableView* m_table = nullptr;
    bool m_isResetting = false; ///< the model is: what the table chooses meanwhile means nothing
};

} // namespace gapless::ui
