// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_delegate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <QApplication>
#include <QPainter>
#include <QPolygonF>

#include "ui/models/run_list_model.h"

namespace gapless::ui
{
namespace
{

constexpr std::array<PlotColor, RunListModel::MostTicked> Colors{PlotColor::Training, PlotColor::Validation,
                                                                 PlotColor::Second, PlotColor::Stall, PlotColor::Other};
constexpr int SwatchSize = 12;

QColor fateColor(RunFate fate, const QPalette& palette)
{
    switch (fate) {
    case RunFate::Running:
        return plotColor(PlotColor::Training, palette);
    case RunFate::Finished:
        return plotColor(PlotColor::Second, palette);
    case RunFate::Failed:
        return isDark(palette) ? QColor(0xff, 0x8a, 0x80) : QColor(0xb3, 0x26, 0x1e);
    case RunFate::Interrupted:
    case RunFate::Unreadable:
        return plotColor(PlotColor::Validation, palette);
    case RunFate::Stopped:
        break;
    }
    return palette.color(QPalette::Text);
}

} // namespace

PlotColor placeColor(int place)
{
    return Colors.at(static_cast<std::size_t>(place));
}

RunDelegate::RunDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == RunListModel::State) {
        const auto fate = static_cast<RunFate>(index.data(RunListModel::FateRole).toInt());
        option->palette.setColor(QPalette::Text, fateColor(fate, option->palette));
    }
    if (index.column() != RunListModel::Ticked)
        return;
    // Fusion derives the box's outline from this, and would make it darker than a dark table.
    if (isDark(option->palette))
        option->palette.setColor(QPalette::Window, mutedColor(option->palette, 0.9));
    if (const int place = index.data(RunListModel::PlaceRole).toInt(); place >= 0) {
        QPixmap swatch(SwatchSize, SwatchSize);
        swatch.fill(plotColor(placeColor(place), option->palette));
        QIcon icon(swatch);
        icon.addPixmap(swatch, QIcon::Selected); // or the selection would tint it
        option->icon = std::move(icon);
        option->decorationSize = swatch.size();
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->font.setBold(true);
    }
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() == RunListModel::Curve)
        paintCurve(*painter, option, index);
}

void RunDelegate::paintCurve(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto values = index.data(RunListModel::CurveRole).value<QList<double>>();
    if (values.isEmpty())
        return;
    const int place = index.data(RunListModel::PlaceRole).toInt();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor color = isSelected   ? option.palette.color(QPalette::HighlightedText)
                         : place >= 0 ? plotColor(placeColor(place), option.palette)
                                      : mutedColor(option.palette, 0.65);
    const QRectF area = QRectF(option.rect).adjusted(8, 5, -8, -5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.6));
    const double step = area.width() / static_cast<double>(std::max<qsizetype>(values.size() - 1, 1));
    QPolygonF stretch; // between two gaps
    const auto draw = [&] {
        if (stretch.size() > 1)
            painter.drawPolyline(stretch);
        else if (stretch.size() == 1)
            painter.drawEllipse(stretch.front(), 1, 1);
        stretch.clear();
    };
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (std::isfinite(values.at(i)))
            stretch += QPointF(area.left() + step * static_cast<double>(i),
                               area.bottom() - area.height() * std::clamp(values.at(i), 0.0, 1.0));
        else
            draw();
    }
    draw();
    painter.restore();
}

} // namespace gapless::ui
