// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_mailbox.h"

#include <cassert>
#include <string>
#include <utility>

#include "core/base/log.h"

namespace gapless
{

bool SessionMailbox::postStart(const RunOrder& order)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!canStart(m_state))
            return false;
        m_start = order;
        m_stop = std::stop_source();
        m_stopMode = StopMode::Save;
        m_pause = m_save = m_inspect = false;
        m_settings.reset();
        m_picture.reset();
        m_state = RunState::Preparing;
        ++m_openRuns;
    }
    m_changed.notify_all();
    return true;
}

void SessionMailbox::postPause()
{
    const std::scoped_lock lock(m_mutex);
    if (canPause(m_state) || m_state == RunState::Paused)
        m_pause = true;
}

void SessionMailbox::postResume()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_pause = false;
    }
    m_changed.notify_all();
}

void SessionMailbox::postStop(StopMode mode)
{
    std::stop_source stop{std::nostopstate};
    {
        const std::scoped_lock lock(m_mutex);
        if (!canStop(m_state))
            return;
        // The stronger wish wins: closing the window after "discard" does not save after all.
        if (mode == StopMode::Discard)
            m_stopMode = mode;
        stop = m_stop;
    }
    // Outside the lock: the engine's stop callbacks run inside this call.
    stop.request_stop(); // NOLINT(clang-analyzer-cplusplus.Move): it was copied into
    m_changed.notify_all();
}

void SessionMailbox::postSave()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_save = m_state == RunState::Running || m_state == RunState::Paused;
    }
    m_changed.notify_all();
}

void SessionMailbox::postInspection()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_inspect = m_state == RunState::Running || m_state == RunState::Paused;
    }
    m_changed.notify_all();
}

void SessionMailbox::postPicture(const InspectionRequest& request)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_state != RunState::Running && m_state != RunState::Paused)
            return;
        m_picture = request;
    }
    m_changed.notify_all();
}

void SessionMailbox::postSettings(const LiveSettings& settings)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!canStop(m_state)) // no run, or one that is ending
            return;
        m_settings = settings;
    }
    m_changed.notify_all();
}

bool SessionMailbox::isDone() const
{
    return m_openRuns == 0;
}

void SessionMailbox::waitUntilAtRest()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return isDone(); });
}

bool SessionMailbox::waitUntilAtRestFor(std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, limit, [this] { return isDone(); });
}

RunState SessionMailbox::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::optional<RunOrder> SessionMailbox::waitForRun(std::stop_token closing)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, std::move(closing), [this] { return m_start.has_value(); });
    return std::exchange(m_start, std::nullopt);
}

SessionMailbox::Requests SessionMailbox::takeLocked()
{
    return {m_stop.stop_requested(),
            m_pause,
            std::exchange(m_save, false),
            std::exchange(m_inspect, false),
            std::exchange(m_settings, std::nullopt),
            std::exchange(m_picture, std::nullopt)};
}

SessionMailbox::Requests SessionMailbox::take()
{
    const std::scoped_lock lock(m_mutex);
    return takeLocked();
}

SessionMailbox::Requests SessionMailbox::takeWhilePaused()
{
    std::unique_lock lock(m_mutex);
    // The token wakes the wait when a stop is requested just after the predicate was evaluated.
    m_changed.wait(lock, m_stop.get_token(),
                   [this] { return !m_pause || m_save || m_inspect || m_settings || m_picture; });
    return takeLocked();
}

std::stop_token SessionMailbox::stopToken() const
{
    const std::scoped_lock lock(m_mutex);
    return m_stop.get_token();
}

StopMode SessionMailbox::stopMode() const
{
    const std::scoped_lock lock(m_mutex);
    return m_stopMode;
}

void SessionMailbox::setState(RunState state)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!isTransitionAllowed(m_state, state)) {
            logLine(LogLevel::Error, "internal error: the run went from " + std::string(runStateName(m_state)) +
                                         " to " + std::string(runStateName(state)));
            assert(!"a transition that is not in the table");
        }
        m_state = state;
    }
    m_changed.notify_all();
}

void SessionMailbox::runEnded()
{
    {
        const std::scoped_lock lock(m_mutex);
        --m_openRuns;
    }
    m_changed.notify_all();
}

} // namespace gapless
