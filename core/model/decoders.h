// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/blocks.h"

#include <torch/nn/modules/container/modulelist.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gapless
{

/// One step up of a U-Net: nearest upsampling to the size of the next finer feature, that feature beside it, two
/// convolutions.
class UnetDecoderBlockImpl final : public torch::nn::Module
{
public:
    UnetDecoderBlockImpl(std::int64_t inputs, std::int64_t skipChannels, std::int64_t outputs);

    /// `skip` may be undefined: then only upsampled, to height x width.
    torch::Tensor forward(const torch::Tensor& input, std::int64_t height, std::int64_t width,
                          const torch::Tensor& skip);

private:
    torch::nn::Sequential m_conv1;
    torch::nn::Sequential m_conv2;
};
TORCH_MODULE(UnetDecoderBlock);

/// Decoder of Ronneberger et al., "U-Net" (MICCAI 2015), in the form of segmentation_models_pytorch: names, arithmetic
/// and random draws.
class UnetDecoderImpl final : public torch::nn::Module
{
public:
    /// Channels of the encoder's features, finest first.
    explicit UnetDecoderImpl(std::span<const std::int64_t, 5> encoderChannels);

    /// Features finest first, as the encoder gives them; output with Channels.back() channels at height x width.
    torch::Tensor forward(const std::vector<torch::Tensor>& features, std::int64_t height, std::int64_t width);

    /// Draws all weights anew; segmentation_models_pytorch does so once the whole network stands.
    void drawWeights();

    /// Outputs of the blocks, coarsest first.
    static constexpr std::array<std::int64_t, 5> Channels{256, 128, 64, 32, 16};

private:
    std::vector<UnetDecoderBlock> m_blocks;
};
TORCH_MODULE(UnetDecoder);

} // namespace gapless
