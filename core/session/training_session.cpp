// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/training_session.h"

#include <stop_token>
#include <thread>
#include <utility>

#include "core/session/run_driver.h"
#include "core/session/session_mailbox.h"

namespace gapless
{

/// The trainer thread and what it touches. One thread for all runs, not one for each: libraries below the engine tie
/// pools and settings to the thread that first used them, and starting a run needs no join of the one before.
class TrainingSession::Trainer final
{
public:
    Trainer(std::unique_ptr<TrainingEngine> engine, SessionObserver* observer, SampleChannel<StepRecord>& steps,
            LatestValue<PreviewSet>& previews, LatestValue<Inspection>& inspections)
        : m_engine(std::move(engine))
        , m_outputs{observer != nullptr ? *observer : m_silent, steps, previews, inspections}
    {
        m_engine->setWaitObserver([this](const LongWait& wait) { m_outputs.observer.waitsLong(wait); });
        m_thread = std::jthread([this](const std::stop_token& closing) { work(closing); });
    }

    ~Trainer() { m_mailbox.postStop(StopMode::Save); }
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    [[nodiscard]] SessionMailbox& mailbox() { return m_mailbox; }

private:
    void work(const std::stop_token& closing)
    {
        while (const auto order = m_mailbox.waitForRun(closing)) {
            RunDriver(*order, *m_engine, m_mailbox, m_outputs).run();
            m_mailbox.runEnded();
        }
        m_engine.reset();
    }

    SessionMailbox m_mailbox;
    SessionObserver m_silent;
    std::unique_ptr<TrainingEngine> m_engine;
    RunOutputs m_outputs;
    std::jthread m_thread; // last: ends before what it uses
};

TrainingSession::TrainingSession(std::unique_ptr<TrainingEngine> engine, SessionObserver* observer)
    : m_trainer(std::make_unique<Trainer>(std::move(engine), observer, m_steps, m_previews, m_inspections))
{
}

TrainingSession::~TrainingSession() = default;

bool TrainingSession::start(const RunConfig& config)
{
    return m_trainer->mailbox().postStart({config});
}

bool TrainingSession::resume(const RunConfig& config, const std::filesystem::path& checkpoint)
{
    return m_trainer->mailbox().postStart({config, checkpoint});
}

void TrainingSession::requestPause()
{
    m_trainer->mailbox().postPause();
}

void TrainingSession::requestResume()
{
    m_trainer->mailbox().postResume();
}

void TrainingSession::requestStop(StopMode mode)
{
    m_trainer->mailbox().postStop(mode);
}

void TrainingSession::requestSave()
{
    m_trainer->mailbox().postSave();
}

void TrainingSession::requestInspection()
{
    m_trainer->mailbox().postInspection();
}

void TrainingSession::requestPicture(const InspectionRequest& request)
{
    m_trainer->mailbox().postPicture(request);
}

void TrainingSession::requestSettings(const LiveSettings& settings)
{
    m_trainer->mailbox().postSettings(settings);
}

RunState TrainingSession::state() const
{
    return m_trainer->mailbox().state();
}

void TrainingSession::waitUntilAtRest()
{
    m_trainer->mailbox().waitUntilAtRest();
}

bool TrainingSession::waitUntilAtRestFor(std::chrono::milliseconds limit)
{
    return m_trainer->mailbox().waitUntilAtRestFor(limit);
}

} // namespace gapless
