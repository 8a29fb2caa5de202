// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QLabel>
#include <QList>
#include <QString>

class QCPItemStraightLine;
class QCustomPlot;

namespace gapless::ui
{

/// What a plot has to tell of one x.
struct PlotReading
{
    struct Value
    {
        QString name;
        QString text; ///< with its unit
        QColor color;
    };

    double x = 0;
    QString position; ///< x with its unit: "step 120"
    QList<Value> values;
};

/// The read-out beside the pointer, and the line that shows which x it is about. Lies over its parent and lets the
/// mouse through. UI thread.
class PlotReadOut final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlotReadOut)

public:
    /// `plot` is a child of `parent`.
    PlotReadOut(QCustomPlot& plot, QWidget* parent);

    /// `at` is in the plot's pixels.
    void showReading(const PlotReading& reading, QPoint at);
    void hideReading();
    void updateColors();
    [[nodiscard]] QString plainText() const { return m_plainText; }

private:
    QCustomPlot& m_plot;
    QCPItemStraightLine* m_line = nullptr;
    QString m_plainText;
};

} // namespace gapless::ui
