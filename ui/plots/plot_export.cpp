// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <QLocale>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

constexpr int PictureScale = 2;

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
