// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/prediction_strip.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "core/types/preview.h"
#include "ui/bridge/image_conversion.h"
#include "ui/models/value_format.h"
#include "ui/plots/plot_colors.h"

namespace gapless::ui
{
namespace
{

constexpr int Margin = 8;
constexpr int HeaderHeight = 24;
constexpr int PictureGap = 2;
constexpr int SampleGap = 16;
constexpr std::size_t MostSamples = 6;

} // namespace

PredictionStrip::PredictionStrip(QWidget* parent)
    : QWidget(parent)
    , m_classes(std::make_unique<ClassTable>())
{
    setAccessibleName(tr("Latest predictions"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void PredictionStrip::clear()
{
    m_samples.clear();
    m_when.clear();
    update();
}

void PredictionStrip::setClasses(const ClassTable& classes)
{
    *m_classes = classes;
    update();
}

void PredictionStrip::setPreviews(const PreviewSet& previews)
{
    m_samples.clear();
    m_aspect = 0.25;
    m_when = tr("after epoch %1, step %2").arg(previews.epoch).arg(previews.step);
    for (const Preview& preview : previews.previews) {
        if (m_samples.size() == MostSamples)
            break;
        if (preview.image.size.width > 0)
            m_aspect =
                std::clamp(static_cast<double>(preview.image.size.height) / preview.image.size.width, m_aspect, 2.0);
        m_samples.push_back(
            {QString::fromStdString(preview.name),
             preview.meanIou ? tr("IoU %1").arg(numberText(*preview.meanIou)) : QString(),
             {toImage(preview.image), toImage(preview.truth, *m_classes), toImage(preview.prediction, *m_classes)}});
    }
    setAccessibleDescription(tr("%n sample(s), %1", nullptr, sampleCount()).arg(m_when));
    update();
}

QSize PredictionStrip::sizeHint() const
{
    return {640, 256};
}

QSize PredictionStrip::minimumSizeHint() const
{
    return {320, 112};
}

QRect PredictionStrip::gridArea() const
{
    return rect().adjusted(Margin, HeaderHeight + 4, -Margin, -Margin / 2);
}

PredictionStrip::Grid PredictionStrip::bestGrid(const QRect& area) const
{
    // As many rows as make the pictures largest.
    const int captions = fontMetrics().height();
    const int samples = static_cast<int>(m_samples.size());
    Grid best;
    for (int rows = 1; rows <= 3; ++rows) {
        const int columns = (samples + rows - 1) / rows;
        const int byWidth = ((area.width() - (columns - 1) * SampleGap) / columns - 2 * PictureGap) / 3;
        const int byHeight = (area.height() - (rows - 1) * Margin) / rows - captions;
        const int width = std::min(byWidth, static_cast<int>(byHeight / m_aspect));
        if (width > best.picture.width())
            best = {columns, rows, {width, static_cast<int>(std::ceil(width * m_aspect))}};
    }
    return best;
}

QRect PredictionStrip::cell(const Grid& grid, int index) const
{
    const QRect area = gridArea();
    const int width = 3 * grid.picture.width() + 2 * PictureGap;
    const int height = grid.picture.height() + fontMetrics().height();
    // Room that is left over goes between the samples, up to a point, and evenly above and below them.
    const int freeWidth = area.width() - grid.columns * width;
    const int gap = grid.columns > 1 ? std::clamp(freeWidth / (grid.columns - 1), SampleGap, 4 * SampleGap) : 0;
    const int top = area.top() + std::max(0, area.height() - grid.rows * height - (grid.rows - 1) * Margin) / 2;
    return {area.left() + index % grid.columns * (width + gap), top + index / grid.columns * (height + Margin), width,
            height};
}

void PredictionStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintHeader(painter);
    if (m_samples.empty()) {
        painter.setPen(mutedColor(palette(), 0.65));
        painter.drawText(gridArea(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Image, truth and prediction of some validation samples appear here after each epoch."));
        return;
    }
    const Grid grid = bestGrid(gridArea());
    for (int index = 0; index < sampleCount(); ++index)
        paintSample(painter, m_samples[static_cast<std::size_t>(index)], cell(grid, index), grid.picture);
}

void PredictionStrip::paintHeader(QPainter& painter) const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    QRect line(Margin, 4, width() - 2 * Margin, HeaderHeight - 4);
    QRect drawn;
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("latest predictions"), &drawn);
    painter.setFont(font());
    line.setLeft(drawn.right() + Margin);
    painter.setPen(mutedColor(palette(), 0.75));
    if (!m_samples.empty()) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_when + tr(": image | truth | prediction"), &drawn);
        line.setLeft(drawn.right() + 2 * Margin);
    }
    // The classes, from the right; those that find no room are left out with dots in their place.
    int right = line.right();
    for (int index = m_classes->size() - 1; index >= 0; --index) {
        const ClassEntry& entry = m_classes->classes[static_cast<std::size_t>(index)];
        const QString name = fontMetrics().elidedText(QString::fromStdString(entry.name), Qt::ElideRight, 96);
        const int width = fontMetrics().horizontalAdvance(name) + 16;
        if (right - width < line.left()) {
            painter.drawText(QRect(line.left(), line.top(), right - line.left(), line.height()),
                             Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("\u2026"));
            return;
        }
        painter.drawText(QRect(right - width + 16, line.top(), width - 16, line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, name);
        const QRect swatch(right - width, line.center().y() - 5, 11, 11);
        painter.fillRect(swatch, QColor(entry.color[0], entry.color[1], entry.color[2]));
        painter.drawRect(swatch);
        right -= width + Margin;
    }
}

void PredictionStrip::paintSample(QPainter& painter, const Sample& sample, const QRect& cell, const QSize& room) const
{
    const qreal ratio = devicePixelRatioF();
    for (int i = 0; i < 3; ++i) {
        const QImage& picture = sample.pictures[i];
        const QRect frame(QPoint(cell.left() + i * (room.width() + PictureGap), cell.top()), room);
        if (picture.isNull()) {
            painter.setPen(mutedColor(palette(), 0.5));
            painter.drawText(frame, Qt::AlignCenter, QStringLiteral("\u2013"));
            continue;
        }
        // Labels are never blended: between two classes there is no third one.
        const Qt::TransformationMode mode = i == 0 ? Qt::SmoothTransformation : Qt::FastTransformation;
        QImage scaled = picture.scaled(frame.size() * ratio, Qt::KeepAspectRatio, mode);
        scaled.setDevicePixelRatio(ratio);
        QRect place(QPoint(), scaled.deviceIndependentSize().toSize());
        place.moveCenter(frame.center());
        if (picture.hasAlphaChannel())
            painter.fillRect(place, QBrush(mutedColor(palette(), 0.4), Qt::BDiagPattern));
        painter.drawImage(place.topLeft(), scaled);
    }
    const QRect caption(cell.left(), cell.top() + room.height(), cell.width(), fontMetrics().height());
    painter.setPen(mutedColor(palette(), 0.75));
    painter.drawText(caption, Qt::AlignRight, sample.score);
    const int nameRoom = caption.width() - fontMetrics().horizontalAdvance(sample.score) - Margin;
    painter.drawText(caption, Qt::AlignLeft, fontMetrics().elidedText(sample.name, Qt::ElideMiddle, nameRoom));
}

int PredictionStrip::sampleAt(const QPoint& position) const
{
    const Grid grid = m_samples.empty() ? Grid{} : bestGrid(gridArea());
    for (int index = 0; index < sampleCount(); ++index)
        if (cell(grid, index).contains(position))
            return index;
    return -1;
}

void PredictionStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int index = sampleAt(event->pos()); index >= 0 && event->button() == Qt::LeftButton)
        Q_EMIT sampleChosen(m_samples[static_cast<std::size_t>(index)].name);
}

bool PredictionStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int index = sampleAt(help->pos()); index >= 0) {
        const Sample& sample = m_samples[static_cast<std::size_t>(index)];
        QToolTip::showText(help->globalPos(),
                           sample.name + u'\n' + tr("image | truth | prediction") +
                               (sample.score.isEmpty() ? QString() : u'\n' + sample.score) + u'\n' +
                               tr("Click to look at it closely."),
                           this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace gapless::ui
