// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/fmt.h>

#include "app/composition.h"
#include "app/console.h"
#include "app/score_table.h"
#include "app/stop_signal.h"
#include "core/data/dataset_check.h"
#include "core/data/folder_source.h"
#include "core/data/mask_decode.h"
#include "core/data/path_text.h"
#include "core/session/run_json.h"

namespace gapless::cli
{

namespace
{

struct EvaluateOptions
{
    std::string checkpoint;
    std::string images;
    std::string masks;
    int threads = 0;
    bool json = false;
};

Result<void> checkClasses(const DatasetReport& report, const ClassTable& known, const std::string& masks)
{
    const char* remedy = "evaluate on masks that are made as those it was trained on";
    if (report.classes.kind != known.kind)
        return fail(ErrorCode::Data, "the masks hold colours where the checkpoint knows ids, or the other way round",
                    masks, remedy);
    std::string strange;
    for (const ClassEntry& entry : report.classes.classes)
        if (std::ranges::find(known.classes, entry.value, &ClassEntry::value) == known.classes.end())
            strange += fmt::format("{}{} ({})", strange.empty() ? "" : ", ",
                                   maskValueText(report.classes.kind, entry.value), countText(entry.pixels, "pixel"));
    if (strange.empty())
        return {};
    std::string trained;
    for (const ClassEntry& entry : known.classes)
        trained += (trained.empty() ? "" : ", ") + maskValueText(known.kind, entry.value);
    return fail(ErrorCode::Data, "mask values that the checkpoint does not know: " + strange + "; it knows " + trained,
                masks, remedy);
}

/// The pairs, under the checkpoint's ignore value; everything that is wrong with them is in the message.
Result<DatasetReport> checkPairs(const EvaluateOptions& options, const CheckpointInfo& info)
{
    const ClassTable& classes = info.classes;
    CheckOptions checked{options.images, options.masks, "none"};
    checked.channels = info.config.model.inputChannels;
    if (classes.ignoreValue)
        checked.ignoreValue = std::to_string(*classes.ignoreValue);
    for (const ClassEntry& entry : classes.classes)
        checked.knownValues.push_back(entry.value);
    std::stop_source stop;
    CountProgress progress("checking pair");
    Result<DatasetReport> report = checkDataset(checked, stop.get_token(), [&](std::int64_t done, std::int64_t total) {
        if (stopSignal() != 0)
            stop.request_stop();
        progress.show(done, total);
    });
    progress.clear();
    if (!report || !report->hasErrors())
        return report;
    std::string message = "these files cannot be used:";
    for (const DatasetProblem& problem : report->problems)
        if (problem.severity == Severity::Error)
            message += "\n  " + pathText(problem.file) + (problem.file.empty() ? "" : ": ") + problem.message;
    return fail(ErrorCode::Data, std::move(message));
}

Result<Scores> evaluatePairs(ModelServices& services, DatasetReport report, const CheckpointInfo& info)
{
    const std::shared_ptr<const SampleSource> source =
        makeWholeSource(std::move(report.pairs), info.classes, normalisationOf(info.config.model.inputChannels));
    CountProgress progress("evaluating pair");
    return services.evaluate(*source, [&](std::int64_t done) {
        progress.show(done, source->size());
        return stopSignal() == 0;
    });
}

Result<Scores> checkAndEvaluate(ModelServices& services, const EvaluateOptions& options, const CheckpointInfo& info)
{
    Result<DatasetReport> report = checkPairs(options, info);
    if (!report)
        return std::unexpected(std::move(report.error()));
    if (Result<void> checked = checkClasses(*report, info.classes, options.masks); !checked)
        return std::unexpected(std::move(checked.error()));
    return evaluatePairs(services, std::move(*report), info);
}

int evaluate(const EvaluateOptions& options)
{
    const std::unique_ptr<ModelServices> services = makeServices();
    if (!services)
        return reportError(missingEngineError(), options.json);
    watchStopSignals();
    const Result<CheckpointInfo> info = services->load(options.checkpoint);
    if (!info)
        return reportError(info.error(), options.json);
    setEngineThreads(options.threads);
    const ClassTable& classes = info->classes;
    const Result<Scores> scores = checkAndEvaluate(*services, options, *info);
    if (!scores && scores.error().code == ErrorCode::Cancelled)
        return reportStopped("stopped before the last pair; there are no scores", options.json);
    if (!scores)
        return reportError(scores.error(), options.json);
    if (options.json) {
        printLine(scoresToJson(*scores, classes));
        return 0;
    }
    for (const std::string& line : scoreLines(*scores, classes))
        printLine(line);
    printLine(fmt::format("over {}", countText(scores->labelledPixels, "labelled pixel")));
    return 0;
}

} // namespace

void addEvaluateCommand(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("evaluate", "Score a trained network on images whose masks are known");
    const auto options = std::make_shared<EvaluateOptions>();
    command->add_option("--checkpoint", options->checkpoint, "A run's checkpoints/best.pt or last.pt")
        ->type_name("FILE")
        ->required();
    command->add_option("--images", options->images, "Folder of images")->type_name("DIR")->required();
    command->add_option("--masks", options->masks, "Folder of their masks")->type_name("DIR")->required();
    command->add_option("--threads", options->threads, "Threads of the network; 0: one for each core [0]")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    command->add_flag("--json", options->json, "Print the scores as one JSON object, the last line of standard output");
    command->callback([options, &action] { action = [options] { return evaluate(*options); }; });
}

} // namespace gapless::cli
