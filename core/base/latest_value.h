// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace gapless
{

/// One slot that always holds the newest value: writers overwrite, the reader takes what is there; neither waits. Any
/// thread. A mutex round a shared_ptr: GCC 12's ThreadSanitizer reports std::atomic<std::shared_ptr> as a race.
template<class T>
class LatestValue final
{
public:
    void set(T value)
    {
        auto next = std::make_shared<const T>(std::move(value));
        const std::scoped_lock lock(m_mutex);
        m_value.swap(next);
    }

    /// The newest value not taken yet, or null.
    [[nodiscard]] std::shared_ptr<const T> take()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_value, nullptr);
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const T> m_value; // guarded by m_mutex
};

} // namespace gapless
