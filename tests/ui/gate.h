// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace gapless::test
{

/// Holds a worker until the test opens it; says that somebody has arrived.
class Gate final
{
public:
    /// Worker: true when opened, false when stopped first.
    bool pass(std::stop_token stop = {})
    {
        std::unique_lock lock(m_mutex);
        ++m_arrived;
        m_changed.notify_all();
        return m_changed.wait(lock, stop, [this] { return m_isOpen; });
    }
    /// Worker: waits whatever happens.
    void passUnstoppable() { (void)pass(std::stop_token()); }

    void open()
    {
        const std::scoped_lock lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }
    [[nodiscard]] int arrived() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_arrived;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    int m_arrived = 0;     // guarded by m_mutex
    bool m_isOpen = false; // guarded by m_mutex
};

} // namespace gapless::test
