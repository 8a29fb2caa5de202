// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/settings_panel.h"

#include <QDir>
#include <QEvent>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/config/epoch_steps.h"
#include "core/config/live_settings.h"
#include "core/types/run_plan.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/models/dataset_words.h"
#include "ui/models/run_metrics.h"
#include "ui/models/schedule_curve.h"
#include "ui/models/settings.h"
#include "ui/models/value_format.h"
#include "ui/panels/option_form.h"
#include "ui/panels/preset_bar.h"
#include "ui/panels/section.h"
#include "ui/plots/schedule_plot.h"

namespace gapless::ui
{
namespace
{

constexpr int ScheduleHeight = 152;

/// A finished batch that lies ready: a float for each channel and a 64-bit label for each pixel.
std::int64_t queuedBytes(const RunConfig& config)
{
    const std::int64_t bytesPerPixel = std::int64_t{config.model.inputChannels} * 4 + 8;
    return static_cast<std::int64_t>(config.speed.prefetchDepth) * config.training.batch * config.training.cropHeight *
           config.training.cropWidth * bytesPerPixel;
}

QMap<QString, QString> modelNames()
{
    return {{QStringLiteral("unet"), QStringLiteral("U-Net")},
            {QStringLiteral("resnet18"), QStringLiteral("ResNet-18")},
            {QStringLiteral("resnet34"), QStringLiteral("ResNet-34")},
            {QStringLiteral("resnet50"), QStringLiteral("ResNet-50")}};
}

} // namespace

SettingsPanel::SettingsPanel(Settings& settings, DatasetController& datasets, QWidget* parent)
    : QScrollArea(parent)
    , m_settings(settings)
    , m_datasets(datasets)
    , m_page(new QWidget(this))
{
    setAccessibleName(tr("Settings"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(8, 8, 0, 8);
    layout->setSpacing(0);
    m_runningNote = new QLabel(m_page);
    m_runningNote->setWordWrap(true);
    m_runningNote->setContentsMargins(24, 0, 8, 8);
    m_runningNote->hide();
    layout->addWidget(m_runningNote);
    m_presets = new PresetBar(m_settings, m_page);
    layout->addWidget(m_presets);
    addDataSection();
    addModelSection();
    addTrainingSection();
    addDetailSection();
    addSpeedSection();
    addOutputSection();
    layout->addStretch(1);
    setWidget(m_page);

    connect(&m_settings, &Settings::changed, this, &SettingsPanel::updateSummaries);
    connect(&m_settings, &Settings::changed, this, &SettingsPanel::updateSchedule);
    connect(&m_datasets, &DatasetController::stateChanged, this, &SettingsPanel::updateSchedule);
    connect(&m_settings, &Settings::problemsChanged, this, &SettingsPanel::updateSummaries);
    connect(&m_datasets, &DatasetController::stateChanged, this, [this] {
        m_pairsTotal = 0;
        updateDataNote();
    });
    connect(&m_datasets, &DatasetController::progressed, this, [this](qint64 done, qint64 total) {
        m_pairsDone = done;
        m_pairsTotal = total;
        updateDataNote();
    });
    updateDataNote();
    updateSchedule();
}

Section* SettingsPanel::addSection(const QString& title, QWidget* content)
{
    auto* section = new Section(title, content, m_page);
    m_page->layout()->addWidget(section);
    return section;
}

void SettingsPanel::addDataSection()
{
    auto* form = new OptionForm(m_settings, m_page);
    form->addFolder(QStringLiteral("data.images"));
    form->addFolder(QStringLiteral("data.masks"));
    form->setQuietWhileEmpty(QStringLiteral("data.images"));
    form->setQuietWhileEmpty(QStringLiteral("data.masks"));
    m_dataNote = form->addNote();
    form->addText(QStringLiteral("data.validation_share"));
    form->addNumber(QStringLiteral("data.validation_every"), 0, 1'000'000);
    form->addFolder(QStringLiteral("data.validation_images"));
    form->addFolder(QStringLiteral("data.validation_masks"));
    form->addOpenChoice(QStringLiteral("data.ignore_value"), {QStringLiteral("auto"), QStringLiteral("none")});
    form->addChoice(QStringLiteral("data.on_bad_sample"),
                    {{QStringLiteral("stop"), tr("stop the run")}, {QStringLiteral("skip"), tr("leave it out")}});
    m_data = addSection(tr("Data"), form);
}

void SettingsPanel::addModelSection()
{
    auto* form = new OptionForm(m_settings, m_page);
    form->addChoice(QStringLiteral("model.architecture"), modelNames());
    form->addChoice(QStringLiteral("model.encoder"), modelNames());
    form->addNumber(QStringLiteral("model.input_channels"), 1, 64);
    m_model = addSection(tr("Model"), form);
    m_model->setExpanded(false);
}

void SettingsPanel::addTrainingSection()
{
    auto* content = new QWidget(m_page);
    auto* form = new OptionForm(m_settings, content);
    form->addNumber(QStringLiteral("training.epochs"), 1, 1'000'000);
    form->addNumber(QStringLiteral("training.batch"), 1, 4096);
    form->addNumber(QStringLiteral("training.crop_height"), 32, 8192, 32);
    form->addNumber(QStringLiteral("training.crop_width"), 32, 8192, 32);
    form->addChoice(QStringLiteral("training.loss"), {{QStringLiteral("ce"), tr("cross-entropy")},
                                                      {QStringLiteral("dice"), tr("Dice")},
                                                      {QStringLiteral("ce+dice"), tr("CE + Dice")}});
    form->addChoice(QStringLiteral("training.optimizer"), {{QStringLiteral("sgd"), QStringLiteral("SGD")},
                                                           {QStringLiteral("adam"), QStringLiteral("Adam")},
                                                           {QStringLiteral("adamw"), QStringLiteral("AdamW")}});
    form->addText(QStringLiteral("training.learning_rate"));
    form->addText(QStringLiteral("training.learning_rate_factor"));
    form->addChoice(QStringLiteral("training.schedule"), {{QStringLiteral("poly"), tr("polynomial")},
                                                          {QStringLiteral("cosine"), tr("cosine")},
                                                          {QStringLiteral("onecycle"), tr("one cycle")},
                                                          {QStringLiteral("constant"), tr("constant")}});
    form->addChoice(QStringLiteral("training.augment"),
                    {{QStringLiteral("none"), tr("crop only")}, {QStringLiteral("basic"), tr("basic")}});
    form->addChoice(QStringLiteral("training.last_batch"),
                    {{QStringLiteral("keep"), tr("keep")}, {QStringLiteral("drop"), tr("drop")}});
    form->addText(QStringLiteral("training.seed"));
    m_schedule = new SchedulePlot(content);
    m_schedule->setFixedHeight(ScheduleHeight);
    connect(m_schedule, &PlotFrame::saveFailed, this, &SettingsPanel::saveFailed);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(form);
    layout->addWidget(m_schedule);
    m_training = addSection(tr("Training"), content);
}

void SettingsPanel::addDetailSection()
{
    auto* form = new OptionForm(m_settings, m_page);
    const auto key = [this](const char* name) {
        return m_detailKeys.emplace_back(QStringLiteral("training.") + QLatin1String(name));
    };
    form->addText(key("momentum"));
    form->addText(key("beta2"));
    form->addText(key("weight_decay"));
    form->addSwitch(key("decay_norms"));
    form->addText(key("clip"));
    form->addNumber(key("warmup_steps"), 0, 1'000'000'000);
    form->addNumber(key("accumulate"), 1, 4096);
    form->addText(key("ema_decay"));
    form->addSwitch(key("use_ema"));
    form->addOpenChoice(key("best_by"), {QStringLiteral("mean_iou"), QStringLiteral("mean_dice"),
                                         QStringLiteral("pixel_accuracy"), QStringLiteral("loss")});
    form->addNumber(key("patience"), 0, 1'000'000)->setSpecialValueText(tr("never"));
    form->addText(key("min_change"));
    m_detail = addSection(tr("Training in detail"), form);
    m_detail->setExpanded(false);
}

void SettingsPanel::addSpeedSection()
{
    auto* form = new OptionForm(m_settings, m_page);
    form->addChoice(QStringLiteral("speed.memory_format"));
    form->addNumber(QStringLiteral("speed.prefetch_depth"), 1, 1024);
    m_queueNote = form->addNote();
    form->addNumber(QStringLiteral("speed.workers"), 1, 64);
    form->addSwitch(QStringLiteral("speed.cross_epoch"));
    form->addSwitch(QStringLiteral("speed.cache"));
    m_cacheNote = form->addNote();
    form->addNumber(QStringLiteral("speed.cache_limit_mb"), 0, 1'000'000'000)->setSpecialValueText(tr("automatic"));
    form->addNumber(QStringLiteral("speed.threads"), 0, 1024)->setSpecialValueText(tr("all cores"));
    m_speed = addSection(tr("Speed"), form);
    m_speed->setExpanded(false);
}

void SettingsPanel::addOutputSection()
{
    auto* form = new OptionForm(m_settings, m_page);
    form->addFolder(QStringLiteral("output.run"));
    form->addNumber(QStringLiteral("output.previews"), 0, 64);
    form->addNumber(QStringLiteral("output.keep_every"), 0, 1'000'000)->setSpecialValueText(tr("best and last only"));
    form->addText(QStringLiteral("output.save_seconds"));
    m_output = addSection(tr("Output"), form);
    m_output->setExpanded(false);
}

void SettingsPanel::showField(const QString& key)
{
    auto* field = m_page->findChild<QWidget*>(key);
    if (field == nullptr)
        return;
    for (QWidget* holder = field->parentWidget(); holder != nullptr; holder = holder->parentWidget())
        if (auto* section = qobject_cast<Section*>(holder))
            section->setExpanded(true);
    m_page->layout()->activate(); // or it would scroll to where the field was
    ensureWidgetVisible(field);
    field->setFocus(Qt::OtherFocusReason);
}

void SettingsPanel::showPlan(const RunPlan& plan)
{
    m_parameters = plan.parameters;
    m_cacheText = tr("%1 of decoded pictures are kept, %n picture(s)", nullptr, static_cast<int>(plan.cachedSamples))
                      .arg(bytesText(plan.cacheBytes));
    updateSummaries();
}

void SettingsPanel::showChange(const SettingsChange& change)
{
    m_runningNote->setText(tr("Changed after step %1: the rate factor from the next step on, all else once the batches "
                              "begun before are used up.")
                               .arg(change.step));
}

void SettingsPanel::setRunning(bool isRunning)
{
    if (isRunning == m_runningNote->isVisibleTo(this))
        return;
    m_runningNote->setText(
        tr("The rate factor acts at once; augmentation, workers, prefetch depth and prefetch across epochs after the "
           "batches already begun; all else on the next run."));
    m_runningNote->setVisible(isRunning);
    m_schedule->setMark({});
}

void SettingsPanel::showStep(const RunMetrics& metrics)
{
    const RunPlan& plan = metrics.plan();
    if (m_runningNote->isVisibleTo(this) && plan.stepsPerEpoch > 0 && plan.epochs > 0)
        m_schedule->setMark(RunPlace{metrics.step(), plan.stepsPerEpoch, plan.epochs});
}

void SettingsPanel::updateSchedule()
{
    const RunConfig& config = m_settings.config();
    const std::int64_t samples = m_datasets.trainingPairs(config.data).value_or(0);
    const std::int64_t steps = samples > 0 ? stepsPerEpoch(samples, config.training) : 0;
    m_schedule->setCurve(ScheduleCurve(config.training, steps));
}

void SettingsPanel::updateDataNote()
{
    QString note;
    switch (m_datasets.state()) {
    case DatasetController::State::Unchecked:
        break;
    case DatasetController::State::Checking:
        note =
            m_pairsTotal > 0 ? tr("Checking pair %1 of %2 ...").arg(m_pairsDone).arg(m_pairsTotal) : tr("Checking ...");
        break;
    case DatasetController::State::Checked:
        note = datasetSentence(*m_datasets.report());
        break;
    case DatasetController::State::Failed:
        note = m_datasets.failure();
        break;
    }
    m_dataNote->setText(note);
    m_dataNote->setVisible(!note.isEmpty());
    updateSummaries();
}

void SettingsPanel::updateSummaries()
{
    const RunConfig& config = m_settings.config();
    const QMap<QString, QString> names = modelNames();
    const QString architecture = QString::fromStdString(config.model.architecture);
    const QString encoder = QString::fromStdString(config.model.encoder);
    const bool hasFolders = !config.data.images.empty() && !config.data.masks.empty();

    m_data->setSummary(hasFolders ? m_dataNote->text() : tr("no folders yet"));
    QString model = tr("%1, %2").arg(names.value(architecture, architecture), names.value(encoder, encoder));
    if (config.model.inputChannels != ModelConfig().inputChannels)
        model = tr("%1, %n input channel(s)", nullptr, config.model.inputChannels).arg(model);
    if (m_parameters > 0)
        model = tr("%1, %2 parameters").arg(model, numberText(static_cast<double>(m_parameters)));
    m_model->setSummary(model);
    m_training->setSummary(tr("%1 epochs, batch %2, crop %3 \u00d7 %4, learning rate %5")
                               .arg(config.training.epochs)
                               .arg(config.training.batch)
                               .arg(config.training.cropHeight)
                               .arg(config.training.cropWidth)
                               .arg(m_settings.text(QStringLiteral("training.learning_rate"))));
    m_detail->setSummary(tr("weight decay %1, clipping %2, best by %3")
                             .arg(m_settings.text(QStringLiteral("training.weight_decay")),
                                  m_settings.text(QStringLiteral("training.clip")),
                                  scoreWords(config.training.bestBy)));
    const QString queued = bytesText(queuedBytes(config));
    m_queueNote->setText(tr("\u2192 %1 of batches may lie ready").arg(queued));
    m_cacheNote->setText(QStringLiteral("\u2192 ") + m_cacheText);
    m_cacheNote->setVisible(!m_cacheText.isEmpty() && config.speed.cache);
    m_queueNote->show();
    m_speed->setSummary(tr("%1, prefetch %2, %3 workers, %4 queued")
                            .arg(m_settings.text(QStringLiteral("speed.memory_format")))
                            .arg(config.speed.prefetchDepth)
                            .arg(config.speed.workers)
                            .arg(queued));
    m_output->setSummary(QDir(QString::fromStdString(config.output.run)).dirName());

    updateMark(*m_data, QStringLiteral("data."));
    updateMark(*m_model, QStringLiteral("model."));
    updateMark(*m_training, QStringLiteral("training."));
    updateMark(*m_detail, QStringLiteral("training."));
    updateMark(*m_speed, QStringLiteral("speed."));
    updateMark(*m_output, QStringLiteral("output."));
}

void SettingsPanel::updateMark(Section& section, const QString& group)
{
    const DataConfig& folders = m_settings.config().data;
    if (&section == m_data && folders.images.empty() && folders.masks.empty()) {
        section.setMark(Section::Mark::None);
        return;
    }
    QStringList reasons;
    for (auto problem = m_settings.problems().cbegin(); problem != m_settings.problems().cend(); ++problem)
        if (problem.key().startsWith(group) && (&section == m_detail) == m_detailKeys.contains(problem.key()))
            reasons += problem.value();
    if (&section == m_data && reasons.isEmpty()) {
        const auto& report = m_datasets.report();
        if (m_datasets.state() == DatasetController::State::Failed || (report != nullptr && report->hasErrors()))
            reasons += m_dataNote->text();
        else if (report == nullptr) {
            section.setMark(Section::Mark::None);
            return;
        }
    }
    section.setMark(reasons.isEmpty() ? Section::Mark::Good : Section::Mark::Attention, reasons.join(u'\n'));
}

} // namespace gapless::ui
