// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>

#include "core/files/archive_fields.h"
#include "core/files/config_archive.h"
#include "core/files/torch_archive.h"

namespace gapless
{

namespace
{

ArchiveValue tensorsToArchive(const StateDict& state)
{
    ArchiveValue::Dictionary dictionary;
    for (const auto& [name, tensor] : state)
        dictionary.emplace_back(name, tensor);
    return dictionary;
}

/// As the state_dict() of the scheduler in torch.optim.lr_scheduler has it; warm-up steps beside it.
ArchiveValue scheduleToArchive(const Checkpoint& checkpoint)
{
    const TrainingConfig& training = checkpoint.config.training;
    ArchiveValue::Dictionary schedule;
    switch (training.schedule) {
    case Schedule::Poly:
        schedule = {{"total_iters", std::max<std::int64_t>(0, checkpoint.totalSteps - training.warmupSteps)},
                    {"power", polyPower}};
        break;
    case Schedule::Cosine:
        schedule = {{"T_max", std::max<std::int64_t>(0, checkpoint.totalSteps - training.warmupSteps)},
                    {"eta_min", 0.0}};
        break;
    case Schedule::OneCycle:
        schedule = {{"total_steps", checkpoint.totalSteps}};
        break;
    case Schedule::Constant:
        break;
    }
    schedule.emplace_back("base_lrs", ArchiveValue::List{training.learningRate});
    schedule.emplace_back("last_epoch", checkpoint.step);
    schedule.emplace_back("_step_count", checkpoint.step + 1);
    schedule.emplace_back("_last_lr", ArchiveValue::List{checkpoint.learningRate});
    schedule.emplace_back("warmup_steps", training.warmupSteps);
    return schedule;
}

ArchiveValue orNone(const std::optional<double>& value)
{
    return value ? ArchiveValue(*value) : ArchiveValue();
}

std::optional<double> numberOrNone(ArchiveFields& fields, std::string_view path)
{
    const ArchiveValue* value = fields.require(path);
    if (value == nullptr || value->as<std::monostate>() != nullptr)
        return std::nullopt;
    return fields.number(path);
}

ArchiveValue progressToArchive(const RunProgress& progress)
{
    return ArchiveValue::Dictionary{{"without_gain", std::int64_t{progress.withoutGain}},
                                    {"patience_score", orNone(progress.patienceScore)},
                                    {"epoch_due", progress.isEpochDue},
                                    {"loss_times_images", progress.lossTimesImages},
                                    {"images", progress.images},
                                    {"elapsed_s", progress.elapsedSeconds}};
}

RunProgress progressFromArchive(ArchiveFields& fields)
{
    RunProgress progress;
    progress.bestScore = numberOrNone(fields, "best.score");
    progress.bestEpoch = fields.integer("best.epoch");
    progress.withoutGain = static_cast<int>(std::min<std::int64_t>(fields.integer("progress.without_gain"), INT_MAX));
    progress.patienceScore = numberOrNone(fields, "progress.patience_score");
    if (const bool* due = fields.take<bool>("progress.epoch_due", "a bool"))
        progress.isEpochDue = *due;
    progress.lossTimesImages = fields.number("progress.loss_times_images");
    progress.images = fields.number("progress.images");
    progress.elapsedSeconds = fields.number("progress.elapsed_s");
    return progress;
}

ArchiveValue computedToArchive(const ComputeSetting& computed)
{
    return ArchiveValue::Dictionary{
        {"processor", computed.processor}, {"library", computed.library}, {"threads", std::int64_t{computed.threads}}};
}

/// What is scored is "model", so that who opens the file for predicting gets the right weights; the others stand
/// beside.
ArchiveValue::Dictionary weightsToArchive(const Checkpoint& checkpoint)
{
    const bool isAverage = &checkpoint.scoredModel() == &checkpoint.average;
    ArchiveValue::Dictionary weights{{"model", tensorsToArchive(checkpoint.scoredModel())}};
    if (isAverage)
        weights.emplace_back("trained_model", tensorsToArchive(checkpoint.model));
    else if (!checkpoint.average.empty())
        weights.emplace_back("average", tensorsToArchive(checkpoint.average));
    return weights;
}

void readWeights(ArchiveFields& fields, Checkpoint& checkpoint)
{
    checkpoint.model = fields.tensors("model");
    if (fields.find("trained_model") != nullptr) {
        checkpoint.average = std::move(checkpoint.model);
        checkpoint.model = fields.tensors("trained_model");
    } else if (fields.find("average") != nullptr) {
        checkpoint.average = fields.tensors("average");
    }
}

ArchiveValue toArchive(const Checkpoint& checkpoint)
{
    ArchiveValue::Dictionary archive = weightsToArchive(checkpoint);
    const ArchiveValue::Dictionary others{
        {"optimizer", optimizerToArchive(checkpoint.optimizer, checkpoint.model, checkpoint.config.training,
                                         checkpoint.learningRate)},
        {"schedule", scheduleToArchive(checkpoint)},
        {"scaler", ArchiveValue()},
        {"random", ArchiveValue::Dictionary{{"torch", checkpoint.generator}}},
        {"position", ArchiveValue::Dictionary{{"step", checkpoint.step},
                                              {"total_steps", checkpoint.totalSteps},
                                              {"epoch", checkpoint.epoch},
                                              {"batch", checkpoint.batchInEpoch},
                                              {"samples", checkpoint.trainingSamples},
                                              {"sample_names", checkpoint.sampleNames}}},
        {"best", ArchiveValue::Dictionary{{"score", orNone(checkpoint.progress.bestScore)},
                                          {"by", checkpoint.config.training.bestBy},
                                          {"epoch", checkpoint.progress.bestEpoch}}},
        {"progress", progressToArchive(checkpoint.progress)},
        {"computed", computedToArchive(checkpoint.computed)},
        {"config", configToArchive(checkpoint.config)},
        {"classes", classesToArchive(checkpoint.classes)},
    };
    archive.insert(archive.end(), others.begin(), others.end());
    return archive;
}

Checkpoint fromArchive(ArchiveFields& fields)
{
    Checkpoint checkpoint;
    readWeights(fields, checkpoint);
    checkpoint.optimizer = optimizerFromArchive(fields, checkpoint.model);
    checkpoint.learningRate = fields.number("schedule._last_lr.0");
    fields.require("scaler");
    if (const auto* generator = fields.take<torch::Tensor>("random.torch", "a tensor")) {
        if (generator->scalar_type() != at::kByte || generator->dim() != 1)
            fields.note("random.torch", "must be a row of bytes");
        checkpoint.generator = *generator;
    }
    checkpoint.step = fields.integer("position.step");
    checkpoint.totalSteps = fields.integer("position.total_steps");
    checkpoint.epoch = fields.integer("position.epoch");
    checkpoint.batchInEpoch = fields.integer("position.batch");
    checkpoint.trainingSamples = fields.integer("position.samples");
    checkpoint.sampleNames = fields.integer("position.sample_names");
    checkpoint.optimizer.steps = checkpoint.step;
    checkpoint.progress = progressFromArchive(fields);
    checkpoint.computed = {fields.text("computed.processor"), fields.text("computed.library"),
                           static_cast<int>(std::min<std::int64_t>(fields.integer("computed.threads"), INT_MAX))};
    checkpoint.config = configFromArchive(fields);
    checkpoint.classes = classesFromArchive(fields);
    return checkpoint;
}

std::string joined(const std::vector<std::string>& problems)
{
    std::string text = "is no checkpoint of a run: ";
    for (const std::string& problem : problems)
        text.append(&problem == &problems.front() ? "" : "; ").append(problem);
    return text;
}

} // namespace

Result<void> writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint)
{
    return writeTorchArchive(file, toArchive(checkpoint));
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& file)
{
    const auto archive = readTorchArchive(file);
    if (!archive)
        return std::unexpected(archive.error());
    ArchiveFields fields(*archive);
    Checkpoint checkpoint = fromArchive(fields);
    if (!fields.problems().empty())
        return fail(ErrorCode::Data, joined(fields.problems()), file.string(),
                    "choose a file out of the checkpoints folder of a run");
    return checkpoint;
}

} // namespace gapless
