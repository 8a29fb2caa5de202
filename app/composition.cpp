// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/composition.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "core/base/log.h"
#include "core/data/data_split.h"
#include "core/data/folder_source.h"
#include "core/data/opencv_version.h"
#include "core/data/path_text.h"
#include "core/gpu/gpu_library.h"
#include "core/loader/prefetch_loader.h"
#ifdef GAPLESS_TORCH
#include "core/train/torch_engine.h"
#else
#include "core/session/scripted_engine.h"
#include "core/session/scripted_services.h"
#endif

namespace gapless
{

namespace
{

// More would push the plan off the screen; `check` lists them all.
constexpr std::size_t mostNotes = 20;

std::string splitNote(const RunConfig& config, const DataSplit& split)
{
    const DataConfig& data = config.data;
    if (split.validation.empty())
        return "no pair is held out: there is no validation";
    if (!data.validationImages.empty())
        return "validation on the pairs of " + data.validationImages;
    if (data.validationEvery > 0)
        return "validation on one pair in " + std::to_string(data.validationEvery) + ", in order of name";
    return "validation on pairs drawn with seed " + std::to_string(config.training.seed);
}

std::vector<std::string> notesOf(const RunConfig& config, const DataSplit& split)
{
    std::vector<std::string> notes{splitNote(config, split)};
    if (split.leftOut > 0)
        notes.push_back("the limit of " + std::to_string(config.data.limit) +
                        " for training and for validation leaves out " + std::to_string(split.leftOut) +
                        (split.leftOut == 1 ? " pair" : " pairs"));
    std::size_t further = 0;
    for (const DatasetProblem& problem : split.report.problems) {
        if (notes.size() > mostNotes) {
            ++further;
            continue;
        }
        const std::string file = pathText(problem.file);
        notes.push_back(file.empty() ? problem.message : file + ": " + problem.message);
    }
    if (further > 0)
        notes.push_back("and " + std::to_string(further) +
                        " further notes and warnings: the check of the data lists them");
    return notes;
}

std::int64_t cacheLimit(const SpeedConfig& speed)
{
    constexpr std::int64_t mebibyte = std::int64_t{1024} * 1024;
    if (!speed.cache)
        return 0;
    return speed.cacheLimitMb > 0 ? speed.cacheLimitMb * mebibyte : automaticCacheLimit();
}

std::string cacheNote(bool isOn, std::int64_t limit, const TrainingData& data)
{
    if (!isOn)
        return "pictures are read from their files in each epoch: they are not kept in memory";
    constexpr double mebibyte = 1024.0 * 1024.0;
    const std::int64_t all = data.training->size() + (data.validation ? data.validation->size() : 0);
    const CacheUse kept = cacheUse(data);
    if (kept.pictures == all)
        return fmt::format("all {} pictures are kept in memory once they were read: {:.0f} MiB", all,
                           static_cast<double>(kept.bytes) / mebibyte);
    return fmt::format("{} of {} pictures are kept in memory once they were read, as far as {:.0f} MiB reach "
                       "(speed.cache_limit_mb); the others are read in each epoch",
                       kept.pictures, all, static_cast<double>(limit) / mebibyte);
}

std::string_view engineVersion()
{
#ifdef GAPLESS_TORCH
    return torchVersion();
#else
    return {};
#endif
}

} // namespace

void initialiseEngineParts()
{
    const GpuStatus status = loadGpuLibrary();
    logLine(LogLevel::Debug, status.reason);
}

Result<TrainingData> openTrainingData(const RunConfig& config, std::stop_token stop)
{
    Result<DataSplit> split = splitData(config, std::move(stop));
    if (!split)
        return std::unexpected(std::move(split.error()));
    TrainingData data;
    data.notes = notesOf(config, *split);
    data.classes = split->classes;
    const std::int64_t limit = cacheLimit(config.speed);
    const Normalisation normalisation = normalisationOf(config.model.inputChannels);
    data.pairs = std::make_shared<const DataPairs>(DataPairs{split->training, split->validation});
    data.openPicture = [classes = split->classes, normalisation](const ImagePair& pair) {
        return openPicture(pair, classes, normalisation);
    };
    data.training = makeCropSource(std::move(split->training), split->classes, normalisation, limit);
    if (!split->validation.empty())
        data.validation = makeWholeSource(std::move(split->validation), split->classes, normalisation,
                                          limit - data.training->cacheUse().bytes);
    data.notes.push_back(cacheNote(config.speed.cache, limit, data));
    return data;
}

#ifdef GAPLESS_TORCH

bool hasRealEngine()
{
    return true;
}

std::unique_ptr<TrainingEngine> makeEngine(DataProvider provider)
{
    return makeTorchEngine(std::move(provider));
}

std::unique_ptr<ModelServices> makeServices()
{
    return makeTorchServices();
}

void setEngineThreads(int threads)
{
    setTorchThreads(threads);
}

#else

bool hasRealEngine()
{
    return false;
}

std::unique_ptr<TrainingEngine> makeEngine(DataProvider)
{
    EngineScript script = demonstrationScript();
    script.plan.notes.emplace_back(missingEngineMessage());
    return makeScriptedEngine(std::move(script));
}

std::unique_ptr<ModelServices> makeServices()
{
    return makeScriptedServices();
}

void setEngineThreads(int) {}

#endif

EngineFacts engineFacts()
{
    return {std::string(engineVersion()), openCvVersion(), loadGpuLibrary().reason};
}

std::unique_ptr<TrainingEngine> makeEngine()
{
    return makeEngine(&openTrainingData);
}

std::string_view missingEngineMessage()
{
    return "this build has no LibTorch and cannot train; its window plays a script";
}

Error missingEngineError()
{
    return {ErrorCode::Config, std::string(missingEngineMessage()), {}, "build it with GAPLESS_TORCH=ON"};
}

int leaveProcess(int code)
{
    const int abandoned = abandonedReaderCount();
    if (abandoned == 0)
        return code;
    logLine(LogLevel::Warning, fmt::format("{} of the loader's threads hung in a file and {} left behind", abandoned,
                                           abandoned == 1 ? "was" : "were"));
    std::fflush(nullptr);
    std::quick_exit(code);
}

} // namespace gapless
