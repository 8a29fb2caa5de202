// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_command.h"

#include <chrono>

#include "app/composition.h"
#include "app/run_reporter.h"
#include "app/stop_signal.h"
#include "core/session/training_session.h"

namespace gapless::cli
{

int runToEnd(const RunOrder& order, bool json)
{
    watchStopSignals();
    RunEvents events;
    RunReporter reporter(order.config);
    TrainingSession session(makeEngine(), &events);
    if (order.isResumed())
        session.resume(order.config, order.checkpoint);
    else
        session.start(order.config);
    bool isStopping = false;
    // A signal handler can wake no condition variable: it is asked for as often as the line is drawn.
    while (!session.waitUntilAtRestFor(std::chrono::milliseconds(100))) {
        reporter.show(events.takeAll());
        reporter.show(session.steps().takeAll());
        if (stopSignal() != 0 && !isStopping) {
            isStopping = true;
            const RunState state = session.state();
            const bool isTraining = state == RunState::Running || state == RunState::Paused;
            session.requestStop(StopMode::Save);
            reporter.tell(isTraining ? "stopping: this step is finished and the checkpoint written; a second signal "
                                       "ends it at once"
                                     : "stopping: no step has been taken yet; a second signal ends it at once");
        }
    }
    reporter.show(events.takeAll());
    return reporter.finish(json, stopSignal());
}

} // namespace gapless::cli
