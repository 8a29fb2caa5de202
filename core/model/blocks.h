// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <cstdint>

namespace gapless
{

/// A square convolution padded by half its kernel; without bias unless asked, because a batch norm follows.
[[nodiscard]] torch::nn::Conv2d convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel,
                                            std::int64_t stride = 1, bool bias = false);

/// Convolution 3x3, batch norm, ReLU under the names 0, 1, 2 (segmentation_models_pytorch's Conv2dReLU).
[[nodiscard]] torch::nn::Sequential convolutionNormRelu(std::int64_t inputs, std::int64_t outputs);

/// Two 3x3 convolutions beside an identity or a projection (He et al., "Deep residual learning", CVPR 2016), as in
/// torchvision.
class BasicBlockImpl final : public torch::nn::Module
{
public:
    /// `projection` may be empty; it is made before the block, as the order of random draws demands.
    BasicBlockImpl(std::int64_t inputs, std::int64_t outputs, std::int64_t stride, torch::nn::Sequential projection);

    torch::Tensor forward(const torch::Tensor& input);

private:
    torch::nn::Conv2d m_conv1;
    torch::nn::BatchNorm2d m_norm1;
    torch::nn::Conv2d m_conv2;
    torch::nn::BatchNorm2d m_norm2;
    torch::nn::Sequential m_projection;
};
TORCH_MODULE(BasicBlock);

/// A 3x3 convolution between two 1x1 ones that narrow to a quarter of `outputs` and widen again. The stride lies on the
/// 3x3 convolution, as in torchvision ("ResNet V1.5"), not on the first one as in the paper.
class BottleneckImpl final : public torch::nn::Module
{
public:
    /// `projection` as for a basic block.
    BottleneckImpl(std::int64_t inputs, std::int64_t outputs, std::int64_t stride, torch::nn::Sequential projection);

    torch::Tensor forward(const torch::Tensor& input);

    /// Outputs over the width between the 1x1 convolutions.
    static constexpr std::int64_t Expansion = 4;

private:
    torch::nn::Conv2d m_conv1;
    torch::nn::BatchNorm2d m_norm1;
    torch::nn::Conv2d m_conv2;
    torch::nn::BatchNorm2d m_norm2;
    torch::nn::Conv2d m_conv3;
    torch::nn::BatchNorm2d m_norm3;
    torch::nn::Sequential m_projection;
};
TORCH_MODULE(Bottleneck);

} // namespace gapless
