// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "core/types/dataset_report.h"

namespace gapless::ui
{

/// What a check of the data came across, a row each: first the pairs and single files that cannot be used as they are,
/// then the pairs in their order. UI thread.
class PairListModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PairListModel)

public:
    enum Column { Name, Size, ColumnCount };
    enum Role { NameRole = Qt::UserRole, IsProblemRole };

    explicit PairListModel(QObject* parent = nullptr);
    void setReport(const DatasetReport& report);
    void clear() { setReport({}); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// A file that belongs to no pair has no mask here.
    [[nodiscard]] const ImagePair& pair(int row) const { return m_entries[static_cast<std::size_t>(row)].pair; }
    /// What the check says of the pair's files, notes included.
    [[nodiscard]] const QStringList& remarks(int row) const { return m_entries[static_cast<std::size_t>(row)].remarks; }
    /// Rows that a warning or an error speaks of.
    [[nodiscard]] int problemCount() const { return m_problems; }
    /// Of a pair's image or mask; -1 where the check names no such file.
    [[nodiscard]] int rowOf(const std::filesystem::path& file) const;

private:
    struct Entry
    {
        ImagePair pair;
        QString name;
        QStringList remarks;
        bool isProblem = false;
    };

    void append(const ImagePair& pair);

    std::vector<Entry> m_entries;
    std::unordered_map<std::string, int> m_rows; ///< by path, of images and masks
    int m_problems = 0;
};

} // namespace gapless::ui
