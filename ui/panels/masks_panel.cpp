// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/masks_panel.h"

#include <algorithm>
#include <filesystem>

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSlider>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/types/run_plan.h"
#include "ui/bridge/image_conversion.h"
#include "ui/bridge/inspector.h"
#include "ui/models/value_format.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/picture_view.h"
#include "ui/plots/plot_colors.h"

namespace gapless::ui
{
namespace
{

constexpr int ListWidth = 208;
constexpr int LookWidth = 208;

QString swatch(const QColor& color)
{
    return QStringLiteral("<span style=\"color:%1\">\u25a0</span>&nbsp;").arg(color.name());
}

QString imageFilter()
{
    return MasksPanel::tr("Images (*.png *.jpg *.jpeg *.tif *.tiff);;All files (*)");
}

} // namespace

MasksPanel::MasksPanel(Inspector& inspector, QWidget* parent)
    : QWidget(parent)
    , m_inspector(inspector)
    , m_samples(new SampleListModel(this))
    , m_filter(new QSortFilterProxyModel(this))
    , m_view(new PictureView(this))
    , m_caption(new ElidedLabel(this))
    , m_readout(new QLabel(this))
{
    setAcceptDrops(true);
    m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_again = new QPushButton(tr("Predict again"), this);
    m_again->setShortcut(QKeySequence::Refresh);
    m_again->setToolTip(
        tr("Predict this picture with the present weights (%1). It is done between two steps and delays "
           "the training by the time that is shown.")
            .arg(m_again->shortcut().toString(QKeySequence::NativeText)));
    auto* middle = new QWidget(this);
    auto* layout = new QVBoxLayout(middle);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->addWidget(m_caption, 1);
    top->addWidget(m_again);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_readout);
    layout->addWidget(makeFilm());

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("masks"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeList());
    splitter->addWidget(middle);
    splitter->addWidget(makeLook());
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setStretchFactor(2, 0);
    splitter->setSizes({ListWidth, 640, LookWidth});
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(8, 8, 8, 8);
    whole->addWidget(splitter);
    connectParts();
    updateSource();
    updateCaption();
    updateFilm();
}

QWidget* MasksPanel::makeList()
{
    auto* part = new QWidget(this);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    m_set = new QComboBox(part);
    m_set->setAccessibleName(tr("Which pictures"));
    m_set->addItem(tr("All pictures"), QString());
    m_set->addItem(tr("Validation"), QString::number(static_cast<int>(SampleListModel::Set::Validation)));
    m_set->addItem(tr("Training"), QString::number(static_cast<int>(SampleListModel::Set::Training)));
    m_set->addItem(tr("Opened here"), QString::number(static_cast<int>(SampleListModel::Set::Outside)));
    m_worstFirst = new QCheckBox(tr("Worst first"), part);
    m_worstFirst->setToolTip(tr("By the IoU of each picture alone: of validation pictures after each epoch, of others "
                                "once they have been looked at."));
    m_filter->setSourceModel(m_samples);
    m_filter->setFilterRole(SampleListModel::SetRole);
    m_filter->setSortRole(SampleListModel::SortRole);
    m_list = new QListView(part);
    m_list->setModel(m_filter);
    m_list->setAccessibleName(tr("Pictures"));
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    auto* open = new QPushButton(tr("Open image\u2026"), part);
    open->setToolTip(tr("An image from anywhere; it can be dropped here as well."));
    connect(open, &QPushButton::clicked, this, &MasksPanel::chooseImage);
    m_source = new QLabel(part);
    m_source->setWordWrap(true);
    m_checkpoint = new QPushButton(tr("Open checkpoint\u2026"), part);
    m_checkpoint->setToolTip(tr("Predict with the weights of an earlier run. While a run goes on, its own are asked."));
    connect(m_checkpoint, &QPushButton::clicked, this, &MasksPanel::chooseCheckpoint);
    layout->addWidget(m_set);
    layout->addWidget(m_worstFirst);
    layout->addWidget(m_list, 1);
    layout->addWidget(open);
    layout->addWidget(m_source);
    layout->addWidget(m_checkpoint);
    return part;
}

