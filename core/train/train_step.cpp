// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/train_step.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include <torch/utils.h>

#include "core/train/losses.h"

namespace gapless
{

TrainStep::TrainStep(std::shared_ptr<SegmentationModel> model, const TrainingConfig& config)
    : m_model(std::move(model))
    , m_optimizer(*m_model, config)
    , m_lossKind(config.loss)
    , m_clip(config.clip)
{
    if (config.emaDecay > 0)
        m_average.emplace(*m_model, config.emaDecay);
}

void TrainStep::addBatch(const torch::Tensor& images, const torch::Tensor& labels, int batches)
{
    if (batches > 1 && m_statistics.empty())
        for (const torch::Tensor& buffer : m_model->buffers())
            m_statistics.push_back(buffer.clone());
    torch::Tensor loss = lossOf(m_lossKind, m_model->forward(images), labels);
    if (batches > 1)
        loss = loss / batches;
    loss.backward();
    m_loss += loss.item<double>();
}

StepOutcome TrainStep::update(double learningRate)
{
    StepOutcome outcome;
    outcome.loss = std::exchange(m_loss, 0);
    m_statistics.clear();
    {
        const std::vector<torch::Tensor> gradients = m_optimizer.gradients();
        outcome.gradientNorm = clipGradientNorm(gradients, m_clip);
        outcome.isUpdated = std::isfinite(outcome.loss) && std::isfinite(outcome.gradientNorm);
        if (outcome.isUpdated)
            m_optimizer.step(gradients, learningRate);
    }
    m_optimizer.clearGradients();
    if (outcome.isUpdated && m_average)
        m_average->update();
    return outcome;
}

void TrainStep::dropBatches()
{
    const torch::NoGradGuard noGrad;
    m_optimizer.clearGradients();
    m_loss = 0;
    std::vector<torch::Tensor> buffers = m_model->buffers();
    for (std::size_t i = 0; i < m_statistics.size(); ++i)
        buffers[i].copy_(m_statistics[i]);
    m_statistics.clear();
}

StepOutcome TrainStep::run(const torch::Tensor& images, const torch::Tensor& labels, double learningRate)
{
    addBatch(images, labels, 1);
    return update(learningRate);
}

} // namespace gapless
