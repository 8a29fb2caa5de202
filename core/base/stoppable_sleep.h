// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace gapless
{

/// Sleeps for `time`, or until `stop` is set. False when it is set then. Any thread.
template<class Rep, class Period>
[[nodiscard]] bool sleepUnlessStopped(std::chrono::duration<Rep, Period> time, const std::stop_token& stop)
{
    if (time.count() > 0) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, stop, time, [] { return false; });
    }
    return !stop.stop_requested();
}

} // namespace gapless