QWidget* MasksPanel::makeLook()
{
    auto* part = new QWidget(this);
    auto* layout = new QFormLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setRowWrapPolicy(QFormLayout::WrapAllRows);
    m_layer = new QComboBox(part);
    const auto addLayer = [this](const QString& text, Layer layer) { m_layer->addItem(text, static_cast<int>(layer)); };
    addLayer(tr("Image alone"), Layer::None);
    addLayer(tr("Prediction"), Layer::Prediction);
    addLayer(tr("Truth"), Layer::Truth);
    addLayer(tr("Truth | prediction"), Layer::Swipe);
    addLayer(tr("Errors of one class"), Layer::Errors);
    addLayer(tr("Probability of one class"), Layer::Probability);
    m_layer->setCurrentIndex(m_layer->findData(static_cast<int>(Layer::Prediction)));
    m_layer->setToolTip(tr("What lies over the image. Space swaps prediction and truth."));
    m_class = new QComboBox(part);
    m_class->setToolTip(tr("The class whose errors or probability are shown."));
    m_opacity = new QSlider(Qt::Horizontal, part);
    m_opacity->setRange(0, 100);
    m_opacity->setValue(50);
    m_opacity->setToolTip(tr("How much of the image the layer hides."));
    m_style = new QComboBox(part);
    m_style->addItem(tr("Filled"), static_cast<int>(LabelStyle::Fill));
    m_style->addItem(tr("Outlines"), static_cast<int>(LabelStyle::Outline));
    m_style->addItem(tr("Patterns"), static_cast<int>(LabelStyle::Pattern));
    m_style->setToolTip(tr("Patterns tell classes apart without colours."));
    m_classes = new QListWidget(part);
    m_classes->setAccessibleName(tr("Classes shown"));
    m_safeColors = new QCheckBox(tr("Colour-blind-safe colours"), part);
    m_safeColors->setToolTip(tr("In place of the data set's own colours."));
    m_legend = new QLabel(part);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    layout->addRow(tr("Sho&w"), m_layer);
    layout->addRow(tr("C&lass"), m_class);
    layout->addRow(m_legend);
    layout->addRow(tr("Opaci&ty"), m_opacity);
    layout->addRow(tr("St&yle"), m_style);
    layout->addRow(m_safeColors);
    layout->addRow(tr("Classes"), m_classes);
    return part;
}

QWidget* MasksPanel::makeFilm()
{
    m_filmPart = new QWidget(this);
    auto* layout = new QHBoxLayout(m_filmPart);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* name = new QLabel(tr("&Film"), m_filmPart);
    m_filmPlace = new QSlider(Qt::Horizontal, m_filmPart);
    m_filmPlace->setTickPosition(QSlider::TicksBelow);
    m_filmPlace->setTickInterval(1);
    m_filmPlace->setPageStep(1);
    m_filmPlace->setToolTip(tr("What was predicted after each validation; at the right end the newest."));
    name->setBuddy(m_filmPlace);
    m_filmText = new QLabel(m_filmPart);
    m_filmText->setMinimumWidth(fontMetrics().horizontalAdvance(tr("epoch %1").arg(88888)));
    layout->addWidget(name);
    layout->addWidget(m_filmPlace, 1);
    layout->addWidget(m_filmText);
    return m_filmPart;
}

void MasksPanel::connectParts()
{
    connect(&m_inspector, &Inspector::answered, this, &MasksPanel::take);
    connect(&m_inspector, &Inspector::changed, this, [this] {
        updateSource();
        if (m_isStale && isVisible())
            ask();
    });
    connect(m_view, &PictureView::hovered, this, &MasksPanel::showPixel);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid())
            select(m_filter->mapToSource(current).row());
    });
    connect(m_set, &QComboBox::currentIndexChanged, this,
            [this] { m_filter->setFilterFixedString(m_set->currentData().toString()); });
    connect(m_worstFirst, &QCheckBox::toggled, this, [this](bool isOn) { m_filter->sort(isOn ? 0 : -1); });
    connect(m_samples, &QAbstractItemModel::modelReset, this, [this] { m_row = -1; });
    connect(m_again, &QPushButton::clicked, this, &MasksPanel::ask);
    connect(m_layer, &QComboBox::currentIndexChanged, this, &MasksPanel::updateLayers);
    connect(m_class, &QComboBox::currentIndexChanged, this, [this] {
        updateLayers();
        if (layer() == Layer::Probability)
            ask();
    });
    connect(m_style, &QComboBox::currentIndexChanged, this, &MasksPanel::updateLayers);
    connect(m_opacity, &QSlider::valueChanged, this, [this](int percent) { m_view->setOpacity(percent / 100.0); });
    connect(m_classes, &QListWidget::itemChanged, this, &MasksPanel::updateLayers);
    connect(m_safeColors, &QCheckBox::toggled, this, [this] {
        setClasses(m_table);
        updateLayers();
    });
    connect(m_filmPlace, &QSlider::valueChanged, this, [this] {
        updateLayers();
        updateCaption();
    });
}

