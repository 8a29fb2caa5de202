// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint.h"

#include <algorithm>
#include <unordered_map>

#include "core/files/archive_fields.h"
#include "core/files/config_archive.h"
#include "core/files/torch_archive.h"

namespace gapless
{

namespace
{

// The exponent of the poly schedule (core/train/schedule.h), for who goes on in Python.
constexpr double polyPower = 0.9;

ArchiveValue tensorsToArchive(const StateDict& state)
{
    ArchiveValue::Dictionary dictionary;
    for (const auto& [name, tensor] : state)
        dictionary.emplace_back(name, tensor);
    return dictionary;
}

/// As torch.optim.SGD.state_dict() has it: parameters are known by their number, "param_names" says which is which.
ArchiveValue optimizerToArchive(const Checkpoint& checkpoint)
{
    std::unordered_map<std::string_view, const torch::Tensor*> momentum;
    for (const auto& [name, tensor] : checkpoint.momentum)
        momentum.emplace(name, &tensor);
    ArchiveValue::IntegerDictionary state;
    ArchiveValue::List numbers;
    ArchiveValue::List names;
    for (const auto& [name, tensor] : checkpoint.model) {
        if (isBufferName(name))
            continue;
        const auto number = static_cast<std::int64_t>(numbers.size());
        numbers.emplace_back(number);
        names.emplace_back(name);
        if (const auto buffer = momentum.find(name); buffer != momentum.end())
            state.emplace_back(number, ArchiveValue::Dictionary{{"momentum_buffer", *buffer->second}});
    }
    const TrainingConfig& training = checkpoint.config.training;
    const ArchiveValue::Dictionary group{
        {"lr", checkpoint.learningRate},
        {"momentum", training.momentum},
        {"dampening", std::int64_t{0}},
        {"weight_decay", training.weightDecay},
        {"nesterov", training.momentum > 0},
        {"maximize", false},
        {"foreach", ArchiveValue()},
        {"differentiable", false},
        {"fused", ArchiveValue()},
        {"params", numbers},
        {"param_names", names},
    };
    return ArchiveValue::Dictionary{{"state", state}, {"param_groups", ArchiveValue::List{group}}};
}

/// As torch.optim.lr_scheduler.PolynomialLR.state_dict() has it.
ArchiveValue scheduleToArchive(const Checkpoint& checkpoint)
{
    return ArchiveValue::Dictionary{
        {"total_iters", checkpoint.totalSteps},
        {"power", polyPower},
        {"base_lrs", ArchiveValue::List{checkpoint.config.training.learningRate}},
        {"last_epoch", checkpoint.step},
        {"_step_count", checkpoint.step + 1},
        {"_last_lr", ArchiveValue::List{checkpoint.learningRate}},
    };
}

ArchiveValue toArchive(const Checkpoint& checkpoint)
{
    const ArchiveValue best = checkpoint.bestMeanIou < 0 ? ArchiveValue() : ArchiveValue(checkpoint.bestMeanIou);
    return ArchiveValue::Dictionary{
        {"model", tensorsToArchive(checkpoint.model)},
        {"optimizer", optimizerToArchive(checkpoint)},
        {"schedule", scheduleToArchive(checkpoint)},
        {"scaler", ArchiveValue()},
        {"random", ArchiveValue::Dictionary{{"torch", checkpoint.generator}}},
        {"position", ArchiveValue::Dictionary{{"step", checkpoint.step},
                                              {"epoch", checkpoint.epoch},
                                              {"batch", checkpoint.batchInEpoch}}},
        {"best", ArchiveValue::Dictionary{{"mean_iou", best}, {"epoch", checkpoint.bestEpoch}}},
        {"config", configToArchive(checkpoint.config)},
        {"classes", classesToArchive(checkpoint.classes)},
    };
}

torch::Tensor momentumBuffer(const ArchiveValue& entry)
{
    const ArchiveValue* buffer = entry.find("momentum_buffer");
    const auto* tensor = buffer == nullptr ? nullptr : buffer->as<torch::Tensor>();
    return tensor == nullptr ? torch::Tensor() : *tensor;
}

StateDict readMomentum(ArchiveFields& fields, const StateDict& model)
{
    StateDict momentum;
    const auto* names = fields.take<ArchiveValue::List>("optimizer.param_groups.0.param_names", "a list");
    const ArchiveValue* state = fields.require("optimizer.state");
    if (names == nullptr || state == nullptr)
        return momentum;
    const auto* entries = state->as<ArchiveValue::IntegerDictionary>();
    if (entries == nullptr) {
        const auto* empty = state->as<ArchiveValue::Dictionary>();
        if (empty == nullptr || !empty->empty())
            fields.note("optimizer.state", "must be a dictionary by parameter number");
        return momentum;
    }
    for (const auto& [number, entry] : *entries) {
        const std::string path = "optimizer.state." + std::to_string(number);
        const bool named = number >= 0 && number < std::ssize(*names);
        const auto* name = named ? (*names)[static_cast<std::size_t>(number)].as<std::string>() : nullptr;
        const auto parameter =
            name == nullptr ? model.end() : std::ranges::find(model, *name, &StateDict::value_type::first);
        const torch::Tensor buffer = momentumBuffer(entry);
        if (parameter == model.end())
            fields.note(path, "belongs to no parameter");
        else if (!buffer.defined() || buffer.sizes() != parameter->second.sizes())
            fields.note(path + ".momentum_buffer", "must be a tensor with the shape of '" + *name + "'");
        else
            momentum.emplace_back(*name, buffer);
    }
    return momentum;
}

Checkpoint fromArchive(ArchiveFields& fields)
{
    Checkpoint checkpoint;
    checkpoint.model = fields.tensors("model");
    checkpoint.momentum = readMomentum(fields, checkpoint.model);
    checkpoint.totalSteps = fields.integer("schedule.total_iters");
    checkpoint.learningRate = fields.number("schedule._last_lr.0");
    fields.require("scaler");
    if (const auto* generator = fields.take<torch::Tensor>("random.torch", "a tensor")) {
        if (generator->scalar_type() != at::kByte || generator->dim() != 1)
            fields.note("random.torch", "must be a row of bytes");
        checkpoint.generator = *generator;
    }
    checkpoint.step = fields.integer("position.step");
    checkpoint.epoch = fields.integer("position.epoch");
    checkpoint.batchInEpoch = fields.integer("position.batch");
    const ArchiveValue* best = fields.require("best.mean_iou");
    if (best != nullptr && best->as<std::monostate>() == nullptr)
        checkpoint.bestMeanIou = fields.number("best.mean_iou");
    checkpoint.bestEpoch = fields.integer("best.epoch");
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
