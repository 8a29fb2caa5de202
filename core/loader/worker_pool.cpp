// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/worker_pool.h"

#include "core/loader/prefetch_loader.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace gapless
{

namespace
{

constexpr int NicenessStep = 10;

std::atomic<int> abandonedThreads = 0;

/// Linux keeps niceness and policy of each thread by itself. A batch thread that is woken does not push the trainer,
/// which wakes it, off the processor. Refusal does no harm, so it is not looked at.
void lowerPriorityOfThisThread()
{
    const sched_param parameters{};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &parameters);
    const auto thread = static_cast<id_t>(gettid());
    setpriority(PRIO_PROCESS, thread, std::min(getpriority(PRIO_PROCESS, thread) + NicenessStep, 19));
}

} // namespace

/// Which threads have come to their end; outlives the pool as long as an abandoned one holds it.
struct WorkerPool::Ended
{
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<bool> ended;     // by place in m_threads; guarded by mutex
    std::vector<bool> abandoned; // as above

    void report(std::size_t thread)
    {
        const std::scoped_lock lock(mutex);
        ended[thread] = true;
        if (abandoned[thread])
            --abandonedThreads;
        changed.notify_all();
    }
};

WorkerPool::WorkerPool(std::function<void()> body, bool lowPriority)
    : m_body(std::move(body))
    , m_lowPriority(lowPriority)
    , m_ended(std::make_shared<Ended>())
{
}

WorkerPool::~WorkerPool() = default;

void WorkerPool::start()
{
    const std::size_t place = freePlace();
    const auto setEnded = [this, place](bool ended) {
        const std::scoped_lock lock(m_ended->mutex);
        m_ended->ended[place] = ended;
    };
    setEnded(false);
    try {
        // A thread that has ended is joined here.
        m_threads[place] = std::jthread([place, ended = m_ended, body = m_body, lowPriority = m_lowPriority]() mutable {
            pthread_setname_np(pthread_self(), "loader");
            if (lowPriority)
                lowerPriorityOfThisThread();
            body();
            body = nullptr; // what it shares is given up before it counts as ended
            ended->report(place);
        });
    } catch (...) {
        setEnded(true);
        throw;
    }
}

std::size_t WorkerPool::freePlace()
{
    const std::scoped_lock lock(m_ended->mutex);
    const auto left = std::ranges::find(m_ended->ended, true);
    const auto place = static_cast<std::size_t>(left - m_ended->ended.begin());
    if (place == m_threads.size()) {
        m_threads.emplace_back();
        m_ended->abandoned.push_back(false);
        m_ended->ended.push_back(true);
    }
    return place;
}

void WorkerPool::end(std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_ended->mutex);
    const auto started = static_cast<std::ptrdiff_t>(m_threads.size());
    m_ended->changed.wait_for(lock, limit,
                              [this, started] { return std::ranges::count(m_ended->ended, true) == started; });
    for (std::size_t thread = 0; thread < m_threads.size(); ++thread) {
        if (m_ended->ended[thread])
            continue;
        m_ended->abandoned[thread] = true;
        ++abandonedThreads;
        m_threads[thread].detach();
    }
    lock.unlock();
    m_threads.clear();
}

int abandonedReaderCount()
{
    return abandonedThreads;
}

} // namespace gapless