void MasksPanel::showDataset(const DatasetReport& report)
{
    m_samples->setPairs(report.pairs);
    setClasses(report.classes);
}

void MasksPanel::showPlan(const RunPlan& plan)
{
    m_film.clear();
    m_shown.reset();
    if (plan.pairs)
        m_samples->setPairs(*plan.pairs);
    setClasses(plan.classes);
    updateFilm();
    updateLayers();
    if (m_filter->rowCount() > 0)
        m_list->setCurrentIndex(m_filter->index(0, 0));
}

void MasksPanel::showPreviews(const std::shared_ptr<const PreviewSet>& previews)
{
    const bool wasLive = isLive();
    m_film.add(previews);
    updateFilm();
    if (wasLive)
        m_filmPlace->setValue(m_filmPlace->maximum());
    m_isStale = true;
    if (isVisible() && isLive())
        ask();
}

void MasksPanel::showScores(const Scores& scores)
{
    m_samples->setValidationIou(scores.pictureIou);
}

void MasksPanel::showSample(const QString& name)
{
    for (const auto set : {SampleListModel::Set::Validation, SampleListModel::Set::DataSet}) {
        const int row = m_samples->rowOf(set, name);
        if (row < 0)
            continue;
        if (!m_filter->mapFromSource(m_samples->index(row)).isValid())
            m_set->setCurrentIndex(0);
        m_list->setCurrentIndex(m_filter->mapFromSource(m_samples->index(row)));
        return;
    }
}

void MasksPanel::openImage(const QString& file)
{
    const int row = m_samples->addOutside({std::filesystem::path(file.toStdString()), {}, {}});
    if (!m_filter->mapFromSource(m_samples->index(row)).isValid())
        m_set->setCurrentIndex(0);
    m_list->setCurrentIndex(m_filter->mapFromSource(m_samples->index(row)));
    m_list->scrollTo(m_list->currentIndex());
}

void MasksPanel::chooseImage()
{
    auto* dialog = new QFileDialog(this, tr("Image to predict"), {}, imageFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        for (const QString& file : files)
            openImage(file);
    });
    dialog->open();
}

void MasksPanel::chooseCheckpoint()
{
    auto* dialog = new QFileDialog(this, tr("Checkpoint of a run"), QFileInfo(m_inspector.checkpoint()).path(),
                                   tr("Checkpoints (*.pt);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        m_isStale = true;
        m_inspector.useCheckpoint(file);
    });
    dialog->open();
}

void MasksPanel::select(int row)
{
    m_row = row;
    m_shown.reset();
    m_isStale = true;
    updateFilm();
    m_filmPlace->setValue(m_filmPlace->maximum());
    updateLayers();
    updateCaption();
    if (isVisible())
        ask();
}

void MasksPanel::ask()
{
    if (m_row < 0 || !m_inspector.missing().isEmpty())
        return;
    m_isStale = false;
    m_inspector.ask({m_samples->pair(m_row), shownClass()});
    updateCaption();
}

void MasksPanel::take(const std::shared_ptr<const Inspection>& inspection)
{
    if (m_row < 0 || inspection->request.pair.image != m_samples->pair(m_row).image)
        return;
    m_shown = inspection;
    if (!inspection->error) {
        if (!(inspection->classes == m_table))
            setClasses(inspection->classes);
        m_samples->setIou(m_row, inspection->picture.meanIou);
        for (int index = 0; index < m_classes->count(); ++index) {
            const auto at = static_cast<std::size_t>(index);
            const bool isKnown = at < inspection->iou.size() && inspection->iou[at];
            m_classes->item(index)->setText(
                isKnown ? tr("%1   IoU %2").arg(className(index), numberText(*inspection->iou[at])) : className(index));
        }
    }
    updateLayers();
    updateCaption();
}

