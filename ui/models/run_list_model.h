// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QAbstractTableModel>

#include "ui/models/listed_run.h"

namespace gapless::ui
{

/// Runs, a row each, of which a few can be ticked to be compared. A ticked run has a place, 0 to MostTicked - 1, which
/// gives it its letter and its colour for as long as it is ticked. UI thread.
class RunListModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunListModel)

public:
    enum Column { Ticked, Name, State, Epochs, Best, Curve, Changed, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole, ///< of any column
        FateRole,                ///< RunFate as int
        PlaceRole,               ///< -1: not ticked
        CurveRole,               ///< QList<double>: mean IoU by epoch
    };
    /// As many as there are colours that everybody can tell apart.
    static constexpr int MostTicked = 5;

    explicit RunListModel(QObject* parent = nullptr);

    /// Rows stay where they are, as do their ticks; those of runs that are gone go.
    void setRuns(const std::vector<ListedRun>& runs);
    [[nodiscard]] const ListedRun& run(int row) const { return m_rows[static_cast<std::size_t>(row)].run; }
    /// -1: none.
    [[nodiscard]] int rowOf(const std::filesystem::path& folder) const;

    /// Row of the run at that place; -1: none.
    [[nodiscard]] int rowAt(int place) const;
    /// Whether a row can be ticked: it has something to show.
    [[nodiscard]] bool canBeTicked(int row) const;
    void toggle(int row);
    [[nodiscard]] static QString letter(int place);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void ticksChanged();
    /// All places are taken.
    void tickRefused();

private:
    struct Row
    {
        ListedRun run;
        int place = -1;
    };

    [[nodiscard]] QString cell(const Row& row, int column) const;
    [[nodiscard]] static QVariant sortValue(const Row& row, int column);
    [[nodiscard]] int freePlace() const;
    bool setTicked(int row, bool isTicked);

    std::vector<Row> m_rows;
};

} // namespace gapless::ui
