// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decoders.h"

#include <utility>

#include <ATen/ops/cat.h>
#include <ATen/ops/upsample_nearest2d.h>
#include <torch/enum.h>
#include <torch/nn/init.h>

namespace gapless
{

UnetDecoderBlockImpl::UnetDecoderBlockImpl(std::int64_t inputs, std::int64_t skipChannels, std::int64_t outputs)
    : m_conv1(register_module("conv1", convolutionNormRelu(inputs + skipChannels, outputs)))
    , m_conv2(register_module("conv2", convolutionNormRelu(outputs, outputs)))
{
}

torch::Tensor UnetDecoderBlockImpl::forward(const torch::Tensor& input, std::int64_t height, std::int64_t width,
                                            const torch::Tensor& skip)
{
    torch::Tensor current = at::upsample_nearest2d(input, {height, width});
    if (skip.defined())
        current = at::cat({current, skip}, 1);
    return m_conv2->forward(m_conv1->forward(current));
}

UnetDecoderImpl::UnetDecoderImpl(std::span<const std::int64_t, 5> encoderChannels)
{
    torch::nn::ModuleList list;
    std::int64_t inputs = encoderChannels.back();
    for (std::size_t i = 0; i < Channels.size(); ++i) {
        const std::int64_t skip = i + 1 < encoderChannels.size() ? encoderChannels[encoderChannels.size() - 2 - i] : 0;
        m_blocks.emplace_back(inputs, skip, Channels[i]);
        list->push_back(m_blocks.back());
        inputs = Channels[i];
    }
    register_module("blocks", std::move(list));
}

void UnetDecoderImpl::drawWeights()
{
    for (const auto& module : modules(false)) {
        if (auto* layer = module->as<torch::nn::Conv2d>())
            torch::nn::init::kaiming_uniform_(layer->weight, 0.0, torch::kFanIn, torch::kReLU);
    }
}

torch::Tensor UnetDecoderImpl::forward(const std::vector<torch::Tensor>& features, std::int64_t height,
                                       std::int64_t width)
{
    torch::Tensor current = features.back();
    for (std::size_t i = 0; i + 1 < m_blocks.size(); ++i) {
        const torch::Tensor& skip = features[features.size() - 2 - i];
        current = m_blocks[i]->forward(current, skip.size(2), skip.size(3), skip);
    }
    return m_blocks.back()->forward(current, height, width, {});
}

} // namespace gapless
