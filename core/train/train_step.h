// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/model/model_factory.h"
#include "core/train/fused_optimizer.h"
#include "core/train/weight_average.h"

#include <torch/types.h>

#include <memory>
#include <optional>
#include <vector>

namespace gapless
{

struct StepOutcome
{
    double loss = 0;         ///< mean over the step's batches
    double gradientNorm = 0; ///< before clipping
    bool isUpdated = false;  ///< false when loss or gradients are not finite: the weights are as before
};

/// Forward, loss, backward over one batch or more, then clipping, update, weight average. Trainer thread.
class TrainStep final
{
public:
    TrainStep(std::shared_ptr<SegmentationModel> model, const TrainingConfig& config);

    /// Adds a batch's gradients, as one of `batches` of the step: their mean counts. The model must be in training
    /// mode. Throws c10::Error.
    void addBatch(const torch::Tensor& images, const torch::Tensor& labels, int batches);
    /// Ends the step. Numbers that are not finite never reach the weights; what becomes of the run then is the caller's
    /// business. Throws c10::Error.
    [[nodiscard]] StepOutcome update(double learningRate);
    /// Forgets batches added since the last update, also what they have left in batch norm's statistics.
    void dropBatches();
    /// Both, for a step of one batch.
    [[nodiscard]] StepOutcome run(const torch::Tensor& images, const torch::Tensor& labels, double learningRate);

    [[nodiscard]] FusedOptimizer& optimizer() { return m_optimizer; }
    /// Null when none is kept.
    [[nodiscard]] WeightAverage* average() { return m_average ? &*m_average : nullptr; }

private:
    std::shared_ptr<SegmentationModel> m_model;
    FusedOptimizer m_optimizer;
    std::optional<WeightAverage> m_average;
    Loss m_lossKind;
    double m_clip;
    double m_loss = 0;                       ///< of the step's batches so far
    std::vector<torch::Tensor> m_statistics; ///< batch norm's, before the first of several batches
};

} // namespace gapless
