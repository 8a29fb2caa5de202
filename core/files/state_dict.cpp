// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/state_dict.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <unordered_map>

#include <ATen/core/grad_mode.h>

namespace gapless
{

namespace
{

void collect(const torch::nn::Module& module, const std::string& prefix, StateDict& state)
{
    for (const auto& parameter : module.named_parameters(false))
        state.emplace_back(prefix + parameter.key(), parameter.value());
    for (const auto& buffer : module.named_buffers(false))
        state.emplace_back(prefix + buffer.key(), buffer.value());
    for (const auto& child : module.named_children())
        collect(*child.value(), prefix + child.key() + ".", state);
}

std::string shapeText(const torch::Tensor& tensor)
{
    std::ostringstream text;
    text << tensor.sizes();
    return text.str();
}

/// What keeps `given` from fitting `own`, one sentence for each key, in the order of the network.
std::vector<std::string> mismatches(const StateDict& own, const StateDict& given)
{
    std::unordered_map<std::string_view, const torch::Tensor*> left;
    for (const auto& [name, tensor] : given)
        left.emplace(name, &tensor);
    std::vector<std::string> problems;
    for (const auto& [name, tensor] : own) {
        const auto found = left.find(name);
        if (found == left.end()) {
            problems.push_back("'" + name + "' " + shapeText(tensor) + " is missing");
            continue;
        }
        if (found->second->sizes() != tensor.sizes())
            problems.push_back("'" + name + "' is " + shapeText(*found->second) + " in the file but " +
                               shapeText(tensor) + " in the network");
        left.erase(found);
    }
    for (const auto& [name, tensor] : given) {
        if (left.erase(name) > 0)
            problems.push_back("'" + name + "' " + shapeText(tensor) + " is not part of the network");
    }
    return problems;
}

} // namespace

StateDict stateDictOf(const torch::nn::Module& module)
{
    StateDict state;
    collect(module, "", state);
    return state;
}

Result<void> loadStateDict(torch::nn::Module& module, const StateDict& state)
{
    const StateDict own = stateDictOf(module);
    if (const auto problems = mismatches(own, state); !problems.empty()) {
        std::string message = "the weights do not fit the network: " + problems.front();
        if (problems.size() > 1)
            message += ", and " + std::to_string(problems.size() - 1) + " more";
        return fail(ErrorCode::Data, message, {}, "use the architecture, encoder and classes they were trained with");
    }
    const at::NoGradGuard noGrad;
    std::unordered_map<std::string_view, const torch::Tensor*> given;
    for (const auto& [name, tensor] : state)
        given.emplace(name, &tensor);
    for (const auto& [name, tensor] : own) {
        torch::Tensor target = tensor;
        target.copy_(*given.at(name));
    }
    return {};
}

bool isBufferName(std::string_view name)
{
    constexpr std::array<std::string_view, 3> endings{".running_mean", ".running_var", ".num_batches_tracked"};
    return std::ranges::any_of(endings, [name](std::string_view ending) { return name.ends_with(ending); });
}

} // namespace gapless
