// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/losses.h"

#include <array>
#include <cstdint>

#include "core/types/pixels.h"

namespace gapless
{

namespace
{

torch::Tensor crossEntropyOf(const torch::Tensor& logProbabilities, const torch::Tensor& labels)
{
    // The operator below cross_entropy also gives the number of labelled pixels, which spares a pass over the labels.
    // With none its mean is 0/0, but its backward pass skips every ignored pixel: the gradients are 0.
    const auto [mean, labelled] =
        at::nll_loss2d_forward(logProbabilities, labels, {}, at::Reduction::Mean, ignoreLabel);
    return at::where(labelled > 0, mean, at::zeros({}, mean.options()));
}

torch::Tensor diceOf(const torch::Tensor& probabilities, const torch::Tensor& labels)
{
    constexpr double least = 1e-7;
    constexpr std::array<std::int64_t, 3> overPixels{0, 2, 3};
    const torch::Tensor labelled = (labels != ignoreLabel).unsqueeze(1);
    const torch::Tensor counted = at::where(labelled, probabilities, at::zeros({}, probabilities.options()));
    const torch::Tensor classOf = at::where(labelled, labels.unsqueeze(1), at::zeros({}, labels.options()));
    const torch::Tensor truth =
        at::zeros_like(probabilities.detach()).scatter_(1, classOf, labelled.to(probabilities.scalar_type()));
    const torch::Tensor pixels = truth.sum(overPixels);
    const torch::Tensor shared = (counted * truth).sum(overPixels);
    const torch::Tensor dice = 2 * shared / at::clamp_min(counted.sum(overPixels) + pixels, least);
    return ((1 - dice) * (pixels > 0)).mean();
}

} // namespace

torch::Tensor crossEntropy(const torch::Tensor& logits, const torch::Tensor& labels)
{
    return crossEntropyOf(at::log_softmax(logits, 1, at::kFloat), labels);
}

torch::Tensor diceLoss(const torch::Tensor& logits, const torch::Tensor& labels)
{
    return diceOf(at::softmax(logits, 1, at::kFloat), labels);
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
    const torch::Tensor logProbabilities = at::log_softmax(logits, 1, at::kFloat);
    return crossEntropyOf(logProbabilities, labels) + diceOf(logProbabilities.exp(), labels);
}

} // namespace gapless
