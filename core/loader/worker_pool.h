// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace gapless
{

/// Threads that run one body until it returns, ended within a limit. One thread owns the pool.
///
/// A thread whose body does not return in time is abandoned: detached (nowhere else does the program do that), counted
/// by abandonedReaderCount(), and counted off again should it return after all. Each thread has a copy of the body,
/// which therefore owns (by shared pointers) whatever it touches.
class WorkerPool final
{
public:
    WorkerPool(std::function<void()> body, bool lowPriority);
    /// Call end() before.
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// One more thread. Throws std::system_error when the system gives none.
    void start();
    /// The bodies must have been told to return: joins those that do so within `limit`, abandons the others.
    void end(std::chrono::milliseconds limit);

private:
    struct Ended;

    /// A place in m_threads whose thread, if it had one, has ended.
    [[nodiscard]] std::size_t freePlace();

    std::function<void()> m_body;
    bool m_lowPriority;
    std::shared_ptr<Ended> m_ended;
    std::vector<std::jthread> m_threads;
};

} // namespace gapless
