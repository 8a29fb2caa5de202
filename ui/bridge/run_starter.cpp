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

} // namespace

std::filesystem::path freshFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    if (!std::filesystem::exists(folder, error))
        return folder;
    // run-2 is followed by run-3, not by run-2-2.
    static const QRegularExpression number(QStringLiteral("-\\d+$"));
    const std::string base = QString::fromStdString(folder.string()).remove(number).toStdString();
    std::filesystem::path candidate = folder;
    for (int next = 2; std::filesystem::exists(candidate, error); ++next)
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
        if (!key.startsWith(QLatin1String("data.")))
            return;
        leaveSample();
        suggestRunFolder();
        if (!isChecked())
            m_checkTimer.start();
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

void RunStarter::useSample(const QString& images, const QString& masks)
{
    RunConfig config = m_settings.config();
    if (m_sampleImages.empty())
        m_beforeSample = config.training;
    m_sampleImages = images.toStdString();
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
    if (config.training.cropHeight == SampleCrop && config.training.cropWidth == SampleCrop) {
        config.training.cropHeight = m_beforeSample.cropHeight;
        config.training.cropWidth = m_beforeSample.cropWidth;
    }
    if (config.training.epochs == SampleEpochs)
        config.training.epochs = m_beforeSample.epochs;
    m_settings.setConfig(config);
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
    config.output.run = freshFolder(config.output.run).string();
    m_training.start(config);
}

void RunStarter::suggestRunFolder()
{
    RunConfig config = m_settings.config();
    std::error_code error;
    std::string next;
    if (config.output.run.empty() || config.output.run == m_suggestedRun) {
        // .../nuclei/images -> "nuclei"
        const std::filesystem::path images(config.data.images);
        const std::string set =
            images.has_parent_path() ? images.parent_path().filename().string() : std::string("run");
        next = freshFolder(m_runsFolder /
                           ((set.empty() ? "run" : set) + "-" + config.model.architecture + "-" + config.model.encoder))
                   .string();
        m_suggestedRun = next;
    } else {
        next = freshFolder(config.output.run).string();
    }
    if (next != config.output.run)
        m_settings.setText(QStringLiteral("output.run"), QString::fromStdString(next));
}

} // namespace gapless::ui
