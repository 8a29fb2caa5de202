// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_frame.h"

#include <algorithm>
#include <chrono>

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/plots/custom_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_read_out.h"

namespace gapless::ui
{
namespace
{

constexpr std::chrono::milliseconds DrawInterval{250};
/// Room for the usual numbers, so that the plots of a column begin at the same place.
constexpr int LeftMargin = 52;
constexpr double KeyZoom = 0.8;
constexpr double KeyPan = 0.1;
/// An axis has at most so many numbers, and room of so many pixels for each.
constexpr int MostNumbers = 4;
constexpr int NumberHeight = 20;

} // namespace

PlotFrame::PlotFrame(const QString& title, const QString& emptyText, QWidget* parent)
    : QFrame(parent)
{
    setFrameShape(QFrame::StyledPanel);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    makeTitle(title, emptyText);
    makeAxes();
    makeInteraction();
    makeMenu();

    m_timer.setSingleShot(true);
    m_timer.setInterval(DrawInterval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_isDirty && isVisible())
            draw();
    });
}

PlotFrame::~PlotFrame() = default;

void PlotFrame::makeTitle(const QString& title, const QString& emptyText)
{
    m_title = new QLabel(title, this);
    m_values = new QLabel(this);
    m_names = new QLabel(this);
    m_empty = new QLabel(emptyText, this);
    m_plot = new QCustomPlot(this);

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

    m_titleLine = new QHBoxLayout;
    m_titleLine->setSpacing(8);
    m_titleLine->addWidget(m_title);
    m_titleLine->addWidget(m_values, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(0);
    layout->addLayout(m_titleLine);
    layout->addWidget(m_names);
    layout->addWidget(m_plot, 1);
}

void PlotFrame::makeAxes()
{
    m_plot->setMinimumSize(120, 64);
    m_plot->axisRect()->setMinimumMargins(QMargins(LeftMargin, 4, 8, 0));
    m_plot->setAccessibleName(title());
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
}

void PlotFrame::makeInteraction()
{
    m_view = new PlotView(*m_plot, this);
    m_readOut = new PlotReadOut(*m_plot, this);
    m_fitButton = new QToolButton(m_plot);
    m_fitButton->setText(tr("Fit"));
    m_fitButton->setAccessibleName(tr("Fit to the data"));
    m_fitButton->setToolTip(tr("Show all data again and follow them (0, or a double click)"));
    m_fitButton->setFocusPolicy(Qt::NoFocus);
    m_fitButton->hide();
    connect(m_fitButton, &QToolButton::clicked, this, &PlotFrame::fit);
    connect(m_view, &PlotView::changed, this, [this] {
        refill();
        showFitButton();
        showReading();
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const bool isReading = event->buttons() == Qt::NoButton && m_plot->axisRect()->rect().contains(event->pos());
        m_pointer = isReading ? std::optional(event->pos()) : std::nullopt;
        showReading();
    });
    m_plot->installEventFilter(this);
}

void PlotFrame::makeMenu()
{
    m_menu = new QMenu(this);
    m_fitAction = m_menu->addAction(tr("Fit to the data\t0"), this, &PlotFrame::fit);
    m_menu->addSeparator();
    m_copyAction = m_menu->addAction(tr("Copy as picture"), this, &PlotFrame::copyPicture);
    m_saveAction = m_menu->addAction(tr("Save as PNG, SVG, CSV ..."), this, &PlotFrame::chooseFile);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_fitAction->setEnabled(!isFollowing());
        m_copyAction->setEnabled(m_isShowingData);
        m_saveAction->setEnabled(m_isShowingData);
    });
}

QString PlotFrame::title() const
{
    return m_title->text();
}

void PlotFrame::markDirty()
{
    m_isDirty = true;
    // Hidden plots stay out of date at no cost; showEvent() catches up.
    drawSoon();
}

void PlotFrame::drawSoon()
{
    if (isVisible() && !m_timer.isActive())
        m_timer.start();
}

void PlotFrame::drawNow()
{
    draw();
}

