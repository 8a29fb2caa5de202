// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include "ui/plots/plot_colors.h"

namespace gapless::ui
{

/// The colour of the run at a place of RunListModel, in table and plots.
[[nodiscard]] PlotColor placeColor(int place);

/// Draws the cells of RunListModel: a swatch beside the letter, the state in its colour, mean IoU as a small curve from
/// 0 to 1. UI thread.
class RunDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunDelegate)

public:
    explicit RunDelegate(QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    static void paintCurve(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index);
};

} // namespace gapless::ui
