// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/checkpoint.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <string>
#include <vector>

namespace gapless
{

struct SgdOptions
{
    double momentum = 0.9; ///< Nesterov's; 0: none
    double weightDecay = 3e-5;
};

/// Scales the gradients in place so that their common L2 norm is at most `largest` (0: never), as
/// torch.nn.utils.clip_grad_norm_ does: factor largest / (norm + 1e-6), at most 1. Returns the norm before.
double clipGradientNorm(const std::vector<torch::Tensor>& gradients, double largest);

/// Stochastic gradient descent with Nesterov momentum and weight decay, the arithmetic of
/// torch.optim.SGD(nesterov=True, fused=True). Momentum lies in memory as its parameter does, whatever the memory
/// format. Trainer thread.
class Sgd final
{
public:
    Sgd(const torch::nn::Module& module, SgdOptions options);

    /// Gradients of all parameters, in their parameter's memory format. Throws c10::Error when one is missing.
    [[nodiscard]] std::vector<torch::Tensor> gradients() const;
    /// One update with `gradients` (as from gradients()).
    void step(const std::vector<torch::Tensor>& gradients, double learningRate);
    /// Sets the gradients to none: the next backward pass stores its own without adding.
    void clearGradients();
    /// Momentum by parameter name, shared; empty before the first step or without momentum.
    [[nodiscard]] StateDict momentum() const;

private:
    SgdOptions m_options;
    std::vector<std::string> m_names;
    std::vector<torch::Tensor> m_parameters;
    std::vector<torch::Tensor> m_momentum;
    bool m_stepped = false;
};

} // namespace gapless
