// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QFrame>
#include <QIcon>
#include <QList>
#include <QString>
#include <QTimer>

#include "ui/plots/plot_colors.h"
#include "ui/plots/plot_view.h"

class QCPPainter;
class QCustomPlot;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace gapless::ui
{

class PlotReadOut;
struct PlotReading;
struct PlotTable;

/// What all plots have in common: a title line with the legend and the present values, axes with units, a sentence
/// while empty, the palette's colours, and drawing at most four times a second and only when visible and out of date.
/// Then zoom and pan by mouse and keyboard, the read-out under the pointer, and the context menu that saves. UI thread.
class PlotFrame : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlotFrame)

public:
    struct LegendEntry
    {
        QString name;  ///< empty: the value alone
        QString value; ///< empty: the name alone, in a line of its own below the title
        PlotPaint color;
        QChar sign = QChar(0x25a0); ///< in the colour, before the name; null: none
    };

    /// `emptyText` says what will appear here and when.
    PlotFrame(const QString& title, const QString& emptyText, QWidget* parent);
    ~PlotFrame() override;

    [[nodiscard]] QString title() const;
    /// The data have changed: draw when it is time to.
    void markDirty();
    /// At once, out of date or not.
    void drawNow();
    /// Times this plot has been drawn because of its data or its size.
    [[nodiscard]] int drawCount() const { return m_drawCount; }
    [[nodiscard]] bool isShowingData() const { return m_isShowingData; }
    /// The title line's right half as plain text.
    [[nodiscard]] QString valueText() const;

    [[nodiscard]] bool isFollowing() const { return m_view->isFollowing(); }
    /// Of x.
    [[nodiscard]] PlotRange visibleRange() const { return m_view->visible(); }
    /// Along x, about the middle: a factor below 1 shows less.
    void zoom(double factor) { m_view->zoom(factor, false); }
    /// Goes back to following the data.
    void fit();
    [[nodiscard]] QToolButton* fitButton() const { return m_fitButton; }
    void setFitIcon(const QIcon& icon);
    /// To the right of the values.
    void addTitleWidget(QWidget* widget);
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    /// Empty while there is none.
    [[nodiscard]] QString readOutText() const;

    /// By the name's ending: .png, .svg or .csv. False: saveFailed() has told why.
    bool save(const QString& file);
    void copyPicture();

Q_SIGNALS:
    /// What failed, on what, what to try.
    void saveFailed(const QString& text);

protected:
    [[nodiscard]] QCustomPlot& plot() { return *m_plot; }
    [[nodiscard]] const QCustomPlot& plot() const { return *m_plot; }
    void setLegendEntries(const QList<LegendEntry>& legend);
    /// Behind Fit in the menu.
    void addMenuActions(const QList<QAction*>& actions);
    /// Somebody has chosen to see the same data in another way.
    void showAnew();

    /// x of the data; empty when there is nothing to show.
    [[nodiscard]] virtual std::optional<PlotView::Extent> extent() const = 0;
    /// Copies what this part of x shows into the plot.
    virtual void fill(PlotRange visible, int columns) = 0;
    /// Sets the ranges of the value axes to what fill() has found.
    virtual void fitValues() = 0;
    /// Pens and brushes of the plottables, from palette().
    virtual void updateColors() = 0;
    /// Of the x nearest to this one; empty when there is none.
    [[nodiscard]] virtual std::optional<PlotReading> readingAt(double x) const = 0;
    [[nodiscard]] virtual PlotTable table() const = 0;

    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void makeTitle(const QString& title, const QString& emptyText);
    void makeAxes();
    void makeInteraction();
    void makeMenu();
    void draw();
    void refill();
    void drawSoon();
    void applyPalette();
    void showLegend();
    void fitAxes();
    void showFitButton();
    void showReading();
    void chooseFile();
    void paintPicture(QCPPainter& painter, bool hasClipping);

    QHBoxLayout* m_titleLine = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_values = nullptr;
    QLabel* m_names = nullptr; ///< the legend's entries without value
    QLabel* m_empty = nullptr;
    QCustomPlot* m_plot = nullptr;
    PlotView* m_view = nullptr;
    PlotReadOut* m_readOut = nullptr;
    QToolButton* m_fitButton = nullptr;
    QMenu* m_menu = nullptr;
    QAction* m_fitAction = nullptr;
    QAction* m_copyAction = nullptr;
    QAction* m_saveAction = nullptr;
    QTimer m_timer;
    QList<LegendEntry> m_legend;
    std::optional<QPoint> m_pointer; ///< in the plot's pixels, while it is there
    int m_drawCount = 0;
    bool m_isDirty = true;
    bool m_isShowingData = false;
};

} // namespace gapless::ui
