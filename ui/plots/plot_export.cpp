// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <QLabel>
#include <QLocale>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QTextDocument>

#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

constexpr int PictureScale = 2;
/// More than the frame's margins about a plot.
constexpr int Beside = 16;

/// Hides what a painter without clipping draws beside the axes: as the newest items of the curves' layer they lie over
/// the curves and below the axes. They belong to the plot.
QList<QCPItemRect*> coverMargins(QCustomPlot& plot, const QColor& color)
{
    const QRect inner = plot.axisRect()->rect();
    // The frame's margins beside and below the plot, too.
    const QRect outer = plot.rect().adjusted(-Beside, 0, Beside, Beside);
    const QList<QRect> margins{{outer.topLeft(), QPoint(inner.left() - 1, outer.bottom())},
                               {QPoint(inner.right() + 2, outer.top()), outer.bottomRight()},
                               {outer.topLeft(), QPoint(outer.right(), inner.top() - 1)},
                               {QPoint(outer.left(), inner.bottom() + 2), outer.bottomRight()}};
    QList<QCPItemRect*> covers;
    for (const QRect& margin : margins) {
        auto* cover = new QCPItemRect(&plot);
        cover->setClipToAxisRect(false);
        cover->setPen(Qt::NoPen);
        cover->setBrush(color);
        for (QCPItemPosition* corner : {cover->topLeft, cover->bottomRight})
            corner->setType(QCPItemPosition::ptAbsolute);
        cover->topLeft->setCoords(margin.topLeft());
        cover->bottomRight->setCoords(margin.bottomRight() + QPoint(1, 1));
        covers += cover;
    }
    return covers;
}

/// A line of rich text at the place of a label.
void drawLine(QPainter& painter, const QLabel& label)
{
    QTextDocument line;
    line.setDocumentMargin(0);
    line.setDefaultFont(label.font());
    line.setDefaultStyleSheet(QStringLiteral("body { color: %1 }").arg(label.palette().color(QPalette::Text).name()));
    line.setHtml(QStringLiteral("<body>%1</body>").arg(label.text()));
    const QSizeF size = line.size();
    const QRect place = label.geometry();
    const bool isRight = label.alignment().testFlag(Qt::AlignRight);
    painter.save();
    painter.translate(isRight ? place.right() + 1 - size.width() : place.left(),
                      place.top() + (place.height() - size.height()) / 2);
    line.drawContents(&painter);
    painter.restore();
}

/// Writes through a QSaveFile.
QString saved(const QString& name, const std::function<bool(QIODevice&)>& write)
{
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && write(file) && file.commit())
        return {};
    return file.errorString();
}

QByteArray quoted(QString text)
{
    if (text.contains(u',') || text.contains(u'"') || text.contains(u'\n'))
        text = u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return text.toUtf8();
}

bool writeTable(QIODevice& file, const PlotTable& table)
{
    QByteArray text = quoted(table.x);
    for (const PlotTable::Column& column : table.columns)
        text += ',' + quoted(column.header);
    text += '\n';
    std::vector<std::size_t> next(static_cast<std::size_t>(table.columns.size()), 0);
    while (true) {
        double x = std::numeric_limits<double>::infinity();
        for (qsizetype i = 0; i < table.columns.size(); ++i)
            if (const auto& points = table.columns[i].points; next[static_cast<std::size_t>(i)] < points.size())
                x = std::min(x, points[next[static_cast<std::size_t>(i)]].x);
        if (x == std::numeric_limits<double>::infinity())
            break;
        // Steps are written in full, without an exponent.
        text += QByteArray::number(x, 'f', QLocale::FloatingPointShortest);
        for (qsizetype i = 0; i < table.columns.size(); ++i) {
            text += ',';
            const auto& points = table.columns[i].points;
            std::size_t& index = next[static_cast<std::size_t>(i)];
            if (index < points.size() && points[index].x == x)
                text += QByteArray::number(points[index++].y, 'g', QLocale::FloatingPointShortest);
        }
        text += '\n';
        constexpr qsizetype enough = 1 << 16;
        if (text.size() > enough && file.write(std::exchange(text, {})) < 0)
            return false;
    }
    return file.write(text) == text.size();
}

} // namespace

void paintPlot(QCPPainter& painter, bool hasClipping, QCustomPlot& plot, const QList<const QLabel*>& labels)
{
    const QColor base = plot.palette().color(QPalette::Base);
    painter.fillRect(plot.parentWidget()->rect(), base);
    for (const QLabel* label : labels)
        if (!label->isHidden())
            drawLine(painter, *label);
    const QList<QCPItemRect*> covers = hasClipping ? QList<QCPItemRect*>() : coverMargins(plot, base);
    painter.save();
    painter.translate(plot.pos());
    plot.toPainter(&painter, plot.width(), plot.height());
    painter.restore();
    for (QCPItemRect* cover : covers)
        plot.removeItem(cover);
}

QImage plotImage(QSize size, const PlotPainting& paint)
{
    QImage image(size * PictureScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(PictureScale);
    QCPPainter painter;
    painter.begin(&image);
    painter.setMode(QCPPainter::pmNonCosmetic);
    paint(painter, true);
    painter.end();
    return image;
}

QString savePlotPng(const QString& file, QSize size, const PlotPainting& paint)
{
    const QImage image = plotImage(size, paint);
    return saved(file, [&](QIODevice& device) { return image.save(&device, "PNG"); });
}

QString savePlotSvg(const QString& file, QSize size, const QString& title, const PlotPainting& paint)
{
    return saved(file, [&](QIODevice& device) {
        QSvgGenerator generator;
        generator.setOutputDevice(&device);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setTitle(title);
        QCPPainter painter;
        if (!painter.begin(&generator))
            return false;
        painter.setMode(QCPPainter::pmVectorized);
        paint(painter, false);
        return painter.end();
    });
}

QString savePlotCsv(const QString& file, const PlotTable& table)
{
    return saved(file, [&](QIODevice& device) { return writeTable(device, table); });
}

} // namespace gapless::ui
