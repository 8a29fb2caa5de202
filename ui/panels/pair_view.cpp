// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/pair_view.h"

#include <chrono>
#include <cstddef>

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>

#include "ui/bridge/image_conversion.h"
#include "ui/bridge/mask_layers.h"
#include "ui/models/dataset_words.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/picture_view.h"

namespace gapless::ui
{
namespace
{

constexpr std::chrono::milliseconds SlowLimit{200};
constexpr int SliderWidth = 96;

} // namespace

PairView::PairView(SampleReader& reader, QWidget* parent)
    : QWidget(parent)
    , m_reader(reader)
    , m_caption(new ElidedLabel(this))
    , m_layer(new QComboBox(this))
    , m_opacity(new QSlider(Qt::Horizontal, this))
    , m_remark(new QLabel(this))
    , m_view(new PictureView(this))
    , m_readout(new QLabel(this))
{
    const auto addLayer = [this](const QString& text, Layer layer) { m_layer->addItem(text, static_cast<int>(layer)); };
    addLayer(tr("Image alone"), Layer::Image);
    addLayer(tr("Mask alone"), Layer::Mask);
    addLayer(tr("Mask over image"), Layer::Overlay);
    m_layer->setToolTip(tr("What is shown of the pair. Space goes on to the next."));
    m_opacity->setRange(0, 100);
    m_opacity->setValue(50);
    m_opacity->setFixedWidth(SliderWidth);
    m_opacity->setToolTip(tr("How much of the image the mask hides."));
    auto* layerName = new QLabel(tr("Sho&w"), this);
    layerName->setBuddy(m_layer);
    auto* opacityName = new QLabel(tr("Opaci&ty"), this);
    opacityName->setBuddy(m_opacity);
    m_remark->setWordWrap(true);
    m_remark->setTextFormat(Qt::PlainText);
    m_remark->hide();
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* line = new QHBoxLayout;
    line->addWidget(m_caption, 1);
    line->addWidget(layerName);
    line->addWidget(m_layer);
    line->addWidget(opacityName);
    line->addWidget(m_opacity);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_remark);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_readout);

    m_slow.setSingleShot(true);
    m_slow.setInterval(SlowLimit);
    connect(&m_slow, &QTimer::timeout, this, [this] {
        m_view->setPicture({});
        m_view->setEmptyText(tr("Being read."));
    });
    connect(&m_reader, &SampleReader::answered, this, &PairView::take);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &PairView::updateLayers);
    connect(m_opacity, &QSlider::valueChanged, m_view, [this](int percent) { m_view->setOpacity(percent / 100.0); });
    connect(m_view, &PictureView::hovered, this, &PairView::showPixel);
    setLayer(Layer::Overlay);
    clear();
}

void PairView::showPair(const SampleRequest& request, const QStringList& remarks)
{
    m_request = request;
    m_remarks = remarks;
    m_shown.reset();
    m_readout->clear();
    m_isStale = true;
    QString caption = QString::fromStdString(request.pair.image.filename().string());
    if (!(request.pair.size == ImageSize{}))
        caption += tr(",  %1 pixels").arg(sizeText(request.pair.size));
    m_caption->setText(caption);
    m_caption->setToolTip(QString::fromStdString(request.pair.image.string()) + u'\n' +
                          QString::fromStdString(request.pair.mask.string()));
    updateRemark();
    if (isVisible())
        ask();
}

void PairView::clear()
{
    m_request.reset();
    m_remarks.clear();
    m_shown.reset();
    m_isStale = false;
    m_slow.stop();
    m_caption->setText({});
    m_readout->clear();
    m_view->setPicture({});
    m_view->setEmptyText(tr("Choose a picture in the list."));
    updateRemark();
}

void PairView::ask()
{
    m_isStale = false;
    m_slow.start();
    m_reader.read(*m_request);
}

void PairView::take(const std::shared_ptr<const SampleAnswer>& answer)
{
    if (!m_request || m_isStale || answer->request.crops)
        return;
    m_shown = answer;
    m_slow.stop();
    updateRemark();
    updateLayers();
}

void PairView::updateRemark()
{
    QString text = m_remarks.join(u'\n');
    // What the check has found says more than the reader of a single pair can.
    if (m_remarks.isEmpty() && m_shown && m_shown->maskError)
        text = QString::fromStdString(m_shown->maskError->text());
    m_remark->setText(text);
    m_remark->setVisible(!text.isEmpty());
}

void PairView::updateLayers()
{
    m_opacity->setEnabled(layer() == Layer::Overlay);
    if (!m_shown)
        return;
    if (m_shown->error) {
        m_view->setPicture({});
        m_view->setEmptyText(QString::fromStdString(m_shown->error->text()));
        return;
    }
    const ClassTable& classes = m_shown->request.classes;
    const LabelImage& labels = m_shown->picture.labels;
    m_view->setPicture(layer() == Layer::Mask ? toImage(labels, classes) : toImage(m_shown->picture.image));
    m_view->setLayers(layer() == Layer::Overlay ? labelLayer(labels, withoutBackground(classes)) : QImage());
}

void PairView::setLayer(Layer layer)
{
    m_layer->setCurrentIndex(m_layer->findData(static_cast<int>(layer)));
}

PairView::Layer PairView::layer() const
{
    return static_cast<Layer>(m_layer->currentData().toInt());
}

void PairView::showPixel(const std::optional<QPoint>& pixel)
{
    if (!pixel || !m_shown || m_shown->error) {
        m_readout->clear();
        return;
    }
    const LabelImage& labels = m_shown->picture.labels;
    const auto at = static_cast<std::size_t>(pixel->y()) * static_cast<std::size_t>(labels.size.width) +
                    static_cast<std::size_t>(pixel->x());
    const ClassTable& classes = m_shown->request.classes;
    const std::size_t label = labels.data.at(at);
    m_readout->setText(tr("x %1, y %2: %3")
                           .arg(pixel->x())
                           .arg(pixel->y())
                           .arg(label < classes.classes.size() ? QString::fromStdString(classes.classes[label].name)
                                                               : tr("unlabelled")));
}

QString PairView::remark() const
{
    return m_remark->text();
}

QString PairView::readout() const
{
    return m_readout->text();
}

void PairView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        ask();
}

void PairView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    // Somebody else may ask the reader meanwhile, which then gives no answer here.
    m_isStale = m_request && !m_shown;
    m_slow.stop();
}

void PairView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space)
        m_layer->setCurrentIndex((m_layer->currentIndex() + 1) % m_layer->count());
    else
        QWidget::keyPressEvent(event);
}

} // namespace gapless::ui
