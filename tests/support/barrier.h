// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace gapless::test
{

/// Holds one thread at a known place until the test lets it go. Opened for good: later arrivals pass.
class Barrier final
{
public:
    /// The held thread: returns when the test opens the barrier (true) or the token is set (false). Gives up after a
    /// minute, so that a test that fails before it opens the barrier ends.
    bool arrive(std::stop_token stop = {})
    {
        std::unique_lock lock(m_mutex);
        m_hasArrived = true;
        m_changed.notify_all();
        return m_changed.wait_for(lock, stop, std::chrono::minutes(1), [this] { return m_isOpen; });
    }

    /// The test: false when nobody came within the limit.
    [[nodiscard]] bool waitForArrival(std::chrono::seconds limit = std::chrono::seconds(20))
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, limit, [this] { return m_hasArrived; });
    }

    void open()
    {
        const std::scoped_lock lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_hasArrived = false;
    bool m_isOpen = false;
};

} // namespace gapless::test
