// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/files/optimizer_state.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gapless
{

/// Scales the gradients in place so that their common L2 norm is at most `largest` (0: never), as
/// torch.nn.utils.clip_grad_norm_ does: factor largest / (norm + 1e-6), at most 1. Returns the norm before.
double clipGradientNorm(const std::vector<torch::Tensor>& gradients, double largest);

/// One of PyTorch's fused optimizers, with their arithmetic: torch.optim.SGD(nesterov=True), Adam and AdamW (Kingma and
/// Ba, ICLR 2015; Loshchilov and Hutter, ICLR 2019), all with fused=True and eps 1e-8. State lies in memory as its
/// parameter does, whatever the memory format: the fused updates walk through memory and ignore strides. Trainer
/// thread.
class FusedOptimizer final
{
public:
    FusedOptimizer(const torch::nn::Module& module, const TrainingConfig& config);

    /// Gradients of all parameters, in their parameter's memory format. Throws c10::Error when one is missing.
    [[nodiscard]] std::vector<torch::Tensor> gradients() const;
    /// One update with `gradients` (as from gradients()).
    void step(const std::vector<torch::Tensor>& gradients, double learningRate);
    /// Sets the gradients to none: the next backward pass stores its own without adding.
    void clearGradients();

    /// Shares its tensors; without buffers before the first step.
    [[nodiscard]] OptimizerState state() const;
    /// Copies a state, of either memory format, in. Errors (Data), naming what does not fit; nothing is changed then.
    [[nodiscard]] Result<void> restore(const OptimizerState& state);

private:
    /// Parameters that share their weight decay.
    struct Group
    {
        double weightDecay = 0;
        std::vector<std::string> names;
        std::vector<std::size_t> places; ///< in the order of the module's parameters
        std::vector<torch::Tensor> parameters;
        std::vector<std::vector<torch::Tensor>> buffers; ///< by buffer name, then by parameter
    };

    void update(Group& group, std::vector<torch::Tensor>& gradients, double learningRate);

    Optimizer m_kind;
    double m_momentum;
    double m_beta2;
    std::vector<std::string> m_bufferNames;
    std::vector<Group> m_groups;
    std::vector<std::string> m_names; ///< of all parameters, in the module's order
    std::vector<torch::Tensor> m_parameters;
    std::int64_t m_steps = 0;
};

} // namespace gapless
