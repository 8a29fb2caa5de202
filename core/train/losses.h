// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"

#include <torch/types.h>

namespace gapless
{

/// Losses of logits N,C,H,W (any floating type) against labels N,H,W int64 with ignoreLabel, computed in fp32 whatever
/// the logits are. Without a labelled pixel each is 0 with zero gradients, not NaN.

/// Mean cross-entropy over labelled pixels. As torch.nn.functional.cross_entropy(ignore_index=255).
[[nodiscard]] torch::Tensor crossEntropy(const torch::Tensor& logits, const torch::Tensor& labels);

/// 1 - Dice of the probabilities, pooled over the batch, mean over all classes; a class without a labelled pixel in the
/// batch adds 0. As segmentation_models_pytorch's DiceLoss("multiclass", ignore_index=255) (Milletari et al., "V-Net",
/// 3DV 2016, with the sum of probabilities in the denominator).
[[nodiscard]] torch::Tensor diceLoss(const torch::Tensor& logits, const torch::Tensor& labels);

/// The configured one of them, or their sum.
[[nodiscard]] torch::Tensor lossOf(Loss loss, const torch::Tensor& logits, const torch::Tensor& labels);

} // namespace gapless
