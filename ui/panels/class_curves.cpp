// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/class_curves.h"

#include <QAction>
#include <QMenu>
#include <QPixmap>
#include <QToolButton>

#include "ui/models/run_metrics.h"
#include "ui/models/value_format.h"
#include "ui/plots/metric_plot.h"

namespace gapless::ui
{
namespace
{

QColor colorOf(const ClassEntry& entry)
{
    return {entry.color[0], entry.color[1], entry.color[2]};
}

QIcon swatch(const QColor& color)
{
    QPixmap picture(16, 16);
    picture.fill(color);
    return picture;
}

} // namespace

ClassCurves::ClassCurves(MetricPlot& plot, const RunMetrics& metrics, QObject* parent)
    : QObject(parent)
    , m_plot(plot)
    , m_metrics(metrics)
    , m_button(new QToolButton(&plot))
    , m_firstCurve(plot.curveCount())
{
    m_button->setText(tr("classes"));
    m_button->setToolTip(tr("Show the IoU of single classes"));
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setFocusPolicy(Qt::TabFocus);
    m_button->setMenu(new QMenu(m_button));
    m_button->setEnabled(false);
    plot.addTitleWidget(m_button);
}

void ClassCurves::refresh()
{
    if (m_run == m_metrics.run())
        return;
    m_run = m_metrics.run();
    rebuild();
}

void ClassCurves::rebuild()
{
    m_plot.removeCurvesFrom(m_firstCurve);
    m_choices.clear();
    m_button->menu()->clear();
    const std::vector<ClassEntry>& classes = m_metrics.plan().classes.classes;
    for (std::size_t i = 0; i < m_metrics.classIou.size(); ++i) {
        const QString name = QString::fromStdString(classes[i].name);
        const int index = static_cast<int>(i);
        const int curve = m_plot.addCurve({.series = &m_metrics.classIou[i],
                                           .name = tr("IoU of %1").arg(name),
                                           .unit = {},
                                           .color = PlotPaint(colorOf(classes[i])),
                                           .draw = MetricPlot::Draw::ThinLine});
        m_plot.setCurveVisible(curve, m_wanted.contains(name));
        // A lone & would be taken for a mnemonic's mark.
        QAction* choice =
            m_button->menu()->addAction(swatch(colorOf(classes[i])), QString(name).replace(u'&', QStringLiteral("&&")));
        choice->setCheckable(true);
        choice->setChecked(m_wanted.contains(name));
        connect(choice, &QAction::toggled, this, [this, index](bool isShown) { choose(index, isShown); });
        m_choices.append(choice);
    }
    m_button->setEnabled(!m_choices.isEmpty());
}

void ClassCurves::choose(int index, bool isShown)
{
    const QString name =
        QString::fromStdString(m_metrics.plan().classes.classes.at(static_cast<std::size_t>(index)).name);
    if (isShown)
        m_wanted.insert(name);
    else
        m_wanted.remove(name);
    m_plot.setCurveVisible(m_firstCurve + index, isShown);
    Q_EMIT chosen();
}

QList<PlotFrame::LegendEntry> ClassCurves::legend() const
{
    QList<PlotFrame::LegendEntry> entries;
    for (int i = 0; i < m_choices.size(); ++i) {
        if (!m_choices.at(i)->isChecked())
            continue;
        const auto& series = m_metrics.classIou.at(static_cast<std::size_t>(i));
        const ClassEntry& entry = m_metrics.plan().classes.classes.at(static_cast<std::size_t>(i));
        const std::optional<double> last = series.last();
        entries.append({QStringLiteral("%1 %2").arg(QString::fromStdString(entry.name),
                                                    last ? numberText(*last) : QStringLiteral("\u2013")),
                        {},
                        PlotPaint(colorOf(entry))});
    }
    return entries;
}

} // namespace gapless::ui
