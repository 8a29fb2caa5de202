// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_frame.h"

#include <chrono>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/plots/custom_plot.h"

namespace gapless::ui
{
namespace
{

constexpr std::chrono::milliseconds DrawInterval{250};
/// Room for the usual numbers, so that the plots of a column begin at the same place.
constexpr int LeftMargin = 52;

} // namespace

PlotFrame::PlotFrame(const QString& title, const QString& emptyText, QWidget* parent)
    : QFrame(parent)
    , m_title(new QLabel(title, this))
    , m_values(new QLabel(this))
    , m_names(new QLabel(this))
    , m_empty(new QLabel(emptyText, this))
    , m_plot(new QCustomPlot(this))
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(title);

    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_values->setTextFormat(Qt::RichText);
    m_values->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_values->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_names->setTextFormat(Qt::RichText);
    m_names->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_names->hide();
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto* titleLine = new QHBoxLayout;
    titleLine->setSpacing(8);
    titleLine->addWidget(m_title);
    titleLine->addWidget(m_values, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(0);
    layout->addLayout(titleLine);
    layout->addWidget(m_names);
    layout->addWidget(m_plot, 1);

    m_plot->setMinimumSize(120, 64);
    m_plot->axisRect()->setMinimumMargins(QMargins(LeftMargin, 4, 8, 0));
    m_plot->setAccessibleName(title);
    m_plot->setFocusPolicy(Qt::NoFocus);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2}) {
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setNumberPrecision(4);
        axis->setTickLengthIn(0);
        axis->setSubTicks(false);
        axis->setLabelPadding(1);
        axis->setTickLabelPadding(3);
        axis->setPadding(0);
    }
    // Steps and epochs are whole numbers.
    const auto wholeNumbers = QSharedPointer<QCPAxisTickerFixed>::create();
    wholeNumbers->setTickStep(1);
    wholeNumbers->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    wholeNumbers->setTickCount(6);
    m_plot->xAxis->setTicker(wholeNumbers);
    m_plot->yAxis->ticker()->setTickCount(4);
    m_plot->yAxis2->ticker()->setTickCount(4);

    m_timer.setSingleShot(true);
    m_timer.setInterval(DrawInterval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_isDirty && isVisible())
            draw();
    });
}

PlotFrame::~PlotFrame() = default;

void PlotFrame::markDirty()
{
    m_isDirty = true;
    // Hidden plots stay out of date at no cost; showEvent() catches up.
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

QString PlotFrame::valueText() const
{
    QStringList parts;
    for (const LegendEntry& entry : m_legend)
        parts += QString(entry.name + u' ' + entry.value).trimmed();
    return parts.join(QStringLiteral(", "));
}

void PlotFrame::setLegend(const QList<LegendEntry>& legend)
{
    m_legend = legend;
    showLegend();
}

void PlotFrame::showLegend()
{
    QString values;
    QString names;
    for (const LegendEntry& entry : m_legend) {
        QString& html = entry.value.isEmpty() ? names : values;
        if (!html.isEmpty())
            html += QStringLiteral("&nbsp;&nbsp; ");
        if (!entry.name.isEmpty())
            html += QStringLiteral("<span style=\"color:%1\">\u25a0</span>&nbsp;%2")
                        .arg(plotColor(entry.color, palette()).name(), entry.name.toHtmlEscaped());
        if (!entry.value.isEmpty())
            html += QStringLiteral("%1<b>%2</b>")
                        .arg(entry.name.isEmpty() ? QString() : QStringLiteral("&nbsp;"),
                             entry.value.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")));
    }
    m_values->setText(values);
    m_names->setText(names);
    m_names->setVisible(!names.isEmpty());
    setAccessibleDescription(valueText());
}

void PlotFrame::draw()
{
    m_isDirty = false;
    ++m_drawCount;
    const bool hadData = m_isShowingData;
    m_isShowingData = updateData();
    if (m_drawCount == 1 || hadData != m_isShowingData)
        applyPalette();
    m_empty->setVisible(!m_isShowingData);
    m_plot->setVisible(true);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFrame::applyPalette()
{
    const QColor text = mutedColor(palette(), 0.75);
    const QColor line = mutedColor(palette(), 0.35);
    m_plot->setBackground(palette().color(QPalette::Base));
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2}) {
        axis->setBasePen(m_isShowingData ? QPen(line) : QPen(Qt::NoPen));
        axis->setTickPen(axis->basePen());
        axis->setLabelColor(m_isShowingData ? text : QColor(Qt::transparent));
        axis->setTickLabelColor(m_isShowingData ? text : QColor(Qt::transparent));
        axis->setLabelFont(font);
        axis->setTickLabelFont(font);
        axis->grid()->setPen(m_isShowingData ? QPen(mutedColor(palette(), 0.12)) : QPen(Qt::NoPen));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, mutedColor(palette(), 0.65));
    m_empty->setPalette(muted);
    updateColors();
    showLegend();
}

void PlotFrame::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    if (m_isDirty)
        draw();
}

void PlotFrame::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    // Also sent while the constructor runs, before the parts and the derived class are there.
    const bool isColorOrFont = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (!isColorOrFont || m_drawCount == 0)
        return;
    applyPalette();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFrame::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    m_empty->setGeometry(contentsRect().adjusted(16, 24, -16, -8));
    m_empty->raise();
    m_isDirty = true;
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

} // namespace gapless::ui
