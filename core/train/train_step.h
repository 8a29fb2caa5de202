// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/model/model_factory.h"
#include "core/train/sgd.h"

#include <torch/types.h>

#include <memory>

namespace gapless
{

struct StepOutcome
{
    double loss = 0;
    double gradientNorm = 0; ///< before clipping
    bool isUpdated = false;  ///< false when loss or gradients are not finite: the weights are as before
};

/// Forward, loss, backward, clipping, update. Trainer thread.
class TrainStep final
{
public:
    TrainStep(std::shared_ptr<SegmentationModel> model, const TrainingConfig& config);

    /// The model must be in training mode. Numbers that are not finite never reach the weights; what becomes of the run
    /// then is the caller's business. Throws c10::Error.
    [[nodiscard]] StepOutcome run(const torch::Tensor& images, const torch::Tensor& labels, double learningRate);

    [[nodiscard]] const Sgd& optimizer() const { return m_optimizer; }

private:
    std::shared_ptr<SegmentationModel> m_model;
    Sgd m_optimizer;
    double m_clip;
};

} // namespace gapless
