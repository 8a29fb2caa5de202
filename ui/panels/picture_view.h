// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QImage>
#include <QPointF>
#include <QWidget>

namespace gapless::ui
{

/// A picture with a layer over it: the wheel zooms about the pointer, dragging pans, + - 0 and the arrow keys do so
/// without a mouse. With a second layer the first shows on the left of a divider that can be dragged, the second on its
/// right. Pixels stay sharp squares when zoomed in. UI thread.
class PictureView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PictureView)

public:
    explicit PictureView(QWidget* parent);

    /// A picture of another size is fitted into the view; one of the same size keeps zoom and place.
    void setPicture(const QImage& picture);
    /// Of the picture's size, or null for none.
    void setLayers(const QImage& layer, const QImage& right = {});
    void setOpacity(double opacity);
    void setEmptyText(const QString& text);
    [[nodiscard]] const QString& emptyText() const { return m_emptyText; }

    void fit();
    /// Screen pixels (device-independent) for each pixel of the picture.
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// Where the divider stands, as a share of the picture's width.
    [[nodiscard]] double divider() const { return m_divider; }
    void setDivider(double share);
    [[nodiscard]] const QImage& picture() const { return m_picture; }
    /// Of the widget to the picture's pixels, and back.
    [[nodiscard]] QPointF toPicture(const QPointF& position) const;
    [[nodiscard]] QPointF fromPicture(const QPointF& pixel) const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    /// The pointer is over this pixel; nothing: over none.
    void hovered(const std::optional<QPoint>& pixel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { None, Pan, Divider };

    void zoomAbout(const QPointF& position, double factor);
    void keepInView();
    [[nodiscard]] double fittingZoom() const;
    [[nodiscard]] bool isOnDivider(const QPointF& position) const;
    void tellHovered(const QPointF& position);

    QImage m_picture;
    QImage m_layer;
    QImage m_right;
    QString m_emptyText;
    double m_opacity = 0.5;
    double m_zoom = 1;
    QPointF m_origin; ///< the picture's top left corner in the widget
    double m_divider = 0.5;
    bool m_isFitted = true; ///< follows the widget's size
    Drag m_drag = Drag::None;
    QPointF m_dragged;
};

} // namespace gapless::ui
