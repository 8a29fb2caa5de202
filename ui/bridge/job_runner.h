// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>
#include <utility>

#include <QObject>
#include <QThreadPool>

namespace gapless::ui
{

/// Work on threads of its own, and what is made of its outcome on the UI thread. An owner that `work` or `done` speak
/// of keeps the runner as its last member: the destructor waits for the work that has begun, and `done` is not called
/// any more. UI thread.
class JobRunner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobRunner)

public:
    explicit JobRunner(int mostJobs);
    ~JobRunner() override;

    /// `done` takes what `work` returns, which throws nothing, and may start the next. Both are copied.
    template<class Work, class Done>
    void start(const Work& work, const Done& done)
    {
        ++m_running;
        m_pool.start([this, work, done] {
            if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
                work();
                post(done);
            } else {
                post([done, outcome = work()]() mutable { done(std::move(outcome)); });
            }
        });
    }
    [[nodiscard]] bool isBusy() const { return m_running > 0; }
    [[nodiscard]] int running() const { return m_running; }

Q_SIGNALS:
    /// isBusy() has become false.
    void becameIdle();

private:
    template<class Function>
    void post(Function function)
    {
        QMetaObject::invokeMethod(
            this,
            [this, function = std::move(function)]() mutable {
                --m_running;
                function();
                if (m_running == 0)
                    Q_EMIT becameIdle();
            },
            Qt::QueuedConnection);
    }

    int m_running = 0;
    QThreadPool m_pool;
};

} // namespace gapless::ui