QString PlotFrame::valueText() const
{
    QStringList parts;
    for (const LegendEntry& entry : m_legend)
        parts += QString(entry.name + u' ' + entry.value).trimmed();
    return parts.join(QStringLiteral(", "));
}

void PlotFrame::fit()
{
    m_view->fit();
}

void PlotFrame::setFitIcon(const QIcon& icon)
{
    m_fitButton->setIcon(icon);
    m_fitButton->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void PlotFrame::addTitleWidget(QWidget* widget)
{
    // The line stays as high as in the plots beside this one.
    widget->setMaximumHeight(m_title->sizeHint().height());
    m_titleLine->addWidget(widget);
}

void PlotFrame::addMenuActions(const QList<QAction*>& actions)
{
    QAction* behind = m_menu->actions().value(m_menu->actions().indexOf(m_fitAction) + 1);
    m_menu->insertSeparator(behind);
    m_menu->insertActions(behind, actions);
}

QString PlotFrame::readOutText() const
{
    return m_readOut->plainText();
}

bool PlotFrame::save(const QString& file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    const PlotPainting paint = [this](QCPPainter& painter, bool hasClipping) { paintPicture(painter, hasClipping); };
    QString problem;
    if (ending == QLatin1String("png"))
        problem = savePlotPng(file, size(), paint);
    else if (ending == QLatin1String("svg"))
        problem = savePlotSvg(file, size(), title(), paint);
    else if (ending == QLatin1String("csv"))
        problem = savePlotCsv(file, table());
    else
        problem = tr("The name should end in .png, .svg or .csv");
    if (!problem.isEmpty())
        Q_EMIT saveFailed(tr("%1 was not written: %2. Choose another name or folder.").arg(file, problem));
    return problem.isEmpty();
}

void PlotFrame::copyPicture()
{
    QGuiApplication::clipboard()->setImage(
        plotImage(size(), [this](QCPPainter& painter, bool hasClipping) { paintPicture(painter, hasClipping); }));
}

void PlotFrame::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Save the plot"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Picture (*.png)"), tr("Drawing (*.svg)"), tr("Table of all points (*.csv)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(title() + QStringLiteral(".png"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        const QString suffix = filter.section(QStringLiteral("(*."), 1).chopped(1);
        const QFileInfo chosen(dialog->selectedFiles().value(0));
        dialog->setDefaultSuffix(suffix);
        dialog->selectFile(chosen.completeBaseName() + u'.' + suffix);
    });
    connect(dialog, &QFileDialog::fileSelected, this, &PlotFrame::save);
    dialog->open();
}

void PlotFrame::paintPicture(QCPPainter& painter, bool hasClipping)
{
    m_readOut->hideReading();
    paintPlot(painter, hasClipping, *m_plot, {m_title, m_values, m_names});
}

void PlotFrame::setLegendEntries(const QList<LegendEntry>& legend)
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
        if (!entry.name.isEmpty() && !entry.sign.isNull())
            html += QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp;")
                        .arg(plotColor(entry.color, palette()).name(), entry.sign);
        html += entry.name.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;"));
        if (!entry.value.isEmpty())
            html += QStringLiteral("%1<b>%2</b>")
                        .arg(entry.name.isEmpty() ? QString() : QStringLiteral("&nbsp;"),
                             entry.value.toHtmlEscaped().replace(u' ', QStringLiteral("&nbsp;")));
    }
    m_values->setText(values);
    m_names->setText(names);
    m_names->setToolTip(names); // for when it is cut off
    m_names->setVisible(!names.isEmpty());
    setAccessibleDescription(valueText());
}

