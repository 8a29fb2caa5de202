// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/crop_grid.h"

#include <algorithm>
#include <utility>

#include <QPainter>

#include "ui/plots/plot_colors.h"

namespace gapless::ui
{
namespace
{

constexpr int Gap = 8;

} // namespace

CropGrid::CropGrid(QWidget* parent)
    : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(tr("Training crops"));
}

void CropGrid::setCrops(std::vector<Crop> crops, const QString& emptyText)
{
    m_crops = std::move(crops);
    m_emptyText = emptyText;
    setAccessibleDescription(m_crops.empty() ? m_emptyText : tr("Crops: %1").arg(m_crops.size()));
    update();
}

void CropGrid::setOpacity(double opacity)
{
    m_opacity = opacity;
    update();
}

QRectF CropGrid::place(int number) const
{
    // As many columns as make the pictures largest.
    const auto count = static_cast<int>(m_crops.size());
    const QSizeF picture = m_crops.front().image.size();
    int columns = 1;
    double zoom = 0;
    for (int tried = 1; tried <= count; ++tried) {
        const int rows = (count + tried - 1) / tried;
        const double fitting = std::min((width() - (tried + 1) * Gap) / (tried * picture.width()),
                                        (height() - (rows + 1) * Gap) / (rows * picture.height()));
        if (fitting > zoom) {
            zoom = fitting;
            columns = tried;
        }
    }
    const int rows = (count + columns - 1) / columns;
    const QSizeF size = picture * zoom;
    const QSizeF whole(columns * size.width() + (columns - 1) * Gap, rows * size.height() + (rows - 1) * Gap);
    const QPointF corner((width() - whole.width()) / 2, (height() - whole.height()) / 2);
    const int row = number / columns;
    const int column = number % columns;
    return {corner + QPointF(column * (size.width() + Gap), row * (size.height() + Gap)), size};
}

void CropGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_crops.empty()) {
        painter.setPen(mutedColor(palette(), 0.65));
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    for (int number = 0; number < static_cast<int>(m_crops.size()); ++number) {
        const Crop& crop = m_crops[static_cast<std::size_t>(number)];
        const QRectF target = place(number);
        painter.setOpacity(1);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, target.width() < crop.image.width());
        painter.drawImage(target, crop.image);
        // Labels are never blended: between two classes there is no third one.
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.setOpacity(m_opacity);
        painter.drawImage(target, crop.layer);
    }
}

} // namespace gapless::ui
