// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "core/config/run_config.h"

namespace gapless::ui
{

/// The settings in which runs differ, a row each in the order of the table of fields, a column for each run. The run
/// folder, which differs by nature, is left out. UI thread.
class RunDifferenceModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunDifferenceModel)

public:
    struct Compared
    {
        QString letter;
        QString name;
        RunConfig config;
    };

    explicit RunDifferenceModel(QObject* parent = nullptr);
    void setRuns(const std::vector<Compared>& runs);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString label;
        QString description;
        QStringList values;
        friend bool operator==(const Row&, const Row&) = default;
    };

    std::vector<Row> m_rows;
    QStringList m_letters;
    QStringList m_names;
};

} // namespace gapless::ui
