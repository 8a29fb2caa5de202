// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/dataset_controller.h"

#include <atomic>
#include <exception>
#include <filesystem>
#include <utility>

#include <QStandardPaths>

#include "core/data/data_split.h"
#include "core/data/sample_set.h"

namespace gapless::ui
{
namespace
{

/// Cancelled checks may still be busy with a slow file while the next one runs.
constexpr int MostJobs = 8;

template<class Value, class Function>
Result<Value> caught(const Function& function)
{
    try {
        return function();
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Internal, exception.what());
    }
}

Result<QString> makeSampleIn(const std::filesystem::path& folder)
{
    // Written beside and renamed whole, so that a folder that exists is a complete sample.
    std::error_code error;
    if (std::filesystem::is_directory(folder / "images", error) &&
        std::filesystem::is_directory(folder / "masks", error))
        return QString::fromStdString(folder.string());
    const std::filesystem::path unfinished = folder.string() + ".unfinished";
    std::filesystem::remove_all(unfinished, error);
    std::filesystem::create_directories(unfinished.parent_path(), error);
    if (const Result<void> written = writeSampleSet(unfinished); !written)
        return std::unexpected(written.error());
    std::filesystem::rename(unfinished, folder, error);
    if (error)
        return fail(ErrorCode::File, error.message(), folder.string(), "check free space and permissions");
    return QString::fromStdString(folder.string());
}

} // namespace

DatasetRequest DatasetRequest::from(const RunConfig& config)
{
    return {config.data.images,          config.data.masks,       config.data.validationImages,
            config.data.validationMasks, config.data.ignoreValue, config.model.inputChannels};
}

DatasetController::DatasetController(QObject* parent, CheckFunction check)
    : QObject(parent)
    , m_check(std::move(check))
    , m_jobs(MostJobs)
{
    connect(&m_jobs, &JobRunner::becameIdle, this, &DatasetController::becameIdle);
}

DatasetController::~DatasetController()
{
    cancelCheck();
}

std::optional<std::int64_t> DatasetController::trainingPairs(const DataConfig& data) const
{
    if (!m_report)
        return std::nullopt;
    return gapless::trainingPairs(data, static_cast<std::int64_t>(m_report->pairs.size()));
}

void DatasetController::cancelCheck()
{
    ++m_generation;
    m_stop.request_stop();
    m_stop = std::stop_source();
}

void DatasetController::reset()
{
    cancelCheck();
    m_request = {};
    m_report.reset();
    m_failure.clear();
    setState(State::Unchecked);
}

void DatasetController::check(const DatasetRequest& request)
{
    cancelCheck();
    m_request = request;
    m_report.reset();
    m_failure.clear();
    const std::uint64_t generation = m_generation;
    setState(State::Checking);
    const auto work = [this, request, generation, stop = m_stop.get_token(), checkData = m_check] {
        // At most one progress event is on its way: a check of small files is faster than the window.
        const auto isProgressQueued = std::make_shared<std::atomic<bool>>(false);
        const Progress progress = [this, generation, isProgressQueued](std::int64_t done, std::int64_t total) {
            if (isProgressQueued->exchange(true))
                return;
            QMetaObject::invokeMethod(
                this,
                [this, generation, isProgressQueued, done, total] {
                    isProgressQueued->store(false);
                    if (generation == m_generation)
                        Q_EMIT progressed(done, total);
                },
                Qt::QueuedConnection);
        };
        return caught<DatasetReport>([&] { return checkData(request, stop, progress); });
    };
    m_jobs.start(work, [this, generation](Result<DatasetReport> result) {
        if (generation != m_generation)
            return;
        if (result)
            m_report = std::make_shared<const DatasetReport>(std::move(*result));
        else
            m_failure = QString::fromStdString(result.error().text());
        setState(result ? State::Checked : State::Failed);
    });
}

void DatasetController::makeSample(const QString& folder)
{
    const auto work = [path = std::filesystem::path(folder.toStdString())] {
        return caught<QString>([&] { return makeSampleIn(path); });
    };
    m_jobs.start(work, [this](const Result<QString>& made) {
        if (made)
            Q_EMIT sampleReady(*made + QStringLiteral("/images"), *made + QStringLiteral("/masks"));
        else
            Q_EMIT sampleFailed(made.error());
    });
}

QString DatasetController::defaultSampleFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/sample");
}

void DatasetController::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

Result<DatasetReport> DatasetController::checkFolders(const DatasetRequest& request, std::stop_token stop,
                                                      const Progress& progress)
{
    RunConfig config;
    config.data.images = request.images;
    config.data.masks = request.masks;
    config.data.validationImages = request.validationImages;
    config.data.validationMasks = request.validationMasks;
    config.data.ignoreValue = request.ignoreValue;
    config.model.inputChannels = request.inputChannels;
    Result<CheckedFolders> folders = gapless::checkFolders(config, std::move(stop), progress);
    if (!folders)
        return std::unexpected(folders.error());
    return std::move(folders->report);
}

} // namespace gapless::ui
