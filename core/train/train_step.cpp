// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/train_step.h"

#include <cmath>
#include <utility>

#include "core/train/losses.h"

namespace gapless
{

TrainStep::TrainStep(std::shared_ptr<SegmentationModel> model, const TrainingConfig& config)
    : m_model(std::move(model))
    , m_optimizer(*m_model, {.momentum = config.momentum, .weightDecay = config.weightDecay})
    , m_clip(config.clip)
{
}

StepOutcome TrainStep::run(const torch::Tensor& images, const torch::Tensor& labels, double learningRate)
{
    StepOutcome outcome;
    {
        const torch::Tensor loss = crossEntropy(m_model->forward(images), labels);
        loss.backward();
        outcome.loss = loss.item<double>();
    }
    {
        const std::vector<torch::Tensor> gradients = m_optimizer.gradients();
        outcome.gradientNorm = clipGradientNorm(gradients, m_clip);
        outcome.isUpdated = std::isfinite(outcome.loss) && std::isfinite(outcome.gradientNorm);
        if (outcome.isUpdated)
            m_optimizer.step(gradients, learningRate);
    }
    m_optimizer.clearGradients();
    return outcome;
}

} // namespace gapless
