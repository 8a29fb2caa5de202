// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include "app/composition.h"
#include "app/config_options.h"
#include "app/console.h"
#include "app/loader_bench.h"
#include "app/stop_signal.h"
#include "core/base/latest_value.h"

namespace gapless::cli
{

namespace
{

struct BenchOptions
{
    ConfigOptions config{ConfigOptions::RunFolder::None};
    std::optional<double> stepMs;
    bool isResident = false;
    bool json = false;
};

nlohmann::ordered_json spreadJson(const std::optional<Spread>& spread)
{
    if (!spread)
        return nullptr;
    return {{"median", spread->median}, {"p95", spread->p95}, {"p99", spread->p99}, {"max", spread->max}};
}

template<class Value>
nlohmann::ordered_json orNull(const std::optional<Value>& value)
{
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

std::string toJson(const LoaderBenchResult& result, const RunConfig& config)
{
    constexpr double mebibyte = 1024.0 * 1024.0;
    const RunSummary& summary = result.summary;
    nlohmann::ordered_json json;
    json["epochs"] = summary.epochs;
    json["steps"] = summary.steps;
    json["images_per_s"] = orNull(summary.imagesPerSecond);
    json["step_ms"] = spreadJson(summary.stepMs);
    json["wait_ms"] = spreadJson(summary.waitMs);
    json["boundary_ms"] = spreadJson(summary.boundaryMs);
    json["boundary_parts_ms"] = nullptr;
    if (summary.boundaryParts)
        json["boundary_parts_ms"] = {{"wait", summary.boundaryParts->waitMs},
                                     {"other", summary.boundaryParts->otherMs}};
    json["skipped_samples"] = summary.skippedSamples;
    json["stall_share"] = orNull(summary.stallShare);
    json["queue_fill"] = result.queueFill;
    json["sample_ms"] = nullptr;
    if (const auto& stages = result.stages)
        json["sample_ms"] = {{"read", stages->readMs},
                             {"decode", stages->decodeMs},
                             {"augment", stages->augmentMs},
                             {"write", stages->writeMs}};
    json["cache"] = {{"pictures", result.cache.pictures},
                     {"stored", result.cache.stored},
                     {"mb", static_cast<double>(result.cache.bytes) / mebibyte}};
    json["peak_rss_mb"] = static_cast<double>(summary.peakResidentBytes) / mebibyte;
    json["threads"] = summary.threads;
    json["workers"] = config.speed.workers;
    json["prefetch_depth"] = config.speed.prefetchDepth;
    json["cross_epoch"] = config.speed.crossEpoch;
    return json.dump();
}

std::string spreadText(const std::optional<Spread>& spread)
{
    if (!spread)
        return "not known after one epoch";
    return fmt::format("{:.3f} ms median, {:.3f} p95, {:.3f} p99, {:.3f} max", spread->median, spread->p95, spread->p99,
                       spread->max);
}

void printFigures(const LoaderBenchResult& result)
{
    const RunSummary& summary = result.summary;
    printLine(fmt::format("images/s      {:.1f}", summary.imagesPerSecond.value_or(0)));
    printLine("step          " + spreadText(summary.stepMs));
    printLine("wait in epoch " + spreadText(summary.waitMs));
    printLine("boundary gap  " + spreadText(summary.boundaryMs));
    printLine(fmt::format("stall share   {:.3f} %", 100 * summary.stallShare.value_or(0)));
    printLine(fmt::format("queue         {} of the batches lay ready, at the median", result.queueFill));
    if (const auto& stages = result.stages)
        printLine(fmt::format("a sample      {:.3f} ms read, {:.3f} decode, {:.3f} augment, {:.3f} write",
                              stages->readMs, stages->decodeMs, stages->augmentMs, stages->writeMs));
    if (result.cache.pictures > 0)
        printLine(fmt::format("kept pictures {} of {}, {}", result.cache.stored, result.cache.pictures,
                              bytesText(result.cache.bytes)));
    if (summary.skippedSamples > 0)
        printLine(fmt::format("left out      {}", countText(summary.skippedSamples, "sample")));
    printLine("memory        " + bytesText(summary.peakResidentBytes) + " at the most");
}

Result<LoaderBenchResult> measure(const RunConfig& config, const LoaderBench& bench)
{
    std::stop_source stop;
    LatestValue<LoaderBenchProgress> latest;
    auto work = std::async(std::launch::async, [&] {
        return runLoaderBench(config, bench, stop.get_token(),
                              [&](const LoaderBenchProgress& progress) { latest.set(progress); });
    });
    ProgressLine line;
    // A signal handler can wake no condition variable: it is asked for as often as the line is drawn.
    while (work.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        if (stopSignal() != 0)
            stop.request_stop();
        if (const auto progress = latest.take())
            line.show(fmt::format("epoch {}/{}  {:.1f} images/s", progress->epoch, progress->epochs,
                                  static_cast<double>(progress->images) / progress->seconds));
    }
    line.clear();
    return work.get();
}

int benchLoader(const BenchOptions& options)
{
    const Result<RunConfig> config = options.config.config();
    if (!config)
        return reportError(config.error(), options.json);
    if (config->training.epochs < 2)
        return reportError({ErrorCode::Config, "the first epoch is left out of the figures", "--epochs 1",
                            "measure over 2 epochs or more"},
                           options.json);
    if (!options.stepMs && !hasRealEngine())
        return reportError({ErrorCode::Config,
                            std::string(missingEngineMessage()),
                            {},
                            "let --step-ms stand for the network, or build it with GAPLESS_TORCH=ON"},
                           options.json);
    watchStopSignals();
    LoaderBench bench;
    bench.isResident = options.isResident;
    if (options.stepMs)
        bench.simulatedStep = std::chrono::duration<double, std::milli>(*options.stepMs);
    const Result<LoaderBenchResult> result = measure(*config, bench);
    if (!result) {
        if (stopSignal() != 0)
            return reportStopped("stopped before the last epoch: there are no figures", options.json);
        return reportError(result.error(), options.json);
    }
    if (options.json)
        printLine(toJson(*result, *config));
    else
        printFigures(*result);
    return 0;
}

} // namespace

void addBenchCommand(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("bench", "Measure on your own machine and data");
    command->require_subcommand(1);
    CLI::App* loader =
        command->add_subcommand("loader", "How fast samples are prepared, and what a step waits for them");
    const auto options = std::make_shared<BenchOptions>();
    options->config.addTo(*loader);
    loader
        ->add_option("--step-ms", options->stepMs,
                     "Replace the network by a sleep of so many milliseconds, which stands for an accelerator; "
                     "0 shows how fast the loader can be at all")
        ->type_name("MS")
        ->check(CLI::Range(0.0, 1e6))
        ->group("Measurement");
    loader
        ->add_flag("--resident", options->isResident,
                   "Make the batches once and deliver them again and again: what a step takes without a loader's work")
        ->group("Measurement");
    loader->add_flag("--json", options->json, "Print the figures as one JSON object, the last line of standard output")
        ->group("Measurement");
    loader->callback([options, &action] { action = [options] { return benchLoader(*options); }; });
}

} // namespace gapless::cli
