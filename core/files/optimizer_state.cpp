// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/optimizer_state.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace gapless
{

namespace
{

using Group = std::pair<double, std::vector<std::string>>; ///< weight decay, and the parameters it is for

std::vector<Group> groupsOf(const StateDict& model, const TrainingConfig& config)
{
    std::vector<Group> groups(config.decayNorms ? 1 : 2);
    groups.front().first = config.weightDecay;
    for (const auto& [name, tensor] : model) {
        if (!isBufferName(name))
            (config.decayNorms || isDecayed(tensor) ? groups.front() : groups.back()).second.push_back(name);
    }
    return groups;
}

ArchiveValue::Dictionary settingsOf(const TrainingConfig& config)
{
    const ArchiveValue none;
    if (config.optimizer == Optimizer::Sgd)
        return {{"momentum", config.momentum},
                {"dampening", std::int64_t{0}},
                {"nesterov", config.momentum > 0},
                {"maximize", false},
                {"foreach", none},
                {"differentiable", false},
                {"fused", none}};
    ArchiveValue::Dictionary settings{{"betas", ArchiveValue::List{config.momentum, config.beta2}},
                                      {"eps", 1e-8},
                                      {"amsgrad", false},
                                      {"maximize", false},
                                      {"foreach", none},
                                      {"capturable", false},
                                      {"differentiable", false},
                                      {"fused", none}};
    settings.emplace_back("decoupled_weight_decay", config.optimizer == Optimizer::AdamW);
    return settings;
}

/// Reads the state of one parameter.
void readEntry(ArchiveFields& fields, const std::string& path, const ArchiveValue& entry,
               const StateDict::value_type& parameter, OptimizerState& state)
{
    static constexpr std::array<std::string_view, 3> known{"momentum_buffer", "exp_avg", "exp_avg_sq"};
    bool isAny = false;
    for (const std::string_view name : known) {
        const ArchiveValue* value = entry.find(name);
        if (value == nullptr)
            continue;
        isAny = true;
        const auto* tensor = value->as<torch::Tensor>();
        if (tensor == nullptr || tensor->sizes() != parameter.second.sizes()) {
            fields.note(path + "." + std::string(name), "must be a tensor with the shape of '" + parameter.first + "'");
            continue;
        }
        auto buffers = std::ranges::find(state.buffers, name, &OptimizerState::Buffers::first);
        if (buffers == state.buffers.end())
            buffers = state.buffers.insert(state.buffers.end(), {std::string(name), {}});
        buffers->second.emplace_back(parameter.first, *tensor);
    }
    if (!isAny)
        fields.note(path, "holds neither momentum_buffer nor exp_avg and exp_avg_sq");
    if (const ArchiveValue* step = entry.find("step")) {
        const auto* tensor = step->as<torch::Tensor>();
        if (tensor == nullptr || tensor->numel() != 1)
            fields.note(path + ".step", "must be a tensor with one number");
        else
            state.steps = std::max(state.steps, static_cast<std::int64_t>(tensor->item<double>()));
    }
}

} // namespace

bool isDecayed(const torch::Tensor& parameter)
{
    return parameter.dim() > 1;
}

ArchiveValue optimizerToArchive(const OptimizerState& state, const StateDict& model, const TrainingConfig& config,
                                double learningRate)
{
    std::unordered_map<std::string_view, ArchiveValue::Dictionary> entries;
    for (const auto& [buffer, tensors] : state.buffers)
        for (const auto& [name, tensor] : tensors)
            entries[name].emplace_back(buffer, tensor);
    ArchiveValue::IntegerDictionary numbered;
    ArchiveValue::List groups;
    std::int64_t number = 0;
    for (const auto& [weightDecay, parameters] : groupsOf(model, config)) {
        ArchiveValue::List numbers;
        ArchiveValue::List names;
        for (const std::string& name : parameters) {
            numbers.emplace_back(number);
            names.emplace_back(name);
            if (const auto entry = entries.find(name); entry != entries.end()) {
                if (config.optimizer != Optimizer::Sgd) // each a tensor of its own: Python counts them up in place
                    entry->second.emplace_back("step", at::full({}, static_cast<double>(state.steps), at::kFloat));
                numbered.emplace_back(number, std::move(entry->second));
            }
            ++number;
        }
        ArchiveValue::Dictionary group{{"lr", learningRate}, {"weight_decay", weightDecay}};
        for (auto& setting : settingsOf(config))
            group.push_back(std::move(setting));
        group.emplace_back("params", std::move(numbers));
        group.emplace_back("param_names", std::move(names));
        groups.emplace_back(std::move(group));
    }
    return ArchiveValue::Dictionary{{"state", std::move(numbered)}, {"param_groups", std::move(groups)}};
}

OptimizerState optimizerFromArchive(ArchiveFields& fields, const StateDict& model)
{
    OptimizerState state;
    std::vector<std::string> names;
    const auto* groups = fields.take<ArchiveValue::List>("optimizer.param_groups", "a list");
    for (std::size_t group = 0; groups != nullptr && group < groups->size(); ++group) {
        const std::string path = "optimizer.param_groups." + std::to_string(group) + ".param_names";
        const auto* ofGroup = fields.take<ArchiveValue::List>(path, "a list");
        for (std::size_t i = 0; ofGroup != nullptr && i < ofGroup->size(); ++i) {
            const auto* name = (*ofGroup)[i].as<std::string>();
            names.push_back(name == nullptr ? std::string() : *name);
        }
    }
    const ArchiveValue* saved = fields.require("optimizer.state");
    if (groups == nullptr || saved == nullptr)
        return state;
    const auto* entries = saved->as<ArchiveValue::IntegerDictionary>();
    if (entries == nullptr) {
        const auto* empty = saved->as<ArchiveValue::Dictionary>();
        if (empty == nullptr || !empty->empty())
            fields.note("optimizer.state", "must be a dictionary by parameter number");
        return state;
    }
    for (const auto& [number, entry] : *entries) {
        const std::string path = "optimizer.state." + std::to_string(number);
        const bool isNamed = number >= 0 && number < std::ssize(names);
        const auto parameter =
            isNamed ? std::ranges::find(model, names[static_cast<std::size_t>(number)], &StateDict::value_type::first)
                    : model.end();
        if (parameter == model.end())
            fields.note(path, "belongs to no parameter");
        else
            readEntry(fields, path, entry, *parameter, state);
    }
    return state;
}

} // namespace gapless