void MasksPanel::setClasses(const ClassTable& classes)
{
    const int selected = m_class->currentIndex();
    const bool isSame = classes == m_table;
    const std::vector<bool> visible = isSame ? look().isVisible : std::vector<bool>();
    m_table = classes;
    const ClassTable colored = m_safeColors->isChecked() ? withSafeColors(classes) : classes;
    const QSignalBlocker quietClasses(m_classes);
    const QSignalBlocker quietClass(m_class);
    m_classes->clear();
    m_class->clear();
    for (int index = 0; index < colored.size(); ++index) {
        const auto at = static_cast<std::size_t>(index);
        const Rgb& color = colored.classes[at].color;
        QPixmap pixmap(12, 12);
        pixmap.fill(QColor(color[0], color[1], color[2]));
        auto* item = new QListWidgetItem(QIcon(pixmap), className(index), m_classes);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState((at < visible.size() ? visible[at] : !isBackground(m_table, index)) ? Qt::Checked
                                                                                                : Qt::Unchecked);
        m_class->addItem(QIcon(pixmap), className(index));
    }
    m_class->setCurrentIndex(isSame ? selected : isBackground(m_table, 0) && colored.size() > 1 ? 1 : 0);
}

QString MasksPanel::className(int index) const
{
    if (index < 0 || index >= m_table.size())
        return tr("unlabelled");
    return QString::fromStdString(m_table.classes[static_cast<std::size_t>(index)].name);
}

int MasksPanel::shownClass() const
{
    return std::max(0, m_class->currentIndex());
}

LabelLook MasksPanel::look() const
{
    LabelLook look{m_safeColors->isChecked() ? withSafeColors(m_table) : m_table, {}, LabelStyle::Fill};
    for (int index = 0; index < m_classes->count(); ++index)
        look.isVisible.push_back(m_classes->item(index)->checkState() == Qt::Checked);
    look.style = static_cast<LabelStyle>(m_style->currentData().toInt());
    return look;
}

void MasksPanel::setLayer(Layer layer)
{
    m_layer->setCurrentIndex(m_layer->findData(static_cast<int>(layer)));
}

MasksPanel::Layer MasksPanel::layer() const
{
    return static_cast<Layer>(m_layer->currentData().toInt());
}

bool MasksPanel::isLive() const
{
    return m_filmPlace->value() == m_filmPlace->maximum();
}

// What the film shows at its place, or else the newest answer; until that comes, the film's newest.
const Preview* MasksPanel::picture() const
{
    if (m_row < 0)
        return nullptr;
    const QString name = QString::fromStdString(m_samples->pair(m_row).image.filename().string());
    if (const Preview* older = isLive() ? nullptr : m_film.picture(m_filmPlace->value(), name))
        return older;
    if (m_shown)
        return m_shown->error ? nullptr : &m_shown->picture;
    return m_film.picture(m_film.size() - 1, name);
}

void MasksPanel::updateLayers()
{
    const bool isOfOneClass = layer() == Layer::Errors || layer() == Layer::Probability;
    m_class->setEnabled(isOfOneClass);
    m_style->setEnabled(!isOfOneClass && layer() != Layer::None);
    m_legend->setVisible(isOfOneClass);
    if (layer() == Layer::Errors)
        m_legend->setText(swatch(errorColor(ErrorKind::Hit)) + tr("hit") + QStringLiteral("&nbsp;&nbsp; ") +
                          swatch(errorColor(ErrorKind::Miss)) + tr("miss") + QStringLiteral("&nbsp;&nbsp; ") +
                          swatch(errorColor(ErrorKind::FalseAlarm)) + tr("false alarm"));
    else if (layer() == Layer::Probability)
        m_legend->setText(tr("0 %1 1").arg(swatch(probabilityColor(0)) + swatch(probabilityColor(0.25)) +
                                           swatch(probabilityColor(0.5)) + swatch(probabilityColor(0.75)) +
                                           swatch(probabilityColor(1))));
    const Preview* seen = picture();
    if (seen == nullptr) {
        m_view->setPicture({});
        m_view->setEmptyText(m_shown && m_shown->error ? QString::fromStdString(m_shown->error->text())
                             : m_inspector.isBusy()    ? tr("Being predicted, once the running step is done.")
                             : !m_inspector.missing().isEmpty()
                                 ? m_inspector.missing()
                                 : tr("Choose a picture on the left, or drop an image here."));
        return;
    }
    m_view->setPicture(toImage(seen->image));
    QImage over;
    QImage right;
    switch (layer()) {
    case Layer::None:
        break;
    case Layer::Prediction:
        over = labelLayer(seen->prediction, look());
        break;
    case Layer::Truth:
        over = labelLayer(seen->truth, look());
        break;
    case Layer::Swipe:
        over = labelLayer(seen->truth, look());
        right = labelLayer(seen->prediction, look());
        break;
    case Layer::Errors:
        over = errorLayer(seen->truth, seen->prediction, shownClass());
        break;
    case Layer::Probability:
        if (m_shown && seen == &m_shown->picture)
            over = probabilityLayer(m_shown->probability);
        break;
    }
    m_view->setLayers(over, right);
}

