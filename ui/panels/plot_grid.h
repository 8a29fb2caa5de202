// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QGridLayout;
class QToolButton;

namespace gapless::ui
{

class PlotFrame;

/// Plots side by side, and the menu that chooses which of them; at least one is always shown. UI thread.
class PlotGrid final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlotGrid)

public:
    explicit PlotGrid(QWidget* parent);

    /// Takes the plot; in the order of the calls. Its entry in the menu gets the plot's object name.
    void addPlot(PlotFrame* plot, bool isShown);
    [[nodiscard]] const QList<PlotFrame*>& plots() const { return m_plots; }
    [[nodiscard]] QList<PlotFrame*> shownPlots() const;
    /// The button with the menu, for whoever has a place for it; it has no parent until then.
    [[nodiscard]] QToolButton* chooser() const { return m_chooser; }
    /// The menu's entries, in the order of plots().
    [[nodiscard]] const QList<QAction*>& choices() const { return m_choices; }
    /// The menu's entry of plots()[index].
    [[nodiscard]] QAction* choice(int index) const { return m_choices.at(index); }

private:
    void arrange();

    QGridLayout* m_grid = nullptr;
    QToolButton* m_chooser = nullptr;
    QList<PlotFrame*> m_plots;
    QList<QAction*> m_choices;
};

} // namespace gapless::ui
