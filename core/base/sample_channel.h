// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace gapless
{

/// Values from one thread to another that empties it whole, at its own pace: no signal per value, the writer never
/// waits. Bounded; past the bound the newest values are dropped and counted, so that the reader can say so. Any thread.
template<class T>
class SampleChannel final
{
public:
    explicit SampleChannel(std::size_t capacity = 1'000'000)
        : m_capacity(capacity)
    {
    }

    void push(T value)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_values.size() < m_capacity)
            m_values.push_back(std::move(value));
        else
            ++m_dropped;
    }

    /// Everything pushed since the last call, in order.
    [[nodiscard]] std::vector<T> takeAll()
    {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_values, {});
    }

    [[nodiscard]] std::uint64_t dropped() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_dropped;
    }

private:
    mutable std::mutex m_mutex;
    const std::size_t m_capacity;
    std::vector<T> m_values;     // guarded by m_mutex
    std::uint64_t m_dropped = 0; // guarded by m_mutex
};

} // namespace gapless
