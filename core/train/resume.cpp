// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/resume.h"

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string_view>

#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <torch/version.h>

#include "core/base/machine_facts.h"

namespace gapless
{
namespace
{

/// Name of the processor, as the system gives it.
std::string processorName()
{
    const std::string name = machineFacts().processor;
    return name.empty() ? "unknown processor" : name;
}

std::string numberText(double value)
{
    std::ostringstream text;
    text << value;
    return text.str();
}

} // namespace

std::int64_t namesHash(const TrainingData& data)
{
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a of 64 bits
    const auto add = [&hash](std::string_view text) {
        for (const char character : text)
            hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
        hash = hash * 0x100000001b3; // a name's end
    };
    for (const SampleSource* source : {data.training.get(), data.validation.get()}) {
        for (std::int64_t sample = 0; source != nullptr && sample < source->size(); ++sample)
            add(std::filesystem::path(source->name(sample)).filename().string());
        add("/");
    }
    return static_cast<std::int64_t>(hash >> 1); // a number that every reader takes
}

ComputeSetting computeSetting()
{
    static const std::string processor = processorName() + ", " + at::get_cpu_capability();
    return {processor, "torch " TORCH_VERSION, at::get_num_threads()};
}

Result<void> checkResumable(const Checkpoint& checkpoint, const RunConfig& config, const TrainingData& data,
                            std::int64_t sampleNames)
{
    const std::int64_t done = checkpoint.epoch;
    const bool isAtEnd = done >= config.training.epochs && !checkpoint.progress.isEpochDue;
    if (isAtEnd || done > config.training.epochs)
        return fail(ErrorCode::Config,
                    "the run has done " + std::to_string(done) + " epochs, and is to have " +
                        std::to_string(config.training.epochs),
                    "training.epochs", "give a larger number, such as --epochs " + std::to_string(2 * done));
    const auto values = [](const ClassTable& table) {
        std::vector<std::int64_t> result;
        result.reserve(table.classes.size());
        for (const ClassEntry& entry : table.classes)
            result.push_back(entry.value);
        return result;
    };
    if (checkpoint.classes.kind != data.classes.kind || values(checkpoint.classes) != values(data.classes) ||
        checkpoint.classes.ignoreValue != data.classes.ignoreValue)
        return fail(ErrorCode::Data, "the masks hold other classes than those the run was trained on",
                    config.data.masks, "give the run its masks back, or begin a new run");
    if (checkpoint.sampleNames != sampleNames && checkpoint.batchInEpoch > 0)
        return fail(ErrorCode::Data,
                    "the run stopped inside an epoch of " + std::to_string(checkpoint.trainingSamples) +
                        " pairs, and now there are " + std::to_string(data.training->size()) + ", or others",
                    config.data.images, "give the run its pairs back, or resume from the checkpoint of an epoch's end");
    return {};
}

StartPoint startOf(const Checkpoint& checkpoint)
{
    return {checkpoint.step, checkpoint.epoch, checkpoint.batchInEpoch > 0, checkpoint.progress};
}

std::vector<std::string> resumeNotes(const Checkpoint& checkpoint, const RunConfig& config,
                                     const SampleSource& training, std::int64_t sampleNames, const LearningRate& rate)
{
    std::vector<std::string> notes{"Resumed after step " + std::to_string(checkpoint.step) + ", in epoch " +
                                   std::to_string(checkpoint.epoch + 1) + "; " + std::to_string(rate.total()) +
                                   " steps in all."};
    std::string changes;
    const auto note = [&changes](bool isOther, const std::string& what) {
        if (isOther)
            changes += (changes.empty() ? "" : ", ") + what;
    };
    const ComputeSetting now = computeSetting();
    note(checkpoint.computed.processor != now.processor,
         "processor (" + checkpoint.computed.processor + ", now " + now.processor + ")");
    note(checkpoint.computed.library != now.library,
         "library (" + checkpoint.computed.library + ", now " + now.library + ")");
    note(checkpoint.computed.threads != now.threads,
         "threads (" + std::to_string(checkpoint.computed.threads) + ", now " + std::to_string(now.threads) + ")");
    note(checkpoint.config.speed.memoryFormat != config.speed.memoryFormat, "memory format");
    if (!changes.empty())
        notes.push_back(
            "Other than before: " + changes +
            ". From here on, numbers agree with those of an unbroken run within rounding, not bit for bit.");
    const bool isLonger = checkpoint.totalSteps != rate.total();
    const double next = rate.at(checkpoint.step);
    if (isLonger || next != checkpoint.learningRate)
        notes.push_back((isLonger ? "The schedule is computed anew for " + std::to_string(rate.total()) +
                                        " steps instead of " + std::to_string(checkpoint.totalSteps) + ": the"
                                  : std::string("The")) +
                        " next step has the learning rate " + numberText(next) + " instead of " +
                        numberText(checkpoint.learningRate) + ".");
    if (checkpoint.sampleNames != sampleNames)
        notes.push_back("The pairs to train and to validate on are others than before (" +
                        std::to_string(training.size()) + " to train on, " +
                        std::to_string(checkpoint.trainingSamples) +
                        " before): scores, and the best epoch, do not compare with those of before.");
    return notes;
}

} // namespace gapless
