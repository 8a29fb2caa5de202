// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QString>
#include <QTimer>

#include "ui/plots/plot_colors.h"

class QCustomPlot;
class QLabel;

namespace gapless::ui
{

/// What all plots have in common: a title line with the legend and the present values, axes with units, a sentence
/// while empty, the palette's colours, and drawing at most four times a second and only when visible and out of date.
/// UI thread.
class PlotFrame : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlotFrame)

public:
    struct LegendEntry
    {
        QString name;  ///< empty: the value alone
        QString value; ///< empty: the name alone, in a line of its own below the title
        PlotColor color = PlotColor::Training;
    };

    /// `emptyText` says what will appear here and when.
    PlotFrame(const QString& title, const QString& emptyText, QWidget* parent);
    ~PlotFrame() override;

    /// The data have changed: draw when it is time to.
    void markDirty();
    /// Times this plot has been drawn.
    [[nodiscard]] int drawCount() const { return m_drawCount; }
    [[nodiscard]] bool isShowingData() const { return m_isShowingData; }
    /// The title line's right half as plain text.
    [[nodiscard]] QString valueText() const;

protected:
    [[nodiscard]] QCustomPlot& plot() { return *m_plot; }
    void setLegend(const QList<LegendEntry>& legend);

    /// Copies the data into the plot and sets the ranges; false when there is nothing to show.
    virtual bool updateData() = 0;
    /// Pens and brushes of the plottables, from palette().
    virtual void updateColors() = 0;

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    void applyPalette();
    void showLegend();

    QLabel* m_title = nullptr;
    QLabel* m_values = nullptr;
    QLabel* m_names = nullptr; ///< the legend's entries without value
    QLabel* m_empty = nullptr;
    QCustomPlot* m_plot = nullptr;
    QTimer m_timer;
    QList<LegendEntry> m_legend;
    int m_drawCount = 0;
    bool m_isDirty = true;
    bool m_isShowingData = false;
};

} // namespace gapless::ui
