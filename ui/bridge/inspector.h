// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "core/session/model_services.h"
#include "core/types/inspection.h"
#include "ui/bridge/job_runner.h"

namespace gapless::ui
{

class TrainingController;

/// Has pictures looked at by a network: that of the run which is going on, between two of its steps, or else a
/// checkpoint's, on a worker thread. One picture at a time; a newer wish replaces one that has not been begun. A file
/// that hangs holds up neither the run nor, while one goes on, the next picture. UI thread; never waits, but in its
/// destructor for what is being read or predicted.
class Inspector final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Inspector)

public:
    /// Called on the worker thread, once; null where the build has no engine.
    using ServicesFactory = std::function<std::unique_ptr<ModelServices>()>;

    Inspector(TrainingController& training, ServicesFactory makeServices, QObject* parent = nullptr);

    /// The checkpoint that answers while no run is going on; a run that has ended leaves its own here.
    void useCheckpoint(const QString& file);
    [[nodiscard]] const QString& checkpoint() const { return m_checkpoint; }
    /// Whether the run answers.
    [[nodiscard]] bool isRunAsked() const;
    /// Why nothing can be asked now, in one sentence; empty when something can.
    [[nodiscard]] QString missing() const;

    /// Answered by answered(), with an error in it where there is one. Ignored while something is missing.
    void ask(const InspectionRequest& request);
    /// From ask() until its answer.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// A thread is at work, also for a wish that has been replaced.
    [[nodiscard]] bool isWorking() const { return m_jobs.isBusy() || m_files.isBusy(); }

Q_SIGNALS:
    void answered(const std::shared_ptr<const gapless::Inspection>& inspection);
    /// missing(), isBusy(), checkpoint() or isRunAsked() may read differently.
    void changed();
    /// isWorking() has become false.
    void becameIdle();

private:
    struct Worker;

    void askRun(const InspectionRequest& request);
    void askCheckpoint(const InspectionRequest& request);
    void take(const std::shared_ptr<const Inspection>& inspection);
    void tellIdle();
    void setBusy(bool isBusy);

    TrainingController& m_training;
    std::shared_ptr<Worker> m_worker;
    QString m_checkpoint;
    std::optional<InspectionRequest> m_next; ///< asked while the checkpoint's network was at work
    bool m_isBusy = false;
    std::uint64_t m_generation = 0; ///< of the newest wish
    JobRunner m_jobs;               ///< predict with a checkpoint, one at a time
    JobRunner m_files;              ///< read what the run will be asked about
};

} // namespace gapless::ui
