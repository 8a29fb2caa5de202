// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace gapless::ui
{

/// The rows of a PairListModel whose file name holds a text, or those of them that have a problem. UI thread.
class PairFilter final : public QSortFilterProxyModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PairFilter)

public:
    explicit PairFilter(QObject* parent = nullptr);
    /// In any letter case; empty: all names.
    void setText(const QString& text);
    void setProblemsOnly(bool isOn);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QString m_text;
    bool m_isProblemsOnly = false;
};

} // namespace gapless::ui
