// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sgd.h"

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

Sgd::Sgd(const torch::nn::Module& module, SgdOptions options)
    : m_options(options)
{
    const torch::NoGradGuard noGrad;
    for (const auto& parameter : module.named_parameters()) {
        m_names.push_back(parameter.key());
        m_parameters.push_back(parameter.value());
        // Zeros make the first update equal to PyTorch's, which starts the buffer with the first gradient.
        if (m_options.momentum > 0)
            m_momentum.push_back(at::zeros_like(parameter.value()));
    }
}

std::vector<torch::Tensor> Sgd::gradients() const
{
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients;
    gradients.reserve(m_parameters.size());
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        torch::Tensor gradient = m_parameters[i].grad();
        TORCH_CHECK(gradient.defined(), "parameter ", m_names[i], " has no gradient");
        // The fused update walks through memory and ignores strides.
        if (!haveSameLayout(gradient, m_parameters[i]))
            gradient = at::empty_like(m_parameters[i]).copy_(gradient);
        gradients.push_back(std::move(gradient));
    }
    return gradients;
}

void Sgd::step(const std::vector<torch::Tensor>& gradients, double learningRate)
{
    const torch::NoGradGuard noGrad;
    TORCH_CHECK(gradients.size() == m_parameters.size(), "one gradient for each parameter is needed");
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        TORCH_CHECK(haveSameLayout(gradients[i], m_parameters[i]), "gradient of ", m_names[i], " has other strides");
        if (!m_momentum.empty())
            TORCH_CHECK(haveSameLayout(m_momentum[i], m_parameters[i]), "momentum of ", m_names[i],
                        " has other strides");
    }
    at::_fused_sgd_(m_parameters, gradients, m_momentum, m_options.weightDecay, m_options.momentum, learningRate,
                    /*dampening=*/0.0, /*nesterov=*/m_options.momentum > 0, /*maximize=*/false,
                    /*is_first_step=*/false);
    m_stepped = true;
}

void Sgd::clearGradients()
{
    for (torch::Tensor& parameter : m_parameters)
        parameter.mutable_grad().reset();
}

StateDict Sgd::momentum() const
{
    StateDict state;
    if (!m_stepped)
        return state;
    for (std::size_t i = 0; i < m_momentum.size(); ++i)
        state.emplace_back(m_names[i], m_momentum[i]);
    return state;
}

} // namespace gapless
