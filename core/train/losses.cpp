// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/losses.h"

#include <array>
#include <cstdint>

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

// The reference's own arithmetic, operator by operator, so that training gives its numbers to the last bit: what both
// share is (sum of both - sum of their differences) / 2.
torch::Tensor diceLoss(const torch::Tensor& logits, const torch::Tensor& labels)
{
    constexpr double least = 1e-7;
    constexpr std::array<std::int64_t, 3> overPixels{0, 2, 3};
    const torch::Tensor probabilities = at::log_softmax(logits, 1, at::kFloat).exp();
    const torch::Tensor labelled = (labels != ignoreLabel).unsqueeze(1);
    const torch::Tensor counted = probabilities * labelled;
    const torch::Tensor truth =
        at::zeros_like(probabilities.detach()).scatter_(1, (labels.unsqueeze(1) * labelled), labelled.to(at::kFloat));
    const torch::Tensor predicted = counted.sum(overPixels);
    const torch::Tensor pixels = truth.sum(overPixels);
    const torch::Tensor apart = at::linalg_vector_norm(counted - truth, 1, overPixels);
    const torch::Tensor shared = (predicted + pixels - apart) / 2;
    const torch::Tensor dice =
        shared / at::clamp_min(shared + 0.5 * (predicted - shared) + 0.5 * (pixels - shared), least);
    return ((1 - dice) * (pixels > 0)).mean();
}

torch::Tensor lossOf(Loss loss, const torch::Tensor& logits, const torch::Tensor& labels)
{
    switch (loss) {
    case Loss::CrossEntropy:
        return crossEntropy(logits, labels);
    case Loss::Dice:
        return diceLoss(logits, labels);
    case Loss::CrossEntropyDice:
        break;
    }
    return crossEntropy(logits, labels) + diceLoss(logits, labels);
}

} // namespace gapless
