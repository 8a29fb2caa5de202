// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include "app/composition.h"
#include "app/config_options.h"
#include "app/console.h"
#include "app/resume_proof.h"
#include "app/run_command.h"
#include "app/stop_signal.h"
#include "core/base/log.h"
#include "core/config/config_fields.h"
#include "core/config/config_json.h"
#include "core/config/config_validate.h"
#include "core/config/live_settings.h"

namespace gapless::cli
{

namespace
{

namespace fs = std::filesystem;

struct ResumeOptions
{
    std::string run;
    std::optional<std::int64_t> epochs;
    std::vector<std::string> assignments;
    std::int64_t proofSteps = 0; ///< 0: no proof is wanted; 1: one of as many as proveResume() thinks fit
    bool json = false;
};

/// What does not change what is learned from which data, and where these lie now; all else belongs to the run.
constexpr std::array<std::string_view, 9> changeableGroups{
    "speed.",          "data.images",       "data.masks",          "data.validation_images", "data.validation_masks",
    "output.previews", "output.keep_every", "output.save_seconds", "data.on_bad_sample"};
constexpr std::array<std::string_view, 7> changeableTraining{
    "training.epochs",   "training.learning_rate", "training.learning_rate_factor",
    "training.patience", "training.min_change",    "training.warmup_steps",
    "training.schedule"};

bool isChangeable(std::string_view key)
{
    return std::ranges::any_of(changeableGroups, [key](std::string_view group) { return key.starts_with(group); }) ||
           std::ranges::find(changeableTraining, key) != changeableTraining.end();
}

/// The checkpoint to go on from: "last" of a run folder, or the file that was named.
Result<fs::path> checkpointOf(const std::string& given)
{
    std::error_code error;
    fs::path path = fs::absolute(given, error).lexically_normal();
    if (fs::is_regular_file(path, error))
        return path;
    fs::path last = path / "checkpoints" / "last.pt";
    if (fs::is_regular_file(last, error))
        return last;
    return fail(ErrorCode::Config, fs::exists(path, error) ? "no run that can be resumed lies in it" : "does not exist",
                path.string(), "give a run folder with checkpoints/last.pt, or a checkpoint inside a run folder");
}

Result<void> apply(RunConfig& config, const std::string& assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos)
        return fail(ErrorCode::Config, "is no KEY=VALUE", "--set " + assignment, "write it as speed.workers=4");
    const std::string key = assignment.substr(0, equals);
    RunConfig scratch = config;
    if (auto set = setConfigField(scratch, key, assignment.substr(equals + 1)); !set)
        return set;
    if (!isChangeable(key))
        return fail(ErrorCode::Config, "belongs to the run and cannot be changed when it is resumed", key,
                    "begin a new run with it");
    config = std::move(scratch);
    return {};
}

/// What was changed of a run since its last checkpoint, by a resume or while it went on, stands in its config.json.
void takeChanges(RunConfig& config, const fs::path& run)
{
    const Result<RunConfig> newest = readConfigFile(run / "config.json");
    if (!newest)
        return;
    for (const FieldInfo& field : configFields())
        if (isChangeable(field.key) || isLiveField(field.key))
            if (auto set = setConfigField(config, field.key, configFieldText(*newest, field.key)); !set)
                logLine(LogLevel::Warning, set.error().text());
}

Result<RunOrder> orderOf(const ResumeOptions& options)
{
    const Result<fs::path> checkpoint = checkpointOf(options.run);
    if (!checkpoint)
        return std::unexpected(checkpoint.error());
    const Result<CheckpointInfo> info = makeServices()->load(*checkpoint);
    if (!info) {
        Error error = info.error();
        if (error.code == ErrorCode::Data && checkpoint->filename() == "last.pt")
            error.remedy = "resume from another checkpoint of the run, such as " +
                           (checkpoint->parent_path() / "best.pt").string();
        return std::unexpected(std::move(error));
    }
    RunOrder order{info->config, *checkpoint};
    if (checkpoint->filename() == "last.pt")
        takeChanges(order.config, checkpoint->parent_path().parent_path());
    order.config.output.run = checkpoint->parent_path().parent_path().string(); // it may have been moved
    if (options.epochs)
        order.config.training.epochs = *options.epochs;
    for (const std::string& assignment : options.assignments)
        if (auto applied = apply(order.config, assignment); !applied)
            return std::unexpected(applied.error());
    makePathsAbsolute(order.config);
    if (const auto problems = validateConfig(order.config); !problems.empty())
        return std::unexpected(configError(problems));
    return order;
}

/// A folder of its own that goes with what is in it.
class ScratchFolder final
{
public:
    ScratchFolder()
        : m_path(fs::temp_directory_path() / ("gapless-proof-" + std::to_string(::getpid())))
    {
        std::error_code error;
        fs::create_directory(m_path, error);
        if (error)
            m_problem = Error{ErrorCode::File, "cannot be made: " + error.message(), m_path.string(),
                              "set TMPDIR to a folder that can be written"};
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return m_path; }
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }

private:
    fs::path m_path;
    std::optional<Error> m_problem;
};

