// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
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
};

/// Forward, loss, backward, clipping, update. Trainer thread.
class TrainStep final
{
public:
    TrainStep(std::shared_ptr<SegmentationModel> model, const TrainingConfig& config);

    /// The model must be in training mode. Errors: Numeric when loss or gradients are not finite; the weights are then
    /// as before. Throws c10::Error.
    [[nodiscard]] Result<StepOutcome> run(const torch::Tensor& images, const torch::Tensor& labels,
                                          double learningRate);

    [[nodiscard]] const Sgd& optimizer() const { return m_optimizer; }

private:
    std::shared_ptr<SegmentationModel> m_model;
    Sgd m_optimizer;
    double m_clip;
};

} // namespace gapless
