// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/files/state_dict.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <vector>

namespace gapless
{

/// Exponential moving average of a module's weights, with the arithmetic of torch.optim.swa_utils.AveragedModel with
/// get_ema_multi_avg_fn(decay): it begins as the weights after the first step; average = decay x average + (1 - decay)
/// x weights after each later one; buffers (batch norm's statistics) are those of the last step. Trainer thread.
class WeightAverage final
{
public:
    /// The module must outlive it.
    WeightAverage(torch::nn::Module& module, double decay);

    /// After a step of the optimizer.
    void update();

    /// Under the names of stateDictOf(module); shares its tensors. Empty before the first step.
    [[nodiscard]] StateDict state() const;
    /// Copies a state of this module in, and its buffers into the module: to be called before the module's own state is
    /// loaded. An empty one begins anew. Errors (Data) as of loadStateDict().
    [[nodiscard]] Result<void> restore(const StateDict& state);

    /// While it lives, the module has the average's weights (before the first step: its own); the buffers are the same
    /// either way.
    class Scope final
    {
    public:
        explicit Scope(WeightAverage* average); ///< null: nothing is done
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        WeightAverage* m_average;
    };

private:
    void exchange();

    double m_decay;
    torch::nn::Module& m_module;
    std::vector<torch::Tensor> m_weights; ///< the module's own
    std::vector<torch::Tensor> m_average;
    bool m_isBegun = false;
};

} // namespace gapless
