// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QImage>
#include <QList>
#include <QSize>
#include <QString>

#include "ui/models/metric_series.h"

class QCPPainter;
class QCustomPlot;
class QLabel;

namespace gapless::ui
{

/// All points of a plot's curves, joined by x.
struct PlotTable
{
    struct Column
    {
        QString header; ///< with its unit
        std::vector<SeriesPoint> points;
    };

    QString x; ///< header of the first column
    QList<Column> columns;
};

/// Paints a plot. `hasClipping` is false where the painter draws beyond clip rectangles.
using PlotPainting = std::function<void(QCPPainter&, bool hasClipping)>;

// UI thread. Files are replaced whole or left as they were; the texts returned are empty, or say why nothing was
// written.

/// Paints a plot and the labels above it, those that are not hidden, where they lie in their common parent.
void paintPlot(QCPPainter& painter, bool hasClipping, QCustomPlot& plot, const QList<const QLabel*>& labels);

/// Twice as many pixels as the plot has on the screen.
[[nodiscard]] QImage plotImage(QSize size, const PlotPainting& paint);
[[nodiscard]] QString savePlotPng(const QString& file, QSize size, const PlotPainting& paint);
[[nodiscard]] QString savePlotSvg(const QString& file, QSize size, const QString& title, const PlotPainting& paint);
/// UTF-8 with a header line; a row for each x, empty where a column has no point there, "nan" where its value was not
/// finite. Numbers are those of the C locale, as short as gives back the same bits.
[[nodiscard]] QString savePlotCsv(const QString& file, const PlotTable& table);

} // namespace gapless::ui
