// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <chrono>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/composition.h"
#include "app/config_options.h"
#include "app/console.h"
#include "app/run_reporter.h"
#include "app/stop_signal.h"
#include "core/session/training_session.h"

namespace gapless::cli
{

namespace
{

struct TrainOptions
{
    ConfigOptions config;
    bool json = false;
};

int train(const TrainOptions& options)
{
    const Result<RunConfig> config = options.config.config();
    if (!config)
        return reportError(config.error(), options.json);
    if (!hasRealEngine())
        return reportError(
            {ErrorCode::Config, std::string(missingEngineMessage()), {}, "build it with GAPLESS_TORCH=ON"},
            options.json);

    watchStopSignals();
    RunEvents events;
    RunReporter reporter(*config);
    TrainingSession session(makeEngine(), &events);
    session.start(*config);
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
                                     : "stopping: nothing has been trained yet; a second signal ends it at once");
        }
    }
    reporter.show(events.takeAll());
    return reporter.finish(options.json, stopSignal());
}

} // namespace

void addTrainCommand(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("train", "Train a network on a folder of images and a folder of masks");
    const auto options = std::make_shared<TrainOptions>();
    options->config.addTo(*command);
    command
        ->add_flag("--json", options->json,
                   "Print the run's figures as one JSON object, the last line of standard output")
        ->group("Output");
    command->callback([options, &action] { action = [options] { return train(*options); }; });
}

} // namespace gapless::cli
