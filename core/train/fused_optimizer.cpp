// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/fused_optimizer.h"

#include <algorithm>
#include <utility>

#include <torch/utils.h>

namespace gapless
{
namespace
{

/// Equal strides where a dimension has more than one element: then element i of one lies where element i of the other
/// lies.
bool haveSameLayout(const torch::Tensor& a, const torch::Tensor& b)
{
    if (a.sizes() != b.sizes())
        return false;
    for (std::int64_t dimension = 0; dimension < a.dim(); ++dimension) {
        if (a.size(dimension) > 1 && a.stride(dimension) != b.stride(dimension))
            return false;
    }
    return true;
}

std::vector<std::string> bufferNames(Optimizer kind, double momentum)
{
    if (kind != Optimizer::Sgd)
        return {"exp_avg", "exp_avg_sq"};
    return momentum > 0 ? std::vector<std::string>{"momentum_buffer"} : std::vector<std::string>();
}

const torch::Tensor* find(const StateDict& tensors, const std::string& name)
{
    const auto found = std::ranges::find(tensors, name, &StateDict::value_type::first);
    return found == tensors.end() ? nullptr : &found->second;
}

std::unexpected<Error> foreignState(const std::string& message)
{
    return fail(ErrorCode::Data, message, "state of the optimizer",
                "go on with the settings of the run that wrote it: optimizer, encoder and classes");
}

} // namespace

double clipGradientNorm(const std::vector<torch::Tensor>& gradients, double largest)
{
    if (gradients.empty())
        return 0;
    const torch::NoGradGuard noGrad;
    const torch::Tensor norm = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2)), 2);
    const torch::Tensor factor = at::clamp_max(largest / (norm + 1e-6), 1.0);
    // On the CPU the factor is at hand: where nothing is clipped, a pass over all gradients is spared.
    if (largest > 0 && factor.item<float>() < 1.0F)
        at::_foreach_mul_(gradients, factor);
    return norm.item<double>();
}

FusedOptimizer::FusedOptimizer(const torch::nn::Module& module, const TrainingConfig& config)
    : m_kind(config.optimizer)
    , m_momentum(config.momentum)
    , m_beta2(config.beta2)
    , m_bufferNames(bufferNames(config.optimizer, config.momentum))
{
    const torch::NoGradGuard noGrad;
    m_groups.resize(config.decayNorms ? 1 : 2);
    m_groups.front().weightDecay = config.weightDecay;
    for (const auto& parameter : module.named_parameters()) {
        Group& group = config.decayNorms || isDecayed(parameter.value()) ? m_groups.front() : m_groups.back();
        group.names.push_back(parameter.key());
        group.places.push_back(m_parameters.size());
        group.parameters.push_back(parameter.value());
        m_names.push_back(parameter.key());
        m_parameters.push_back(parameter.value());
    }
    for (Group& group : m_groups) {
        group.buffers.resize(m_bufferNames.size());
        // Zeros make SGD's first update equal to PyTorch's, which starts the buffer with the first gradient.
        for (std::vector<torch::Tensor>& buffers : group.buffers)
            for (const torch::Tensor& parameter : group.parameters)
                buffers.push_back(at::zeros_like(parameter));
    }
}

std::vector<torch::Tensor> FusedOptimizer::gradients() const
{
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients;
    gradients.reserve(m_parameters.size());
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        torch::Tensor gradient = m_parameters[i].grad();
        TORCH_CHECK(gradient.defined(), "parameter ", m_names[i], " has no gradient");
        if (!haveSameLayout(gradient, m_parameters[i]))
            gradient = at::empty_like(m_parameters[i]).copy_(gradient);
        gradients.push_back(std::move(gradient));
    }
    return gradients;
}

