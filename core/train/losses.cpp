// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/losses.h"

#include "core/types/pixels.h"

namespace gapless
{

torch::Tensor crossEntropy(const torch::Tensor& logits, const torch::Tensor& labels)
{
    const torch::Tensor logProbabilities = at::log_softmax(logits, 1, at::kFloat);
    // The operator below cross_entropy also gives the number of labelled pixels, which spares a pass over the labels.
    // With none its mean is 0/0, but its backward pass skips every ignored pixel: the gradients are 0.
    const auto [mean, labelled] =
        at::nll_loss2d_forward(logProbabilities, labels, {}, at::Reduction::Mean, ignoreLabel);
    return at::where(labelled > 0, mean, at::zeros({}, mean.options()));
}

} // namespace gapless
