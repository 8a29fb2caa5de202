// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/blocks.h"

#include <utility>

#include <torch/nn/modules/activation.h>

namespace gapless
{

torch::nn::Conv2d convolution(std::int64_t inputs, std::int64_t outputs, std::int64_t kernel, std::int64_t stride,
                              bool bias)
{
    return torch::nn::Conv2d(
        torch::nn::Conv2dOptions(inputs, outputs, kernel).stride(stride).padding(kernel / 2).bias(bias));
}

torch::nn::Sequential convolutionNormRelu(std::int64_t inputs, std::int64_t outputs)
{
    return torch::nn::Sequential(convolution(inputs, outputs, 3), torch::nn::BatchNorm2d(outputs),
                                 torch::nn::ReLU(torch::nn::ReLUOptions(true)));
}

BasicBlockImpl::BasicBlockImpl(std::int64_t inputs, std::int64_t outputs, std::int64_t stride,
                               torch::nn::Sequential projection)
    : m_conv1(register_module("conv1", convolution(inputs, outputs, 3, stride)))
    , m_norm1(register_module("bn1", torch::nn::BatchNorm2d(outputs)))
    , m_conv2(register_module("conv2", convolution(outputs, outputs, 3)))
    , m_norm2(register_module("bn2", torch::nn::BatchNorm2d(outputs)))
    , m_projection(std::move(projection))
{
    if (!m_projection->is_empty())
        register_module("downsample", m_projection);
}

torch::Tensor BasicBlockImpl::forward(const torch::Tensor& input)
{
    torch::Tensor output = m_norm1->forward(m_conv1->forward(input)).relu_();
    output = m_norm2->forward(m_conv2->forward(output));
    output += m_projection->is_empty() ? input : m_projection->forward(input);
    return output.relu_();
}

BottleneckImpl::BottleneckImpl(std::int64_t inputs, std::int64_t outputs, std::int64_t stride,
                               torch::nn::Sequential projection)
    : m_conv1(register_module("conv1", convolution(inputs, outputs / Expansion, 1)))
    , m_norm1(register_module("bn1", torch::nn::BatchNorm2d(outputs / Expansion)))
    , m_conv2(register_module("conv2", convolution(outputs / Expansion, outputs / Expansion, 3, stride)))
    , m_norm2(register_module("bn2", torch::nn::BatchNorm2d(outputs / Expansion)))
    , m_conv3(register_module("conv3", convolution(outputs / Expansion, outputs, 1)))
    , m_norm3(register_module("bn3", torch::nn::BatchNorm2d(outputs)))
    , m_projection(std::move(projection))
{
    if (!m_projection->is_empty())
        register_module("downsample", m_projection);
}

torch::Tensor BottleneckImpl::forward(const torch::Tensor& input)
{
    torch::Tensor output = m_norm1->forward(m_conv1->forward(input)).relu_();
    output = m_norm2->forward(m_conv2->forward(output)).relu_();
    output = m_norm3->forward(m_conv3->forward(output));
    output += m_projection->is_empty() ? input : m_projection->forward(input);
    return output.relu_();
}

} // namespace gapless
