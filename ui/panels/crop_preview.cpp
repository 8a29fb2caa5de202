// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/crop_preview.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

#include "ui/bridge/augmentation_words.h"
#include "ui/bridge/image_conversion.h"
#include "ui/bridge/mask_layers.h"
#include "ui/models/settings.h"
#include "ui/panels/crop_grid.h"

namespace gapless::ui
{
namespace
{

constexpr int SliderWidth = 96;
/// Of all crops together: more would take long to show, and much memory.
constexpr std::int64_t MostPixels = std::int64_t{16} << 20;

int cropCount(const ImageSize& crop)
{
    const std::int64_t pixels = std::max<std::int64_t>(std::int64_t{crop.height} * crop.width, 1);
    return static_cast<int>(std::clamp<std::int64_t>(MostPixels / pixels, 1, CropPreview::MostCrops));
}

bool decidesCrops(const QString& key)
{
    static const QStringList keys{QStringLiteral("training.crop_height"), QStringLiteral("training.crop_width"),
                                  QStringLiteral("training.augment"), QStringLiteral("training.seed")};
    return keys.contains(key);
}

} // namespace

CropPreview::CropPreview(const Settings& settings, SampleReader& reader, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_reader(reader)
    , m_words(new QLabel(this))
    , m_opacity(new QSlider(Qt::Horizontal, this))
    , m_again(new QPushButton(tr("Draw a&gain"), this))
    , m_grid(new CropGrid(this))
{
    m_words->setWordWrap(true);
    m_opacity->setRange(0, 100);
    m_opacity->setValue(50);
    m_opacity->setFixedWidth(SliderWidth);
    m_opacity->setToolTip(tr("How much of the image the mask hides."));
    auto* opacityName = new QLabel(tr("Opaci&ty"), this);
    opacityName->setBuddy(m_opacity);
    m_again->setToolTip(tr("Other crops of the same picture, with the same settings."));
    auto* line = new QHBoxLayout;
    line->addWidget(m_words, 1);
    line->addWidget(opacityName);
    line->addWidget(m_opacity);
    line->addWidget(m_again);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_grid, 1);
    connect(m_opacity, &QSlider::valueChanged, m_grid, [this](int percent) { m_grid->setOpacity(percent / 100.0); });
    connect(m_again, &QPushButton::clicked, this, [this] {
        m_firstEpoch += MostCrops;
        drawAnew();
    });
    connect(&m_settings, &Settings::changed, this, [this](const QString& key) {
        if (decidesCrops(key))
            drawAnew();
    });
    connect(&m_reader, &SampleReader::answered, this, &CropPreview::take);
    clear();
}

void CropPreview::showPair(const SampleRequest& request)
{
    m_request = request;
    m_firstEpoch = 0;
    m_grid->setCrops({}, tr("Being read."));
    drawAnew();
}

void CropPreview::clear()
{
    m_request.reset();
    m_isStale = false;
    m_isWaiting = false;
    m_words->clear();
    m_again->setEnabled(false);
    m_grid->setCrops({}, tr("Choose a picture in the list."));
}

void CropPreview::drawAnew()
{
    if (!m_request)
        return;
    m_isStale = true;
    m_again->setEnabled(true);
    if (isVisible())
        ask();
}

void CropPreview::ask()
{
    const TrainingConfig& training = m_settings.config().training;
    const ImageSize size{training.cropHeight, training.cropWidth};
    m_isStale = false;
    m_isWaiting = true;
    m_request->crops = CropRequest{size, training.augment, training.seed, m_firstEpoch, cropCount(size)};
    m_words->setText(augmentationWords(training.augment, size, m_request->pair.size));
    m_reader.read(*m_request);
}

void CropPreview::take(const std::shared_ptr<const SampleAnswer>& answer)
{
    if (!m_request || m_isStale || !answer->request.crops)
        return;
    m_isWaiting = false;
    const LabelLook look = withoutBackground(answer->request.classes);
    std::vector<CropGrid::Crop> crops;
    for (const SamplePicture& crop : answer->crops)
        crops.push_back({toImage(crop.image), labelLayer(crop.labels, look)});
    m_grid->setCrops(std::move(crops), answer->error ? QString::fromStdString(answer->error->text()) : QString());
}

QString CropPreview::words() const
{
    return m_words->text();
}

void CropPreview::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        ask();
}

void CropPreview::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    // Somebody else may ask the reader meanwhile, which then gives no answer here.
    m_isStale = m_isStale || m_isWaiting;
}

} // namespace gapless::ui
