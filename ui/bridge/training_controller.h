// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/base/error.h"
#include "core/session/training_session.h"

namespace gapless::ui
{

/// The window's side of a TrainingSession: commands go in, what the trainer has acknowledged comes out as signals on
/// the UI thread. Never waits, but in its destructor (for the running step and the files). UI thread.
class TrainingController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrainingController)

public:
    /// Sent and not acknowledged yet.
    enum class Pending { None, Start, Pause, Resume, Stop };

    explicit TrainingController(std::unique_ptr<TrainingEngine> engine, QObject* parent = nullptr);
    ~TrainingController() override;

    /// As last acknowledged.
    [[nodiscard]] RunState state() const { return m_state; }
    [[nodiscard]] Pending pending() const { return m_pending; }
    /// From start() until ended().
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

    /// Of the run that goes on, or was the last one.
    [[nodiscard]] const std::string& runFolder() const { return m_runFolder; }

    [[nodiscard]] bool canStart() const { return !m_isBusy; }
    [[nodiscard]] bool canPause() const;
    [[nodiscard]] bool canResume() const;
    [[nodiscard]] bool canStop() const;
    [[nodiscard]] bool canSave() const;
    /// save() has been sent, and the file is not written yet.
    [[nodiscard]] bool isSaving() const { return m_isSaving; }

    void start(const RunConfig& config);
    /// Goes on with the run in the configuration's run folder.
    void resume(const RunConfig& config, const std::filesystem::path& checkpoint);
    void pause();
    void resume();
    /// Discard after Save has been asked for is ignored.
    void stop(StopMode mode = StopMode::Save);
    /// The checkpoint "last" of the run that goes on, between two of its steps; answered by saved(), unless the run
    /// ends.
    void save();
    /// Of the run that goes on; answered by settingsChanged() or settingsRefused(). Without one nothing happens.
    void changeSettings(const LiveSettings& settings);
    /// Of the run that goes on, between two of its steps; answered by pictureArrived(), unless a newer request comes
    /// first or the run ends.
    void requestPicture(const InspectionRequest& request);

Q_SIGNALS:
    void stateChanged(gapless::RunState state);
    /// A button's predicate may have changed: state, pending command or busyness.
    void commandsChanged();
    void prepared(const gapless::RunPlan& plan);
    /// In order; all steps of an epoch before its epochFinished().
    void stepsArrived(const std::vector<gapless::StepRecord>& steps);
    void epochFinished(const gapless::EpochRecord& record);
    void boundaryCrossed(const gapless::BoundaryRecord& record);
    void previewsArrived(const std::shared_ptr<const gapless::PreviewSet>& previews);
    void pictureArrived(const std::shared_ptr<const gapless::Inspection>& inspection);
    void settingsChanged(const gapless::SettingsChange& change);
    void settingsRefused(const gapless::Error& error);
    /// No batch comes; the run goes on waiting.
    void waitsLong(const gapless::LongWait& wait);
    void checkpointWritten(const QString& file);
    /// What save() asked for lies on the disk.
    void saved();
    void failed(const gapless::Error& error);
    /// The last signal of a run; a new one can be started in its slots.
    void ended(const gapless::RunSummary& summary);

private:
    class Observer;

    void setPending(Pending pending);
    void begin(const RunConfig& config);
    void onStateChanged(RunState state);
    void onPrepared(const RunPlan& plan);
    void onCheckpointWritten(const std::filesystem::path& file);
    void onEnded(const RunSummary& summary);
    void drain();

    RunState m_state = RunState::Idle;
    Pending m_pending = Pending::None;
    std::string m_runFolder;
    bool m_isBusy = false;
    bool m_isSaving = false;
    bool m_isPrepared = false; ///< the present run's plan has been told, so its steps may be
    QTimer m_timer;
    std::unique_ptr<Observer> m_observer;
    std::unique_ptr<TrainingSession> m_session; ///< after the observer: ended before it
};

} // namespace gapless::ui
