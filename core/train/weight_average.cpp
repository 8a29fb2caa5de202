// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/weight_average.h"

#include <algorithm>
#include <utility>

#include <torch/utils.h>

namespace gapless
{

WeightAverage::WeightAverage(torch::nn::Module& module, double decay)
    : m_decay(decay)
    , m_module(module)
    , m_weights(module.parameters())
{
    const torch::NoGradGuard noGrad;
    for (const torch::Tensor& weight : m_weights)
        m_average.push_back(weight.detach().clone());
}

void WeightAverage::update()
{
    const torch::NoGradGuard noGrad;
    if (std::exchange(m_isBegun, true))
        at::_foreach_lerp_(m_average, m_weights, 1 - m_decay);
    else
        at::_foreach_copy_(m_average, m_weights);
}

StateDict WeightAverage::state() const
{
    StateDict state = stateDictOf(m_module);
    if (!m_isBegun)
        return {};
    for (auto& [name, tensor] : state) {
        const auto weight =
            std::ranges::find_if(m_weights, [&](const torch::Tensor& own) { return own.is_same(tensor); });
        if (weight != m_weights.end())
            tensor = m_average[static_cast<std::size_t>(weight - m_weights.begin())];
    }
    return state;
}

Result<void> WeightAverage::restore(const StateDict& state)
{
    if (state.empty()) {
        m_isBegun = false;
        return {};
    }
    exchange();
    Result<void> loaded = loadStateDict(m_module, state);
    exchange();
    m_isBegun = loaded.has_value();
    return loaded;
}

void WeightAverage::exchange()
{
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        torch::Tensor own = m_weights[i].variable_data();
        m_weights[i].set_data(m_average[i]);
        m_average[i] = std::move(own);
    }
}

WeightAverage::Scope::Scope(WeightAverage* average)
    : m_average(average != nullptr && average->m_isBegun ? average : nullptr)
{
    if (m_average != nullptr)
        m_average->exchange();
}

WeightAverage::Scope::~Scope()
{
    if (m_average != nullptr)
        m_average->exchange();
}

} // namespace gapless
