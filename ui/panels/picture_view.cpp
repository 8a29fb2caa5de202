// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/picture_view.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "ui/plots/plot_colors.h"

namespace gapless::ui
{
namespace
{

constexpr double MostZoom = 64;
constexpr double ZoomStep = 1.25;
constexpr double PanStep = 48;
constexpr double DividerReach = 5;

} // namespace

PictureView::PictureView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(tr("Picture"));
}

void PictureView::setPicture(const QImage& picture)
{
    const bool isOther = picture.size() != m_picture.size();
    m_picture = picture;
    if (isOther)
        fit();
    update();
}

void PictureView::setLayers(const QImage& layer, const QImage& right)
{
    m_layer = layer;
    m_right = right;
    update();
}

void PictureView::setOpacity(double opacity)
{
    m_opacity = opacity;
    update();
}

void PictureView::setEmptyText(const QString& text)
{
    m_emptyText = text;
    update();
}

double PictureView::fittingZoom() const
{
    if (m_picture.isNull())
        return 1;
    return std::min({static_cast<double>(width()) / m_picture.width(),
                     static_cast<double>(height()) / m_picture.height(), MostZoom});
}

void PictureView::fit()
{
    m_isFitted = true;
    m_zoom = fittingZoom();
    keepInView();
    update();
}

void PictureView::setDivider(double share)
{
    m_divider = std::clamp(share, 0.0, 1.0);
    update();
}

QPointF PictureView::toPicture(const QPointF& position) const
{
    return (position - m_origin) / m_zoom;
}

QPointF PictureView::fromPicture(const QPointF& pixel) const
{
    return pixel * m_zoom + m_origin;
}

// A picture smaller than the view is centred; a larger one leaves no gap at its sides.
void PictureView::keepInView()
{
    const auto placed = [](double origin, double extent, double room) {
        return extent <= room ? (room - extent) / 2 : std::clamp(origin, room - extent, 0.0);
    };
    m_origin = {placed(m_origin.x(), m_picture.width() * m_zoom, width()),
                placed(m_origin.y(), m_picture.height() * m_zoom, height())};
}

void PictureView::zoomAbout(const QPointF& position, double factor)
{
    if (m_picture.isNull())
        return;
    const double zoom = std::clamp(m_zoom * factor, std::min(fittingZoom(), 1.0), MostZoom);
    const QPointF pixel = toPicture(position);
    m_isFitted = false;
    m_zoom = zoom;
    m_origin = position - pixel * zoom;
    keepInView();
    update();
}

bool PictureView::isOnDivider(const QPointF& position) const
{
    return !m_right.isNull() &&
           std::abs(fromPicture({m_divider * m_picture.width(), 0}).x() - position.x()) <= DividerReach;
}

void PictureView::tellHovered(const QPointF& position)
{
    const QPointF at = toPicture(position);
    const QPoint pixel(static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())));
    Q_EMIT hovered(m_picture.rect().contains(pixel) ? std::optional(pixel) : std::nullopt);
}

void PictureView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_picture.isNull()) {
        painter.setPen(mutedColor(palette(), 0.65));
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const QRectF place(m_origin, QSizeF(m_picture.size()) * m_zoom);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_zoom < 1);
    painter.drawImage(place, m_picture);
    // Labels are never blended with their neighbours: between two classes there is no third one.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setOpacity(m_opacity);
    if (m_right.isNull()) {
        painter.drawImage(place, m_layer);
    } else {
        const double x = fromPicture({m_divider * m_picture.width(), 0}).x();
        painter.setClipRect(QRectF(0, 0, x, height()));
        painter.drawImage(place, m_layer);
        painter.setClipRect(QRectF(x, 0, width() - x, height()));
        painter.drawImage(place, m_right);
        painter.setClipping(false);
        painter.setOpacity(1);
        painter.setPen(QPen(palette().color(QPalette::Base), 4));
        painter.drawLine(QPointF(x, 0), QPointF(x, height()));
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    }
    painter.setOpacity(1);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void PictureView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_isFitted)
        m_zoom = fittingZoom();
    keepInView();
}

void PictureView::wheelEvent(QWheelEvent* event)
{
    constexpr double notch = 120;
    zoomAbout(event->position(), std::pow(ZoomStep, event->angleDelta().y() / notch));
    tellHovered(event->position());
    event->accept();
}

void PictureView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_picture.isNull())
        return;
    m_drag = isOnDivider(event->position()) ? Drag::Divider : Drag::Pan;
    m_dragged = event->position();
}

void PictureView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Divider) {
        setDivider(toPicture(event->position()).x() / m_picture.width());
    } else if (m_drag == Drag::Pan) {
        m_isFitted = false;
        m_origin += event->position() - m_dragged;
        m_dragged = event->position();
        keepInView();
        update();
    } else {
        setCursor(isOnDivider(event->position()) ? Qt::SplitHCursor : Qt::CrossCursor);
    }
    tellHovered(event->position());
}

void PictureView::mouseReleaseEvent(QMouseEvent*)
{
    m_drag = Drag::None;
}

void PictureView::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

void PictureView::keyPressEvent(QKeyEvent* event)
{
    const auto pan = [this](double x, double y) {
        m_isFitted = false;
        m_origin += QPointF(x, y);
        keepInView();
        update();
    };
    const QPointF middle(width() / 2.0, height() / 2.0);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomAbout(middle, ZoomStep);
    case Qt::Key_Minus:
        return zoomAbout(middle, 1 / ZoomStep);
    case Qt::Key_0:
    case Qt::Key_Home:
        return fit();
    case Qt::Key_Left:
        return pan(PanStep, 0);
    case Qt::Key_Right:
        return pan(-PanStep, 0);
    case Qt::Key_Up:
        return pan(0, PanStep);
    case Qt::Key_Down:
        return pan(0, -PanStep);
    default:
        QWidget::keyPressEvent(event);
    }
}

void PictureView::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    Q_EMIT hovered(std::nullopt);
}

} // namespace gapless::ui
