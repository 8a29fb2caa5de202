// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/nn/module.h>
#include <torch/utils.h>

namespace gapless
{

/// While it lives the module is in evaluation mode and no gradients are recorded; then the mode is as before, also
/// after an error.
class EvalScope final
{
public:
    explicit EvalScope(torch::nn::Module& module)
        : m_module(module)
        , m_wasTraining(module.is_training())
    {
        m_module.eval();
    }
    ~EvalScope() { m_module.train(m_wasTraining); }
    EvalScope(const EvalScope&) = delete;
    EvalScope& operator=(const EvalScope&) = delete;

private:
    torch::nn::Module& m_module;
    bool m_wasTraining;
    torch::NoGradGuard m_noGrad;
};

} // namespace gapless
