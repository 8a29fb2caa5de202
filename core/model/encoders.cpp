// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/encoders.h"

#include <algorithm>
#include <utility>

#include <torch/enum.h>
#include <torch/nn/init.h>
#include <torch/nn/modules/linear.h>

namespace gapless
{

namespace
{

constexpr std::int64_t rgbChannels = 3;
constexpr std::int64_t imageNetClasses = 1000;

constexpr std::array<ResNetShape, 3> offered{{
    {"resnet18", ResidualBlock::Basic, {2, 2, 2, 2}, {64, 64, 128, 256, 512}},
    {"resnet34", ResidualBlock::Basic, {3, 4, 6, 3}, {64, 64, 128, 256, 512}},
    {"resnet50", ResidualBlock::Bottleneck, {3, 4, 6, 3}, {64, 256, 512, 1024, 2048}},
}};

void addBlock(torch::nn::Sequential& stage, ResidualBlock block, std::int64_t inputs, std::int64_t outputs,
              std::int64_t stride, torch::nn::Sequential projection)
{
    if (block == ResidualBlock::Basic)
        stage->push_back(BasicBlock(inputs, outputs, stride, std::move(projection)));
    else
        stage->push_back(Bottleneck(inputs, outputs, stride, std::move(projection)));
}

torch::nn::Sequential makeStage(ResidualBlock block, int blocks, std::int64_t inputs, std::int64_t outputs,
                                std::int64_t stride)
{
    torch::nn::Sequential projection;
    if (stride != 1 || inputs != outputs) {
        projection->push_back(convolution(inputs, outputs, 1, stride));
        projection->push_back(torch::nn::BatchNorm2d(outputs));
    }
    torch::nn::Sequential stage;
    addBlock(stage, block, inputs, outputs, stride, std::move(projection));
    for (int i = 1; i < blocks; ++i)
        addBlock(stage, block, outputs, outputs, 1, torch::nn::Sequential());
    return stage;
}

} // namespace

const ResNetShape* findEncoder(std::string_view name)
{
    const auto found = std::ranges::find(offered, name, &ResNetShape::name);
    return found == offered.end() ? nullptr : &*found;
}

std::string offeredEncoders()
{
    std::string names;
    for (const ResNetShape& shape : offered)
        names.append(names.empty() ? "" : ", ").append(shape.name);
    return names;
}

ResNetEncoderImpl::ResNetEncoderImpl(const ResNetShape& shape, std::int64_t inputs)
    : m_conv1(register_module("conv1", convolution(rgbChannels, shape.channels[0], 7, 2)))
    , m_norm1(register_module("bn1", torch::nn::BatchNorm2d(shape.channels[0])))
    , m_pool(register_module("maxpool", torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(2).padding(1))))
{
    for (std::size_t i = 0; i < shape.stages.size(); ++i) {
        const std::int64_t stride = i == 0 ? 1 : 2;
        m_stages.emplace_back(
            register_module("layer" + std::to_string(i + 1),
                            makeStage(shape.block, shape.stages[i], shape.channels[i], shape.channels[i + 1], stride)));
    }
    drawWeights(shape.channels.back());
    // segmentation_models_pytorch, too, makes the network for RGB and then its first convolution anew.
    if (inputs != rgbChannels)
        m_conv1 = replace_module("conv1", convolution(inputs, shape.channels[0], 7, 2));
}

void ResNetEncoderImpl::drawWeights(std::int64_t features)
{
    // torchvision builds the classifier before it draws the convolutions anew; its draws move the generator on.
    const torch::nn::Linear deletedClassifier(features, imageNetClasses);
    for (const auto& module : modules(false)) {
        if (auto* layer = module->as<torch::nn::Conv2d>())
            torch::nn::init::kaiming_normal_(layer->weight, 0.0, torch::kFanOut, torch::kReLU);
    }
}

std::vector<torch::Tensor> ResNetEncoderImpl::forward(const torch::Tensor& images)
{
    std::vector<torch::Tensor> features{m_norm1->forward(m_conv1->forward(images)).relu_()};
    torch::Tensor current = m_pool->forward(features.front());
    for (auto& stage : m_stages) {
        current = stage->forward(current);
        features.push_back(current);
    }
    return features;
}

} // namespace gapless
