// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_read_out.h"

#include <algorithm>

#include "ui/plots/custom_plot.h"
#include "ui/plots/plot_colors.h"

namespace gapless::ui
{
namespace
{

constexpr int Distance = 16;

} // namespace

PlotReadOut::PlotReadOut(QCustomPlot& plot, QWidget* parent)
    : QLabel(parent)
    , m_plot(plot)
    , m_line(new QCPItemStraightLine(&plot))
{
    // A layer with a buffer of its own: the line moves without the curves being drawn again.
    m_line->setLayer(QStringLiteral("overlay"));
    for (QCPItemPosition* point : {m_line->point1, m_line->point2})
        point->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_line->setVisible(false);
    m_line->setSelectable(false);
    setTextFormat(Qt::RichText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    setContentsMargins(4, 2, 4, 2);
    hide();
}

void PlotReadOut::showReading(const PlotReading& reading, QPoint at)
{
    m_plainText = reading.position;
    QString html = QStringLiteral("<b>%1</b>").arg(reading.position.toHtmlEscaped());
    for (const PlotReading::Value& value : reading.values) {
        m_plainText += QStringLiteral("\n%1 %2").arg(value.name, value.text);
        html += QStringLiteral("<br><span style=\"color:%1\">\u25a0 %2</span>&nbsp; %3")
                    .arg(value.color.name(), value.name.toHtmlEscaped(), value.text.toHtmlEscaped());
    }
    setText(html);
    adjustSize();
    const QPoint pointer = m_plot.mapTo(parentWidget(), at);
    const QRect room = parentWidget()->contentsRect();
    QPoint corner = pointer + QPoint(Distance, -height() / 2);
    if (corner.x() + width() > room.right())
        corner.setX(pointer.x() - Distance - width());
    corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
    corner.setY(std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    move(corner);
    show();
    raise();

    m_line->point1->setCoords(reading.x, 0);
    m_line->point2->setCoords(reading.x, 1);
    m_line->setVisible(true);
    m_plot.layer(QStringLiteral("overlay"))->replot();
}

void PlotReadOut::hideReading()
{
    if (isHidden())
        return;
    hide();
    m_plainText.clear();
    m_line->setVisible(false);
    m_plot.layer(QStringLiteral("overlay"))->replot();
}

void PlotReadOut::updateColors()
{
    QPalette colors = parentWidget()->palette();
    colors.setColor(QPalette::Window, colors.color(QPalette::Base));
    colors.setColor(QPalette::WindowText, colors.color(QPalette::Text));
    setPalette(colors);
    m_line->setPen(QPen(mutedColor(parentWidget()->palette(), 0.5), 1, Qt::DotLine));
}

} // namespace gapless::ui
