// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>

namespace gapless
{

/// A network for segmentation. Input N,C,H,W (C input channels; H and W multiples of stride()), output logits
/// N,classes,H,W: no activation inside. Parameter and buffer names are those of segmentation_models_pytorch 0.6, so a
/// state_dict goes either way.
class SegmentationModel : public torch::nn::Module
{
public:
    virtual torch::Tensor forward(const torch::Tensor& images) = 0;
    [[nodiscard]] virtual int stride() const = 0;
    [[nodiscard]] virtual int inputChannels() const { return 3; }
};

struct ModelSpec
{
    std::string architecture = "unet";
    std::string encoder = "resnet18";
    int inputChannels = 3;
    int classes = 2;
};

/// Weights are drawn from torch's generator after at::manual_seed(seed), in the order in which
/// segmentation_models_pytorch draws them: the same seed gives the weights that Python has after
/// torch.manual_seed(seed). Errors: Config, naming what is offered.
[[nodiscard]] Result<std::shared_ptr<SegmentationModel>> makeModel(const ModelSpec& spec, std::uint64_t seed);

/// Multiple to which sides are padded, known without building a network (32 for five halvings).
[[nodiscard]] int modelStride(const ModelSpec& spec);

} // namespace gapless