void printProof(const ResumeProof& proof, bool json)
{
    if (json) {
        printLine(nlohmann::ordered_json{{"first_step", proof.firstStep},
                                         {"losses_unbroken", proof.unbroken},
                                         {"losses_resumed", proof.resumed},
                                         {"checkpoints_equal", proof.areFilesEqual},
                                         {"equal", proof.holds()}}
                      .dump());
        return;
    }
    printLine("step    loss in one go         loss with a stop between");
    for (std::size_t i = 0; i < proof.unbroken.size(); ++i)
        printLine(fmt::format("{:<6}  {:<21}  {:<21}{}", proof.firstStep + static_cast<std::int64_t>(i),
                              proof.unbroken[i], proof.resumed[i],
                              proof.unbroken[i] == proof.resumed[i] ? "" : "  differs"));
    printLine(proof.areFilesEqual
                  ? "the checkpoints after the last step are equal, byte for byte: weights, optimizer, position, draws"
                  : "the checkpoints after the last step differ");
}

int prove(const RunOrder& order, std::int64_t steps, bool json)
{
    watchStopSignals();
    const ScratchFolder scratch;
    if (scratch.problem())
        return reportError(*scratch.problem(), json);
    std::stop_source stop;
    CountProgress progress("taking step");
    const Result<ResumeProof> proof =
        proveResume(order, steps, scratch.path(), stop.get_token(), [&](std::int64_t done, std::int64_t all) {
            if (stopSignal() != 0)
                stop.request_stop();
            progress.show(done, all);
        });
    progress.clear();
    if (!proof && stopSignal() != 0)
        return reportStopped("stopped before the proof was complete", json);
    if (!proof)
        return reportError(proof.error(), json);
    printProof(*proof, json);
    return proof->holds() ? 0 : exitCode(ErrorCode::Numeric);
}

int resume(const ResumeOptions& options)
{
    if (!hasRealEngine())
        return reportError(missingEngineError(), options.json);
    const Result<RunOrder> order = orderOf(options);
    if (!order)
        return reportError(order.error(), options.json);
    if (options.proofSteps == 0)
        return runToEnd(*order, options.json);
    return prove(*order, options.proofSteps == 1 ? 0 : options.proofSteps, options.json);
}

} // namespace

void addResumeCommand(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("resume", "Go on with a run that was stopped, has crashed, or is to be longer");
    const auto options = std::make_shared<ResumeOptions>();
    command
        ->add_option("run", options->run, "Run folder (its last checkpoint), or one of the checkpoints in a run folder")
        ->required()
        ->type_name("RUN");
    command
        ->add_option("--epochs", options->epochs,
                     "New total number of epochs; the learning rate's schedule is computed anew for it")
        ->type_name("N")
        ->group("Changes");
    command
        ->add_option("--set", options->assignments,
                     "Change a setting that leaves what is learned alone, such as speed.workers=4 or "
                     "output.save_seconds=60; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->group("Changes");
    // Without a number the flag's text is "true", and its value 1.
    command
        ->add_flag("--prove", options->proofSteps,
                   "Instead of training on: take 6 steps, or N with --prove=N, in one go and with a stop in their "
                   "middle, on the run's own data, and compare all bits. Nothing of the run is changed")
        ->check(CLI::Validator(
            [](std::string& text) { return text == "true" ? std::string() : CLI::Range(2, 1000)(text); }, ""))
        ->group("Checking");
    command->add_flag("--json", options->json, "Print the figures as one JSON object, the last line of standard output")
        ->group("Output");
    command->callback([options, &action] { action = [options] { return resume(*options); }; });
}

} // namespace gapless::cli
