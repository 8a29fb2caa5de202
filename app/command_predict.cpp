// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include "app/composition.h"
#include "app/console.h"
#include "app/overlay.h"
#include "app/prediction_job.h"
#include "app/stop_signal.h"
#include "core/data/folder_source.h"
#include "core/data/image_decode.h"
#include "core/data/path_text.h"
#include "core/types/run_state.h"

namespace gapless::cli
{

namespace
{

struct PredictOptions
{
    std::string checkpoint;
    std::string images;
    std::string out;
    bool overlay = false;
    int threads = 0;
    bool json = false;
};

struct Failure
{
    std::filesystem::path file;
    Error error;
};

struct Outcome
{
    std::int64_t predicted = 0;
    std::vector<Failure> failures;
    bool isStopped = false; ///< by a signal, before the last image
};

/// A source of those images whose header can be read and that the network can take; the jobs that are left out go to
/// the failures.
std::shared_ptr<const SampleSource> openImages(std::vector<PredictionJob>& jobs, const CheckpointInfo& info,
                                               Outcome& outcome)
{
    const int channels = info.config.model.inputChannels;
    std::vector<ImagePair> pairs;
    std::vector<PredictionJob> readable;
    for (PredictionJob& job : jobs) {
        const Result<ImageHeader> header = readImageHeader(job.image);
        Result<void> usable = header ? checkChannels(*header, channels, job.image) : std::unexpected(header.error());
        if (!usable) {
            outcome.failures.push_back({job.image, std::move(usable.error())});
            continue;
        }
        pairs.push_back({job.image, {}, uprightSize(header->size, header->orientation)});
        readable.push_back(std::move(job));
    }
    jobs = std::move(readable);
    return makeWholeSource(std::move(pairs), info.classes, normalisationOf(channels));
}

Result<void> predictOne(ModelServices& services, const SampleSource& source, std::int64_t sample,
                        const PredictionJob& job, const ClassTable& classes)
{
    const Result<LabelImage> labels = services.predict(source, sample);
    if (!labels)
        return std::unexpected(labels.error());
    if (!job.overlay.empty()) {
        const Result<RgbImage> image = decodeUpright(job.image, labels->size);
        if (!image)
            return std::unexpected(image.error());
        if (Result<void> written = writePng(job.overlay, overlaid(*image, *labels, classes)); !written)
            return written;
    }
    return writeMaskPng(job.mask, *labels, classes);
}

void predictAll(ModelServices& services, std::vector<PredictionJob> jobs, const CheckpointInfo& info, Outcome& outcome)
{
    const std::shared_ptr<const SampleSource> source = openImages(jobs, info, outcome);
    CountProgress progress("predicting image");
    const auto total = static_cast<std::int64_t>(jobs.size());
    for (std::int64_t sample = 0; sample < total; ++sample) {
        outcome.isStopped = stopSignal() != 0;
        if (outcome.isStopped)
            return;
        progress.show(sample, total);
        const PredictionJob& job = jobs[static_cast<std::size_t>(sample)];
        Result<void> predicted = predictOne(services, *source, sample, job, info.classes);
        if (predicted) {
            ++outcome.predicted;
            continue;
        }
        const bool isOfThisImage =
            predicted.error().code == ErrorCode::Data || predicted.error().code == ErrorCode::OutOfMemory;
        outcome.failures.push_back({job.image, std::move(predicted.error())});
        if (!isOfThisImage) // a full disk would meet the next image, too
            return;
    }
}

int reportOutcome(const PredictOptions& options, const Outcome& outcome, std::size_t images)
{
    int code = 0;
    for (const Failure& failure : outcome.failures)
        code = std::max(code, reportError(failure.error, false));
    if (!options.json) {
        printLine(fmt::format("{} of {} predicted, masks in {}", outcome.predicted,
                              countText(static_cast<std::int64_t>(images), "image"), options.out));
    } else {
        nlohmann::ordered_json failed = nlohmann::ordered_json::array();
        for (const Failure& failure : outcome.failures)
            failed.push_back({{"file", pathText(failure.file)}, {"message", failure.error.text()}});
        const RunState state = outcome.isStopped          ? RunState::Cancelled
                               : outcome.failures.empty() ? RunState::Finished
                                                          : RunState::Failed;
        const nlohmann::ordered_json object{{"outcome", runStateName(state)},
                                            {"images", images},
                                            {"predicted", outcome.predicted},
                                            {"out", options.out},
                                            {"failed", std::move(failed)}};
        printLine(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    if (!outcome.isStopped)
        return code;
    tellLine("stopped before the last image; the masks that are written are complete");
    return 128 + stopSignal();
}

int predict(const PredictOptions& options)
{
    const std::unique_ptr<ModelServices> services = makeServices();
    if (!services)
        return reportError(missingEngineError(), options.json);
    watchStopSignals();
    Result<std::vector<PredictionJob>> jobs = planPrediction(options.images, options.out, options.overlay);
    if (!jobs)
        return reportError(jobs.error(), options.json);
    const Result<CheckpointInfo> info = services->load(options.checkpoint);
    if (!info)
        return reportError(info.error(), options.json);
    setEngineThreads(options.threads);
    if (const Result<void> checked = checkOutputFolder(options.out, options.images, info->config.data); !checked)
        return reportError(checked.error(), options.json);
    std::error_code problem;
    std::filesystem::create_directories(options.out, problem);
    if (problem)
        return reportError({ErrorCode::File, "the folder cannot be made: " + problem.message(), options.out,
                            "give a place where folders may be made with --out"},
                           options.json);

    const std::size_t images = jobs->size();
    Outcome outcome;
    predictAll(*services, std::move(*jobs), *info, outcome);
    return reportOutcome(options, outcome, images);
}

} // namespace

void addPredictCommand(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("predict", "Write the masks that a trained network sees in a folder of images");
    const auto options = std::make_shared<PredictOptions>();
    command->add_option("--checkpoint", options->checkpoint, "A run's checkpoints/best.pt or last.pt")
        ->type_name("FILE")
        ->required();
    command
        ->add_option(
            "--images", options->images,
            "Folder of images; JPEG and TIFF are turned upright as their orientation tag says, also for a network that "
            "learned from masks on the stored pixels")
        ->type_name("DIR")
        ->required();
    command
        ->add_option("--out", options->out,
                     "Folder for the masks, one NAME.png for each image, with the values of the training masks")
        ->type_name("DIR")
        ->required();
    command->add_flag("--overlay", options->overlay,
                      "Also write NAME_overlay.png: the classes' colours over the image");
    command->add_option("--threads", options->threads, "Threads of the network; 0: one for each core [0]")
        ->type_name("N")
        ->check(CLI::Range(0, 1024));
    command->add_flag("--json", options->json, "Print one JSON object as the last line of standard output");
    command->callback([options, &action] { action = [options] { return predict(*options); }; });
}

} // namespace gapless::cli
