// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/training_controller.h"

#include <chrono>
#include <utility>

namespace gapless::ui
{
namespace
{

/// Ten times a second is smooth for numbers, and leaves the window's thread alone.
constexpr std::chrono::milliseconds DrainInterval{100};

} // namespace

/// Trainer thread: carries a copy of each event to the UI thread. The session ends before the controller's QObject part
/// does, and what is still queued then is dropped by Qt.
class TrainingController::Observer final : public SessionObserver
{
public:
    explicit Observer(TrainingController& controller)
        : m_controller(controller)
    {
    }

    void stateChanged(RunState state) override
    {
        post([state](TrainingController& controller) { controller.onStateChanged(state); });
    }
    void runPrepared(const RunPlan& plan) override
    {
        post([plan](TrainingController& controller) { controller.onPrepared(plan); });
    }
    void epochFinished(const EpochRecord& record) override
    {
        post([record](TrainingController& controller) {
            controller.drain();
            Q_EMIT controller.epochFinished(record);
        });
    }
    void boundaryCrossed(const BoundaryRecord& record) override
    {
        post([record](TrainingController& controller) { Q_EMIT controller.boundaryCrossed(record); });
    }
    void settingsChanged(const SettingsChange& change) override
    {
        post([change](TrainingController& controller) { Q_EMIT controller.settingsChanged(change); });
    }
    void settingsRefused(const Error& error) override
    {
        post([error](TrainingController& controller) { Q_EMIT controller.settingsRefused(error); });
    }
    void waitsLong(const LongWait& wait) override
    {
        post([wait](TrainingController& controller) { Q_EMIT controller.waitsLong(wait); });
    }
    void checkpointWritten(const std::filesystem::path& file) override
    {
        post([file](TrainingController& controller) { controller.onCheckpointWritten(file); });
    }
    void runFailed(const Error& error) override
    {
        post([error](TrainingController& controller) { Q_EMIT controller.failed(error); });
    }
    void runEnded(const RunSummary& summary) override
    {
        post([summary](TrainingController& controller) { controller.onEnded(summary); });
    }

private:
    template<class Event>
    void post(Event event)
    {
        QMetaObject::invokeMethod(
            &m_controller, [this, event = std::move(event)] { event(m_controller); }, Qt::QueuedConnection);
    }

    TrainingController& m_controller;
};

TrainingController::TrainingController(std::unique_ptr<TrainingEngine> engine, QObject* parent)
    : QObject(parent)
    , m_observer(std::make_unique<Observer>(*this))
    , m_session(std::make_unique<TrainingSession>(std::move(engine), m_observer.get()))
{
    m_timer.setInterval(DrainInterval);
    connect(&m_timer, &QTimer::timeout, this, &TrainingController::drain);
}

TrainingController::~TrainingController() = default;

bool TrainingController::canPause() const
{
    return m_isBusy && m_pending == Pending::None && gapless::canPause(m_state);
}

bool TrainingController::canResume() const
{
    return m_isBusy && m_pending == Pending::None && gapless::canResume(m_state);
}

bool TrainingController::canStop() const
{
    return m_isBusy && m_pending != Pending::Stop && gapless::canStop(m_state);
}

bool TrainingController::canSave() const
{
    return canStop() && !m_isSaving && m_state != RunState::Preparing;
}

void TrainingController::start(const RunConfig& config)
{
    if (!m_isBusy && m_session->start(config))
        begin(config);
}

void TrainingController::resume(const RunConfig& config, const std::filesystem::path& checkpoint)
{
    if (!m_isBusy && m_session->resume(config, checkpoint))
        begin(config);
}

void TrainingController::begin(const RunConfig& config)
{
    m_runFolder = config.output.run;
    m_isBusy = true;
    m_isPrepared = false;
    m_timer.start();
    setPending(Pending::Start);
}

void TrainingController::pause()
{
    if (!canPause())
        return;
    m_session->requestPause();
    setPending(Pending::Pause);
}

void TrainingController::resume()
{
    if (!canResume())
        return;
    m_session->requestResume();
    setPending(Pending::Resume);
}

void TrainingController::stop(StopMode mode)
{
    // Also before the first state has been acknowledged: closing the window must not wait for that.
    if (!m_isBusy || m_pending == Pending::Stop)
        return;
    m_session->requestStop(mode);
    setPending(Pending::Stop);
}

void TrainingController::save()
{
    if (!canSave())
        return;
    m_isSaving = true;
    m_session->requestSave();
    Q_EMIT commandsChanged();
}

void TrainingController::changeSettings(const LiveSettings& settings)
{
    if (m_isBusy)
        m_session->requestSettings(settings);
}

void TrainingController::requestPicture(const InspectionRequest& request)
{
    if (m_isBusy)
        m_session->requestPicture(request);
}

void TrainingController::setPending(Pending pending)
{
    m_pending = pending;
    Q_EMIT commandsChanged();
}

void TrainingController::onStateChanged(RunState state)
{
    m_state = state;
    const bool isAcknowledged = (m_pending == Pending::Start && state == RunState::Preparing) ||
                                (m_pending == Pending::Pause && state == RunState::Paused) ||
                                (m_pending == Pending::Resume && state == RunState::Running) ||
                                state == RunState::Stopping || isAtRest(state);
    if (isAcknowledged)
        m_pending = Pending::None;
    Q_EMIT stateChanged(state);
    Q_EMIT commandsChanged();
}

void TrainingController::onPrepared(const RunPlan& plan)
{
    m_isPrepared = true;
    Q_EMIT prepared(plan);
}

void TrainingController::onCheckpointWritten(const std::filesystem::path& file)
{
    Q_EMIT checkpointWritten(QString::fromStdString(file.string()));
    if (!m_isSaving || file.stem() != "last")
        return;
    m_isSaving = false;
    Q_EMIT commandsChanged();
    Q_EMIT saved();
}

void TrainingController::onEnded(const RunSummary& summary)
{
    drain();
    m_timer.stop();
    m_isBusy = false;
    m_isSaving = false;
    m_pending = Pending::None;
    Q_EMIT commandsChanged();
    Q_EMIT ended(summary);
}

void TrainingController::drain()
{
    // A step can reach the channel before the queued plan reaches this thread; it waits for the next round.
    if (!m_isPrepared)
        return;
    if (const std::vector<StepRecord> steps = m_session->steps().takeAll(); !steps.empty())
        Q_EMIT stepsArrived(steps);
    if (const std::shared_ptr<const PreviewSet> previews = m_session->previews().take())
        Q_EMIT previewsArrived(previews);
    if (const std::shared_ptr<const Inspection> picture = m_session->inspections().take())
        Q_EMIT pictureArrived(picture);
}

} // namespace gapless::ui
