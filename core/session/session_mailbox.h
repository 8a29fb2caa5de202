// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/live_settings.h"
#include "core/session/run_order.h"
#include "core/session/training_session.h"
#include "core/types/inspection.h"
#include "core/types/run_state.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

namespace gapless
{

/// What the controlling thread wants of the trainer, and the run's state, which answers it. Internal to core/session.
///
/// Stop and pause are levels, the other wishes are taken once. A stop also sets the run's stop token, so that a wait
/// inside the engine ends. Every change of state passes through here and is checked against the table of
/// core/types/run_state.h.
class SessionMailbox final
{
public:
    struct Requests
    {
        bool stop = false;
        bool pause = false;
        bool save = false;
        bool inspect = false;
        std::optional<LiveSettings> settings;
        std::optional<InspectionRequest> picture;
    };

    // Controlling thread
    bool postStart(const RunOrder& order);
    void postPause();
    void postResume();
    void postStop(StopMode mode);
    void postSave();
    void postInspection();
    /// A newer one replaces one that has not been taken.
    void postPicture(const InspectionRequest& request);
    void postSettings(const LiveSettings& settings);
    void waitUntilAtRest();
    [[nodiscard]] bool waitUntilAtRestFor(std::chrono::milliseconds limit);

    // Any thread
    [[nodiscard]] RunState state() const;

    // Trainer thread
    /// The next run; empty when the session is closing.
    [[nodiscard]] std::optional<RunOrder> waitForRun(std::stop_token closing);
    [[nodiscard]] Requests take();
    /// Returns when there is something to do, or when the pause is over.
    [[nodiscard]] Requests takeWhilePaused();
    [[nodiscard]] std::stop_token stopToken() const;
    [[nodiscard]] StopMode stopMode() const;
    void setState(RunState state);
    /// The run's last word has been said: waitUntilAtRest() may return.
    void runEnded();

private:
    [[nodiscard]] Requests takeLocked();
    [[nodiscard]] bool isDone() const;

    mutable std::mutex m_mutex; // guards everything below
    mutable std::condition_variable_any m_changed;
    RunState m_state = RunState::Idle;
    int m_openRuns = 0; ///< started, and not yet ended; 2 when a run was started from the end of another
    std::optional<RunOrder> m_start;
    std::stop_source m_stop;
    StopMode m_stopMode = StopMode::Save;
    bool m_pause = false;
    bool m_save = false;
    bool m_inspect = false;
    std::optional<LiveSettings> m_settings;
    std::optional<InspectionRequest> m_picture;
};

} // namespace gapless
