// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/inspector.h"

#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "core/data/folder_source.h"
#include "ui/bridge/training_controller.h"

namespace gapless::ui
{
namespace
{

/// Files that hang keep their threads; so many may, before the next one waits for them.
constexpr int MostFiles = 8;

void readThrough(const ImagePair& pair)
{
    std::vector<char> block(std::size_t{1} << 20);
    for (const std::filesystem::path& file : {pair.image, pair.mask}) {
        std::ifstream stream(file, std::ios::binary);
        while (stream.read(block.data(), static_cast<std::streamsize>(block.size()))) {
        }
    }
}

Inspection failed(const InspectionRequest& request, Error error)
{
    Inspection inspection;
    inspection.request = request;
    inspection.error = std::move(error);
    return inspection;
}

} // namespace

/// What the worker thread holds between two pictures.
struct Inspector::Worker
{
    ServicesFactory makeServices;
    std::unique_ptr<ModelServices> services;
    std::filesystem::path loaded;
    std::filesystem::file_time_type loadedTime;
    CheckpointInfo info;

    [[nodiscard]] Result<void> load(const std::filesystem::path& file)
    {
        if (!services)
            services = makeServices ? makeServices() : nullptr;
        if (!services)
            return fail(ErrorCode::Config, "this build has no LibTorch and cannot predict");
        std::error_code error;
        const auto time = std::filesystem::last_write_time(file, error); // a file that is gone is told by load()
        if (!error && file == loaded && time == loadedTime)
            return {};
        loaded.clear();
        Result<CheckpointInfo> read = services->load(file);
        if (!read)
            return std::unexpected(std::move(read.error()));
        info = std::move(*read);
        loaded = file;
        loadedTime = time;
        return {};
    }

    [[nodiscard]] Result<Inspection> inspect(const std::filesystem::path& file, const InspectionRequest& request)
    {
        if (auto ready = load(file); !ready)
            return std::unexpected(ready.error());
        const auto source = openPicture(request.pair, info.classes, normalisationOf(info.config.model.inputChannels));
        if (!source)
            return std::unexpected(source.error());
        return services->inspectPicture(**source, request);
    }
};

Inspector::Inspector(TrainingController& training, ServicesFactory makeServices, QObject* parent)
    : QObject(parent)
    , m_training(training)
    , m_worker(std::make_shared<Worker>())
    , m_jobs(1)
    , m_files(MostFiles)
{
    m_worker->makeServices = std::move(makeServices);
    connect(&m_jobs, &JobRunner::becameIdle, this, &Inspector::tellIdle);
    connect(&m_files, &JobRunner::becameIdle, this, &Inspector::tellIdle);
    connect(&m_training, &TrainingController::pictureArrived, this, &Inspector::take);
    connect(&m_training, &TrainingController::stateChanged, this, &Inspector::changed);
    connect(&m_training, &TrainingController::ended, this, [this](const RunSummary& summary) {
        m_isBusy = m_jobs.isBusy(); // the run answers no more
        const std::filesystem::path checkpoints = summary.runFolder / "checkpoints";
        std::error_code error;
        for (const char* name : {"best.pt", "last.pt"}) {
            if (summary.runFolder.empty() || !std::filesystem::is_regular_file(checkpoints / name, error))
                continue;
            m_checkpoint = QString::fromStdString((checkpoints / name).string());
            break;
        }
        Q_EMIT changed();
    });
}

void Inspector::useCheckpoint(const QString& file)
{
    m_checkpoint = file;
    Q_EMIT changed();
}

bool Inspector::isRunAsked() const
{
    return m_training.isBusy();
}

QString Inspector::missing() const
{
    if (isRunAsked())
        return m_training.state() == RunState::Running || m_training.state() == RunState::Paused
                   ? QString()
                   : tr("The run is being prepared or ended: its network can be asked in a moment.");
    return m_checkpoint.isEmpty()
               ? tr("There is no network to ask yet: start training, or open a checkpoint of an earlier run.")
               : QString();
}

void Inspector::ask(const InspectionRequest& request)
{
    if (!missing().isEmpty())
        return;
    ++m_generation;
    if (isRunAsked())
        askRun(request);
    else
        askCheckpoint(request);
}

// The trainer thread opens the files itself. It is asked only once they have been read here, so that a file that hangs
// (a dead network drive, a pipe) holds up this thread and not the training.
void Inspector::askRun(const InspectionRequest& request)
{
    setBusy(true);
    m_files.start([pair = request.pair] { readThrough(pair); },
                  [this, request, generation = m_generation] {
                      if (generation != m_generation)
                          return;
                      if (isRunAsked() && missing().isEmpty())
                          m_training.requestPicture(request);
                      else if (missing().isEmpty())
                          askCheckpoint(request);
                      else
                          setBusy(false);
                  });
}

void Inspector::askCheckpoint(const InspectionRequest& request)
{
    if (m_jobs.isBusy()) {
        m_next = request;
        return;
    }
    setBusy(true);
    const auto work = [worker = m_worker, file = std::filesystem::path(m_checkpoint.toStdString()), request] {
        try {
            Result<Inspection> seen = worker->inspect(file, request);
            return std::make_shared<const Inspection>(seen ? std::move(*seen)
                                                           : failed(request, std::move(seen.error())));
        } catch (const std::exception& error) {
            return std::make_shared<const Inspection>(
                failed(request, {ErrorCode::Internal, error.what(), request.pair.image.string(), {}}));
        }
    };
    m_jobs.start(work, [this](const std::shared_ptr<const Inspection>& inspection) {
        take(inspection);
        if (const auto next = std::exchange(m_next, std::nullopt))
            ask(*next);
    });
}

void Inspector::take(const std::shared_ptr<const Inspection>& inspection)
{
    m_isBusy = false;
    Q_EMIT answered(inspection);
    Q_EMIT changed();
}

void Inspector::tellIdle()
{
    if (!isWorking())
        Q_EMIT becameIdle();
}

void Inspector::setBusy(bool isBusy)
{
    if (std::exchange(m_isBusy, isBusy) != isBusy)
        Q_EMIT changed();
}

} // namespace gapless::ui
