// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/blocks.h"

#include <torch/nn/modules/pooling.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// Blocks in each of the four stages of a ResNet; null for a name that is not offered.
[[nodiscard]] const std::array<int, 4>* residualStages(std::string_view encoder);
/// "resnet18, ...": what residualStages() knows.
[[nodiscard]] std::string offeredEncoders();

/// ResNet out of basic blocks without its classifier: names, arithmetic and random draws of torchvision's, through
/// segmentation_models_pytorch's ResNetEncoder.
class ResNetEncoderImpl final : public torch::nn::Module
{
public:
    ResNetEncoderImpl(const std::array<int, 4>& stages, std::int64_t inputs);

    /// Features at 1/2, 1/4, 1/8, 1/16 and 1/32 of the input's sides, finest first.
    std::vector<torch::Tensor> forward(const torch::Tensor& images);

    /// Channels of those features.
    static constexpr std::array<std::int64_t, 5> Channels{64, 64, 128, 256, 512};

private:
    torch::nn::Sequential makeStage(std::int64_t inputs, std::int64_t outputs, int blocks, std::int64_t stride);
    void drawWeights();

    torch::nn::Conv2d m_conv1;
    torch::nn::BatchNorm2d m_norm1;
    torch::nn::MaxPool2d m_pool;
    std::vector<torch::nn::Sequential> m_stages;
};
TORCH_MODULE(ResNetEncoder);

} // namespace gapless
