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

enum class ResidualBlock { Basic, Bottleneck };

/// What makes one ResNet different from another.
struct ResNetShape
{
    std::string_view name; ///< as segmentation_models_pytorch names the encoder
    ResidualBlock block = ResidualBlock::Basic;
    std::array<int, 4> stages{};            ///< blocks in each
    std::array<std::int64_t, 5> channels{}; ///< of the features, finest first
};

/// Null for a name that is not offered.
[[nodiscard]] const ResNetShape* findEncoder(std::string_view name);
/// "resnet18, ...": what findEncoder() knows.
[[nodiscard]] std::string offeredEncoders();

/// ResNet without its classifier: names, arithmetic and random draws of torchvision's, through
/// segmentation_models_pytorch's ResNetEncoder.
class ResNetEncoderImpl final : public torch::nn::Module
{
public:
    ResNetEncoderImpl(const ResNetShape& shape, std::int64_t inputs);

    /// Features at 1/2, 1/4, 1/8, 1/16 and 1/32 of the input's sides, finest first, with the channels of its shape.
    std::vector<torch::Tensor> forward(const torch::Tensor& images);

private:
    void drawWeights(std::int64_t features);

    torch::nn::Conv2d m_conv1;
    torch::nn::BatchNorm2d m_norm1;
    torch::nn::MaxPool2d m_pool;
    std::vector<torch::nn::Sequential> m_stages;
};
TORCH_MODULE(ResNetEncoder);

} // namespace gapless
