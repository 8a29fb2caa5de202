// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QAbstractListModel>

#include "core/types/dataset_report.h"

namespace gapless::ui
{

/// Pictures that can be looked at: name, where it belongs, and its IoU where that is known. UI thread.
class SampleListModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SampleListModel)

public:
    enum class Set {
        DataSet, ///< of the chosen folders, while no run has split them
        Training,
        Validation,
        Outside, ///< opened or dropped by the user
    };
    enum Role { SetRole = Qt::UserRole, IouRole, SortRole };

    explicit SampleListModel(QObject* parent = nullptr);

    /// Takes the place of everything but the outside pictures.
    void setPairs(const std::vector<ImagePair>& pairs);
    void setPairs(const DataPairs& pairs);
    /// Of the validation pictures, in their order; NaN where there is none.
    void setValidationIou(const std::vector<double>& iou);
    void setIou(int row, std::optional<double> iou);
    /// The row of the picture, which is added where it is new.
    int addOutside(const ImagePair& pair);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const ImagePair& pair(int row) const { return m_entries[static_cast<std::size_t>(row)].pair; }
    [[nodiscard]] Set set(int row) const { return m_entries[static_cast<std::size_t>(row)].set; }
    /// -1 where there is none of this file name in that set.
    [[nodiscard]] int rowOf(Set set, const QString& name) const;

private:
    struct Entry
    {
        ImagePair pair;
        Set set = Set::DataSet;
        QString name;
        std::optional<double> iou;
    };

    void append(const std::vector<ImagePair>& pairs, Set set);
    void replace(const std::vector<ImagePair>& first, Set firstSet, const std::vector<ImagePair>& second);

    std::vector<Entry> m_entries;
};

} // namespace gapless::ui
