// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plot_grid.h"

#include <QAction>
#include <QGridLayout>
#include <QMenu>
#include <QToolButton>

#include "ui/panels/themed_icon.h"
#include "ui/plots/plot_frame.h"

namespace gapless::ui
{

PlotGrid::PlotGrid(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_chooser(new QToolButton(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(8);
    m_chooser->setText(tr("Plots"));
    m_chooser->setIcon(themedIcon(QStringLiteral("plots")));
    m_chooser->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_chooser->setToolTip(tr("Which plots are shown"));
    m_chooser->setAutoRaise(true);
    m_chooser->setPopupMode(QToolButton::InstantPopup);
    m_chooser->setFocusPolicy(Qt::TabFocus);
    m_chooser->setMenu(new QMenu(m_chooser));
}

void PlotGrid::addPlot(PlotFrame* plot, bool isShown)
{
    m_plots.append(plot);
    plot->setParent(this);
    plot->setFitIcon(themedIcon(QStringLiteral("fit")));
    QAction* choice = m_chooser->menu()->addAction(plot->title());
    choice->setObjectName(plot->objectName());
    choice->setCheckable(true);
    choice->setChecked(isShown);
    m_choices.append(choice);
    connect(choice, &QAction::toggled, this, &PlotGrid::arrange);
    arrange();
}

QList<PlotFrame*> PlotGrid::shownPlots() const
{
    QList<PlotFrame*> shown;
    for (qsizetype i = 0; i < m_plots.size(); ++i)
        if (m_choices.at(i)->isChecked())
            shown.append(m_plots.at(i));
    return shown;
}

void PlotGrid::arrange()
{
    const QList<PlotFrame*> shown = shownPlots();
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, 0);
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, 0);
    for (qsizetype i = 0; i < m_plots.size(); ++i) {
        m_grid->removeWidget(m_plots.at(i));
        m_plots.at(i)->setVisible(m_choices.at(i)->isChecked());
        m_choices.at(i)->setEnabled(shown != QList{m_plots.at(i)});
    }
    // Few plots share the height, since time needs width; an odd one gets the whole width.
    const int columns = shown.size() <= 2 ? 1 : 2;
    for (int i = 0; i < shown.size(); ++i) {
        const bool isAlone = columns == 2 && i % 2 == 0 && i + 1 == shown.size();
        m_grid->addWidget(shown.at(i), i / columns, i % columns, 1, isAlone ? 2 : 1);
        m_grid->setRowStretch(i / columns, 1);
        m_grid->setColumnStretch(i % columns, 1);
    }
}

} // namespace gapless::ui