void MasksPanel::updateFilm()
{
    const QString name =
        m_row < 0 ? QString() : QString::fromStdString(m_samples->pair(m_row).image.filename().string());
    const bool isPinned = m_film.size() > 1 && m_film.picture(m_film.size() - 1, name) != nullptr;
    m_filmPart->setVisible(isPinned);
    m_filmPlace->setRange(0, isPinned ? m_film.size() - 1 : 0);
}

void MasksPanel::updateSource()
{
    const QString missing = m_inspector.missing();
    m_checkpoint->setEnabled(!m_inspector.isRunAsked());
    m_again->setEnabled(missing.isEmpty() && m_row >= 0);
    const QString file = QFileInfo(m_inspector.checkpoint()).fileName();
    const QString run = QFileInfo(QFileInfo(m_inspector.checkpoint()).path()).dir().dirName();
    m_source->setText(m_inspector.isRunAsked()             ? tr("Network: the run that goes on")
                      : m_inspector.checkpoint().isEmpty() ? tr("Network: none yet")
                                                           : tr("Network: %1 of %2").arg(file, run));
    m_source->setToolTip(m_inspector.checkpoint());
    if (picture() == nullptr)
        updateLayers();
    updateCaption();
}

void MasksPanel::updateCaption()
{
    if (m_row < 0) {
        m_caption->setText({});
        return;
    }
    QString text = QString::fromStdString(m_samples->pair(m_row).image.filename().string());
    if (!isLive()) {
        const PreviewSet& frame = m_film.frame(m_filmPlace->value());
        text += tr("  after epoch %1, step %2").arg(frame.epoch).arg(frame.step);
    } else if (m_inspector.isBusy() && !m_shown) {
        text += tr("  being predicted");
    } else if (m_shown && !m_shown->error) {
        text += tr("  after epoch %1, step %2, predicted in %3")
                    .arg(m_shown->epoch)
                    .arg(m_shown->step)
                    .arg(millisecondsText(m_shown->milliseconds));
    }
    if (const Preview* seen = picture(); seen != nullptr && seen->meanIou)
        text += tr(", mean IoU %1").arg(numberText(*seen->meanIou));
    m_caption->setText(text);
    if (m_film.size() > 0)
        m_filmText->setText(tr("epoch %1").arg(m_film.frame(std::min(m_filmPlace->value(), m_film.size() - 1)).epoch));
}

void MasksPanel::showPixel(const std::optional<QPoint>& pixel)
{
    const Preview* seen = picture();
    if (!pixel || seen == nullptr) {
        m_readout->clear();
        return;
    }
    const auto at = static_cast<std::size_t>(pixel->y()) * static_cast<std::size_t>(seen->prediction.size.width) +
                    static_cast<std::size_t>(pixel->x());
    const auto label = [this, at](const LabelImage& labels) {
        return at < labels.data.size() ? className(labels.data[at]) : QString();
    };
    QString text = tr("x %1, y %2: %3").arg(pixel->x()).arg(pixel->y()).arg(label(seen->prediction));
    const bool hasMaps = m_shown && seen == &m_shown->picture && at < m_shown->confidence.data.size();
    if (hasMaps)
        text += QStringLiteral(" ") + shareText(m_shown->confidence.data[at] / 255.0);
    if (!seen->truth.data.empty())
        text += tr(", truth %1").arg(label(seen->truth));
    if (hasMaps && layer() == Layer::Probability)
        text +=
            tr(", probability of %1 %2")
                .arg(className(m_shown->request.probabilityClass), shareText(m_shown->probability.data[at] / 255.0));
    m_readout->setText(text);
}

QString MasksPanel::readout() const
{
    return m_readout->text();
}

QString MasksPanel::caption() const
{
    return m_caption->text();
}

void MasksPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale && isLive())
        ask();
}

void MasksPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space)
        setLayer(layer() == Layer::Prediction ? Layer::Truth : Layer::Prediction);
    else
        QWidget::keyPressEvent(event);
}

void MasksPanel::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() &&
        std::ranges::all_of(urls, [](const QUrl& url) { return QFileInfo(url.toLocalFile()).isFile(); }))
        event->acceptProposedAction();
}

void MasksPanel::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        openImage(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace gapless::ui