void FusedOptimizer::step(const std::vector<torch::Tensor>& gradients, double learningRate)
{
    const torch::NoGradGuard noGrad;
    TORCH_CHECK(gradients.size() == m_parameters.size(), "one gradient for each parameter is needed");
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        TORCH_CHECK(haveSameLayout(gradients[i], m_parameters[i]), "gradient of ", m_names[i], " has other strides");
    ++m_steps;
    for (Group& group : m_groups) {
        std::vector<torch::Tensor> ofGroup;
        ofGroup.reserve(group.places.size());
        for (const std::size_t place : group.places)
            ofGroup.push_back(gradients[place]);
        if (!ofGroup.empty())
            update(group, ofGroup, learningRate);
    }
}

void FusedOptimizer::update(Group& group, std::vector<torch::Tensor>& gradients, double learningRate)
{
    for (const std::vector<torch::Tensor>& buffers : group.buffers)
        for (std::size_t i = 0; i < buffers.size(); ++i)
            TORCH_CHECK(haveSameLayout(buffers[i], group.parameters[i]), "state of ", group.names[i],
                        " has other strides");
    if (m_kind == Optimizer::Sgd) {
        const std::vector<torch::Tensor> none;
        at::_fused_sgd_(group.parameters, gradients, group.buffers.empty() ? none : group.buffers.front(),
                        group.weightDecay, m_momentum, learningRate, /*dampening=*/0.0, /*nesterov=*/m_momentum > 0,
                        /*maximize=*/false, /*is_first_step=*/false);
        return;
    }
    constexpr double eps = 1e-8;
    const std::vector<torch::Tensor> steps(group.parameters.size(),
                                           at::full({}, static_cast<double>(m_steps), at::kFloat));
    const auto fused = [&](auto&& operation) {
        operation(group.parameters, gradients, group.buffers[0], group.buffers[1], std::vector<torch::Tensor>(), steps,
                  learningRate, m_momentum, m_beta2, group.weightDecay, eps, /*amsgrad=*/false, /*maximize=*/false);
    };
    if (m_kind == Optimizer::Adam)
        fused([](auto&&... arguments) { at::_fused_adam_(arguments...); });
    else
        fused([](auto&&... arguments) { at::_fused_adamw_(arguments...); });
}

void FusedOptimizer::clearGradients()
{
    for (torch::Tensor& parameter : m_parameters)
        parameter.mutable_grad().reset();
}

OptimizerState FusedOptimizer::state() const
{
    OptimizerState state;
    state.steps = m_steps;
    for (std::size_t buffer = 0; m_steps > 0 && buffer < m_bufferNames.size(); ++buffer) {
        StateDict tensors;
        for (const Group& group : m_groups)
            for (std::size_t i = 0; i < group.names.size(); ++i)
                tensors.emplace_back(group.names[i], group.buffers[buffer][i]);
        state.buffers.emplace_back(m_bufferNames[buffer], std::move(tensors));
    }
    return state;
}

Result<void> FusedOptimizer::restore(const OptimizerState& state)
{
    const torch::NoGradGuard noGrad;
    std::vector<std::pair<torch::Tensor, torch::Tensor>> copies; // to, from
    for (std::size_t buffer = 0; state.steps > 0 && buffer < m_bufferNames.size(); ++buffer) {
        const std::string& name = m_bufferNames[buffer];
        const auto saved = std::ranges::find(state.buffers, name, &OptimizerState::Buffers::first);
        if (saved == state.buffers.end())
            return foreignState("there is no " + name);
        for (Group& group : m_groups) {
            for (std::size_t i = 0; i < group.names.size(); ++i) {
                const torch::Tensor* tensor = find(saved->second, group.names[i]);
                if (tensor == nullptr || tensor->sizes() != group.parameters[i].sizes())
                    return foreignState("the " + name + " of " + group.names[i] + " is missing or has another shape");
                copies.emplace_back(group.buffers[buffer][i], *tensor);
            }
        }
    }
    for (auto& [to, from] : copies)
        to.copy_(from);
    m_steps = state.steps;
    return {};
}

} // namespace gapless
