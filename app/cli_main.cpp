// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/composition.h"
#include "app/console.h"
#include "app/process_start.h"
#include "core/base/error.h"

namespace
{

using namespace gapless;

constexpr const char* description =
    "Trains image-segmentation networks without letting the accelerator wait for data.\n"
    "\n"
    "  gapless-cli sample demo\n"
    "  gapless-cli train --images demo/images --masks demo/masks --crop 96 96 --epochs 12 --run demo/run\n"
    "  gapless-cli predict --checkpoint demo/run/checkpoints/best.pt --images demo/images --out demo/predicted\n"
    "\n"
    "Exit codes: 0 done, 2 usage or configuration, 3 data, 4 the run failed, 130 or 143 after Ctrl-C or SIGTERM.";

void formatHelp(CLI::App& app)
{
    app.get_formatter()->column_width(40);
    app.failure_message([](const CLI::App* root, const CLI::Error& error) {
        const auto used = root->get_subcommands();
        const std::string command = used.empty() ? "" : " " + used.front()->get_name();
        return "gapless-cli: " + std::string(error.what()) + "\nTry 'gapless-cli" + command + " --help'.\n";
    });
}

/// CLI11 would say "A subcommand is required" of a misspelt one, too.
std::string commandProblem(const CLI::App& app, int argc, char** argv)
{
    const std::string word = argc > 1 ? argv[1] : "";
    if (word == "bench" && argc > 2 && !std::string_view(argv[2]).starts_with('-') &&
        std::string_view(argv[2]) != "loader")
        return "there is no bench \"" + std::string(argv[2]) + "\"; possible is loader";
    const bool isCommand =
        !app.get_subcommands([&word](const CLI::App* command) { return command->get_name() == word; }).empty();
    if (isCommand || word.starts_with('-'))
        return {};
    const std::string offered = "sample, check, train, resume, predict, evaluate or bench";
    return word.empty() ? "name a command: " + offered : "there is no command \"" + word + "\"; possible is " + offered;
}

/// The action that was asked for, or the exit code of what CLI11 answered itself (--help, --version, wrong usage).
int parseAndRun(int argc, char** argv)
{
    CLI::App app{description, "gapless-cli"};
    formatHelp(app);
    app.set_version_flag("--version", "gapless-cli " GAPLESS_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");

    cli::Action action;
    cli::addSampleCommand(app, action);
    cli::addCheckCommand(app, action);
    cli::addTrainCommand(app, action);
    cli::addResumeCommand(app, action);
    cli::addPredictCommand(app, action);
    cli::addEvaluateCommand(app, action);
    cli::addBenchCommand(app, action);
    if (const std::string problem = commandProblem(app, argc, argv); !problem.empty()) {
        cli::tellLine("gapless-cli: " + problem + "\nTry 'gapless-cli --help'.");
        return exitCode(ErrorCode::Usage);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool isFailure = error.get_exit_code() != 0; // --help and --version come this way as well
        const bool json =
            std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
        if (isFailure && json)
            return cli::reportError({ErrorCode::Usage, error.what(), {}, {}}, json);
        return app.exit(error) == 0 ? 0 : exitCode(ErrorCode::Usage);
    }
    return action ? action() : 0;
}

} // namespace

int main(int argc, char** argv)
{
    int code = 0;
    try {
        prepareProcess(argv);
        initialiseEngineParts();
        cli::prepareConsole();
        code = cli::finishOutput(parseAndRun(argc, argv));
    } catch (const std::exception& exception) {
        code = cli::reportError(
            {ErrorCode::Internal, exception.what(), {}, "this is a fault of the program; please report it"}, false);
    }
    return leaveProcess(code);
}