void PlotFrame::showAnew()
{
    if (m_drawCount == 0)
        return;
    refill();
    updateColors();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotFrame::refill()
{
    m_view->setExtent(extent());
    fill(m_view->visible(), std::max(m_plot->axisRect()->width(), 100));
    if (m_view->isFollowing())
        m_view->adjust([this] { fitValues(); });
}

void PlotFrame::draw()
{
    m_isDirty = false;
    ++m_drawCount;
    const bool hadData = m_isShowingData;
    refill();
    m_isShowingData = extent().has_value();
    if (m_drawCount == 1 || hadData != m_isShowingData)
        applyPalette();
    m_empty->setVisible(!m_isShowingData);
    fitAxes();
    showFitButton();
    m_plot->replot();
    showReading();
}

void PlotFrame::showFitButton()
{
    m_fitButton->adjustSize();
    const QRect inner = m_plot->axisRect()->rect();
    m_fitButton->move(inner.right() - m_fitButton->width() - 2, inner.top() + 2);
    m_fitButton->setVisible(!isFollowing());
}

void PlotFrame::fitAxes()
{
    // A low plot has few numbers, and no name where that would be cut off; its title has the unit as well.
    const int height = m_plot->axisRect()->height();
    for (QCPAxis* axis : m_plot->axisRect()->axes(QCPAxis::atLeft | QCPAxis::atRight)) {
        axis->ticker()->setTickCount(std::clamp(height / NumberHeight, 2, MostNumbers));
        const bool hasRoom = QFontMetrics(axis->labelFont()).horizontalAdvance(axis->label()) <= height;
        axis->setLabelColor(m_isShowingData && hasRoom ? mutedColor(palette(), 0.75) : QColor(Qt::transparent));
    }
    m_plot->xAxis->setLabelColor(m_isShowingData ? mutedColor(palette(), 0.75) : QColor(Qt::transparent));
}

void PlotFrame::showReading()
{
    const auto reading =
        m_pointer && m_isShowingData ? readingAt(m_plot->xAxis->pixelToCoord(m_pointer->x())) : std::nullopt;
    if (reading)
        m_readOut->showReading(*reading, *m_pointer);
    else
        m_readOut->hideReading();
}

void PlotFrame::applyPalette()
{
    const QColor text = mutedColor(palette(), 0.75);
    const QColor line = mutedColor(palette(), 0.35);
    m_plot->setBackground(palette().color(QPalette::Base));
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    for (QCPAxis* axis : m_plot->axisRect()->axes()) {
        axis->setBasePen(m_isShowingData ? QPen(line) : QPen(Qt::NoPen));
        axis->setTickPen(axis->basePen());
        axis->setTickLabelColor(m_isShowingData ? text : QColor(Qt::transparent));
        axis->setLabelFont(font);
        axis->setTickLabelFont(font);
        axis->grid()->setPen(m_isShowingData ? QPen(mutedColor(palette(), 0.12)) : QPen(Qt::NoPen));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    fitAxes();
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, mutedColor(palette(), 0.65));
    m_empty->setPalette(muted);
    m_readOut->updateColors();
    updateColors();
    showLegend();
}

bool PlotFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_plot && event->type() == QEvent::Leave) {
        m_pointer.reset();
        showReading();
    }
    // QCustomPlot does not hand events on to its parent.
    if (watched == m_plot && event->type() == QEvent::ContextMenu) {
        contextMenuEvent(static_cast<QContextMenuEvent*>(event));
        return true;
    }
    return QFrame::eventFilter(watched, event);
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
    drawSoon();
}

void PlotFrame::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void PlotFrame::keyPressEvent(QKeyEvent* event)
{
    const bool alsoValues = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: // the same key without Shift
        m_view->zoom(KeyZoom, alsoValues);
        break;
    case Qt::Key_Minus:
        m_view->zoom(1 / KeyZoom, alsoValues);
        break;
    case Qt::Key_Left:
        m_view->pan(-KeyPan);
        break;
    case Qt::Key_Right:
        m_view->pan(KeyPan);
        break;
    case Qt::Key_0:
    case Qt::Key_Home:
        fit();
        break;
    default:
        QFrame::keyPressEvent(event);
    }
}

void PlotFrame::focusInEvent(QFocusEvent* event)
{
    QFrame::focusInEvent(event);
    update();
}

void PlotFrame::focusOutEvent(QFocusEvent* event)
{
    QFrame::focusOutEvent(event);
    update();
}

void PlotFrame::contextMenuEvent(QContextMenuEvent* event)
{
    m_menu->popup(event->globalPos());
}

} // namespace gapless::ui
