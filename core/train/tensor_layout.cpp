// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/tensor_layout.h"

#include <torch/utils.h>

#include <array>

namespace gapless
{

at::MemoryFormat torchFormat(MemoryFormat format)
{
    return format == MemoryFormat::ChannelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

void applyMemoryFormat(torch::nn::Module& module, MemoryFormat format)
{
    const torch::NoGradGuard noGrad;
    for (torch::Tensor& parameter : module.parameters()) {
        if (parameter.dim() == 4)
            parameter.set_data(parameter.detach().contiguous(torchFormat(format)));
    }
}

torch::Tensor imagesOf(const BatchView& batch)
{
    const std::int64_t channels = batch.channels;
    const std::int64_t height = batch.size.height;
    const std::int64_t width = batch.size.width;
    const std::array<std::int64_t, 4> sizes{batch.count, channels, height, width};
    const std::array<std::int64_t, 4> strides =
        batch.memoryFormat == MemoryFormat::ChannelsLast
            ? std::array{channels * height * width, std::int64_t{1}, channels * width, channels}
            : std::array{channels * height * width, height * width, width, std::int64_t{1}};
    return torch::from_blob(batch.images, sizes, strides, at::kFloat);
}

torch::Tensor labelsOf(const BatchView& batch)
{
    return torch::from_blob(batch.labels, {batch.count, batch.size.height, batch.size.width}, at::kLong);
}

ImageSize paddedSize(ImageSize size, int stride)
{
    const auto up = [stride](int side) { return (side + stride - 1) / stride * stride; };
    return {up(size.height), up(size.width)};
}

} // namespace gapless
