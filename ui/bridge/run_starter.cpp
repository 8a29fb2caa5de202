// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/run_starter.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include <QRegularExpression>
#include <QStandardPaths>

#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/training_controller.h"
#include "ui/models/settings.h"

namespace gapless::ui
{
namespace
{

/// While a path is being typed, each letter would start a check.
constexpr std::chrono::milliseconds SettleTime{400};

/// The built-in sample's pictures are 96 x 96: larger crops would be padding. It learns them in a few epochs.
constexpr int SampleCrop = 96;
constexpr int SampleEpochs = 20;

std::filesystem::path withoutTrailingSlash(std::filesystem::path folder)
{
    while (!folder.has_filename() && folder.has_relative_path())
        folder = folder.parent_path();
    return folder;
}

/// A run can be written there: nothing is in the way.
bool isFree(const std::filesystem::path& folder)
{
    std::error_code error;
    if (!std::filesystem::exists(folder, error))
        return true;
    return std::filesystem::is_directory(folder, error) && std::filesystem::is_empty(folder, error);
}

/// What the next number is appended to: `suggested` where `folder` is that with a number, otherwise `folder`.
std::filesystem::path numberingBase(const std::filesystem::path& folder, const std::filesystem::path& suggested)
{
    static const QRegularExpression number(QStringLiteral("-\\d+$"));
    const std::filesystem::path whole = withoutTrailingSlash(folder);
    const std::string stem = QString::fromStdString(whole.string()).remove(number).toStdString();
    return stem == withoutTrailingSlash(suggested).string() ? std::filesystem::path(stem) : whole;
}

} // namespace

std::filesystem::path freshFolder(const std::filesystem::path& folder, const std::filesystem::path& suggested)
{
    std::filesystem::path candidate = withoutTrailingSlash(folder);
    const std::string base = numberingBase(folder, suggested).string();
    for (int next = 2; !isFree(candidate); ++next)
        candidate = base + "-" + std::to_string(next);
    return candidate;
}

RunStarter::RunStarter(Settings& settings, DatasetController& datasets, TrainingController& training, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_datasets(datasets)
    , m_training(training)
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    m_runsFolder = std::filesystem::path(documents.toStdString()) / "Gapless";
    m_checkTimer.setSingleShot(true);
    m_checkTimer.setInterval(SettleTime);
    connect(&m_checkTimer, &QTimer::timeout, this, &RunStarter::checkNow);
    connect(&m_settings, &Settings::changed, this, [this](const QString& key) {
        if (!key.startsWith(QLatin1String("data.")) && key != QLatin1String("model.input_channels"))
            return;
        forgetStart();
        leaveSample();
        suggestRunFolder();
        if (!isChecked())
            m_checkTimer.start();
        Q_EMIT readinessChanged();
    });
    connect(&m_settings, &Settings::problemsChanged, this, &RunStarter::readinessChanged);
    connect(&m_datasets, &DatasetController::stateChanged, this, &RunStarter::onDatasetChanged);
    connect(&m_training, &TrainingController::commandsChanged, this, &RunStarter::readinessChanged);
    connect(&m_training, &TrainingController::ended, this, &RunStarter::suggestRunFolder);
    suggestRunFolder();
}

void RunStarter::setRunsFolder(const std::filesystem::path& folder)
{
    m_runsFolder = folder;
    suggestRunFolder();
    Q_EMIT runsFolderChanged();
}

bool RunStarter::hasFolders() const
{
    const DataConfig& data = m_settings.config().data;
    return !data.images.empty() && !data.masks.empty();
}

bool RunStarter::isChecked() const
{
    return m_datasets.state() != DatasetController::State::Unchecked &&
           m_datasets.request() == DatasetRequest::from(m_settings.config());
}

QString RunStarter::missing() const
{
    if (m_training.isBusy())
        return tr("A run is going on.");
    if (!hasFolders())
        return tr("Choose a folder of images and a folder of masks, or take the built-in sample.");
    if (!m_settings.problems().isEmpty())
        return tr("%n setting(s) need attention: they are marked on the left.", nullptr,
                  static_cast<int>(m_settings.problems().size()));
    if (!isChecked())
        return {};
    if (m_datasets.state() == DatasetController::State::Failed)
        return tr("The data cannot be read: %1").arg(m_datasets.failure());
    if (const auto& report = m_datasets.report(); report != nullptr) {
        const auto errors = std::ranges::count(report->problems, Severity::Error, &DatasetProblem::severity);
        if (errors > 0)
            return tr("%n problem(s) in the data stop training: the Data tab lists them.", nullptr,
                      static_cast<int>(errors));
    }
    return {};
}

void RunStarter::start()
{
    if (const QString reason = missing(); !reason.isEmpty()) {
        Q_EMIT refused(reason);
        return;
    }
    if (isChecked() && m_datasets.state() == DatasetController::State::Checked) {
        launch();
        return;
    }
    m_startAfterCheck = true;
    if (!isChecked())
        checkNow();
    Q_EMIT readinessChanged();
}

void RunStarter::resume(const UnfinishedRun& run)
{
    if (m_training.isBusy()) {
        Q_EMIT refused(missing());
        return;
    }
    forgetStart();
    m_sampleImages.clear();
    m_settings.setConfig(run.config);
    m_training.resume(run.config, run.checkpoint);
}

void RunStarter::useSettings(const RunConfig& config)
{
    if (m_training.isBusy()) {
        Q_EMIT refused(missing());
        return;
    }
    forgetStart();
    m_sampleImages.clear();
    RunConfig next = config;
    next.output.run = m_settings.config().output.run;
    m_settings.setConfig(next);
    suggestRunFolder();
}

void RunStarter::useSample(const QString& images, const QString& masks)
{
    forgetStart();
    RunConfig config = m_settings.config();
    if (m_sampleImages.empty())
        m_beforeSample = config;
    m_sampleImages = images.toStdString();
    m_sampleMasks = masks.toStdString();
    config.data = {};
    config.data.images = images.toStdString();
    config.data.masks = masks.toStdString();
    config.training.cropHeight = SampleCrop;
    config.training.cropWidth = SampleCrop;
    config.training.epochs = SampleEpochs;
    m_settings.setConfig(config);
    checkNow();
}

void RunStarter::leaveSample()
{
    RunConfig config = m_settings.config();
    if (m_sampleImages.empty() || config.data.images == m_sampleImages)
        return;
    m_sampleImages.clear();
    const TrainingConfig& training = m_beforeSample.training;
    if (config.training.cropHeight == SampleCrop && config.training.cropWidth == SampleCrop) {
        config.training.cropHeight = training.cropHeight;
        config.training.cropWidth = training.cropWidth;
    }
    if (config.training.epochs == SampleEpochs)
        config.training.epochs = training.epochs;
    restoreData(config.data);
    m_settings.setConfig(config);
}

void RunStarter::restoreData(DataConfig& data) const
{
    const DataConfig& before = m_beforeSample.data;
    const DataConfig unchanged{}; // as useSample() has left them
    if (data.validationShare == unchanged.validationShare)
        data.validationShare = before.validationShare;
    if (data.validationEvery == unchanged.validationEvery)
        data.validationEvery = before.validationEvery;
    if (data.ignoreValue == unchanged.ignoreValue)
        data.ignoreValue = before.ignoreValue;
    if (data.limit == unchanged.limit)
        data.limit = before.limit;
    // Folders belong to their data set: another one must not be validated on them.
    if (data.images != before.images)
        return;
    if (data.masks == m_sampleMasks)
        data.masks = before.masks;
    if (data.validationImages.empty() && data.validationMasks.empty()) {
        data.validationImages = before.validationImages;
        data.validationMasks = before.validationMasks;
    }
}

void RunStarter::forgetStart()
{
    if (!m_startAfterCheck)
        return;
    m_startAfterCheck = false;
    Q_EMIT readinessChanged();
}

void RunStarter::checkNow()
{
    m_checkTimer.stop();
    if (!hasFolders())
        m_datasets.reset();
    else if (!isChecked())
        m_datasets.check(DatasetRequest::from(m_settings.config()));
}

void RunStarter::onDatasetChanged()
{
    const DatasetController::State state = m_datasets.state();
    if (m_startAfterCheck && state != DatasetController::State::Checking) {
        m_startAfterCheck = false;
        if (state == DatasetController::State::Unchecked)
            Q_EMIT refused(missing());
        else
            start();
    }
    Q_EMIT readinessChanged();
}

void RunStarter::launch()
{
    RunConfig config = m_settings.config();
    config.output.run = freshFolder(config.output.run, suggestedBase()).string();
    m_training.start(config);
}

std::filesystem::path RunStarter::folderForData() const
{
    // .../nuclei/images -> "nuclei"
    const RunConfig& config = m_settings.config();
    const std::filesystem::path images(config.data.images);
    const std::string set = images.has_parent_path() ? images.parent_path().filename().string() : std::string("run");
    return m_runsFolder / ((set.empty() ? "run" : set) + "-" + config.model.architecture + "-" + config.model.encoder);
}

std::filesystem::path RunStarter::suggestedBase() const
{
    return m_settings.config().output.run == m_numberedRun ? m_numberedBase : folderForData();
}

void RunStarter::suggestRunFolder()
{
    const std::string run = m_settings.config().output.run;
    std::string next;
    if (run.empty() || run == m_suggestedRun) {
        m_numberedBase = folderForData();
        next = freshFolder(m_numberedBase).string();
        m_suggestedRun = next;
    } else {
        m_numberedBase = numberingBase(run, suggestedBase());
        next = freshFolder(run, m_numberedBase).string();
    }
    m_numberedRun = next;
    if (next != run)
        m_settings.setText(QStringLiteral("output.run"), QString::fromStdString(next));
}

} // namespace gapless::ui
