// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/composition.h"
#include "app/config_options.h"
#include "app/console.h"
#include "app/run_command.h"

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
        return reportError(missingEngineError(), options.json);

    return runToEnd({*config}, options.json);
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
