// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <chrono>

#include <semaphore.h>

namespace gapless
{

/// Counts permits: wait() takes one or sleeps until there is one. Any thread.
///
/// post() never waits for another thread, so that a thread in a hurry can wake one of low priority with it. With
/// glibc's condition variables it could not: a signal may have to wait until threads woken earlier have run.
/// (std::counting_semaphore of GCC 12 can sleep for ever: GCC bug 104928.)
class Semaphore final
{
public:
    Semaphore() { sem_init(&m_semaphore, 0, 0); }
    ~Semaphore() { sem_destroy(&m_semaphore); }
    Semaphore(const Semaphore&) = delete;
    Semaphore& operator=(const Semaphore&) = delete;

    void post() { sem_post(&m_semaphore); }
    void post(int permits)
    {
        for (; permits > 0; --permits)
            post();
    }
    void wait()
    {
        while (sem_wait(&m_semaphore) != 0 && errno == EINTR) {
        }
    }
    /// False when none came until then.
    [[nodiscard]] bool waitUntil(std::chrono::steady_clock::time_point limit)
    {
        using namespace std::chrono;
        const auto ns = duration_cast<nanoseconds>(limit.time_since_epoch());
        const auto s = duration_cast<seconds>(ns);
        const timespec until{static_cast<time_t>(s.count()), static_cast<long>((ns - s).count())};
        int failed = 0;
        do // libstdc++'s steady clock is the monotonic one
            failed = sem_clockwait(&m_semaphore, CLOCK_MONOTONIC, &until);
        while (failed != 0 && errno == EINTR);
        return failed == 0;
    }

private:
    sem_t m_semaphore;
};

} // namespace gapless
