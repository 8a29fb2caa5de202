// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/encoders.h"

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

constexpr std::array<std::pair<std::string_view, std::array<int, 4>>, 1> offered{{{"resnet18", {2, 2, 2, 2}}}};

} // namespace

const std::array<int, 4>* residualStages(std::string_view encoder)
{
    for (const auto& [name, stages] : offered) {
        if (name == encoder)
            return &stages;
    }
    return nullptr;
}

std::string offeredEncoders()
{
    std::string names;
    for (const auto& [name, stages] : offered)
        names.append(names.empty() ? "" : ", ").append(name);
    return names;
}

ResNetEncoderImpl::ResNetEncoderImpl(const std::array<int, 4>& stages, std::int64_t inputs)
    : m_conv1(register_module("conv1", convolution(rgbChannels, Channels[0], 7, 2)))
    , m_norm1(register_module("bn1", torch::nn::BatchNorm2d(Channels[0])))
    , m_pool(register_module("maxpool", torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(2).padding(1))))
{
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::int64_t stride = i == 0 ? 1 : 2;
        m_stages.push_back(register_module("layer" + std::to_string(i + 1),
                                           makeStage(Channels[i], Channels[i + 1], stages[i], stride)));
    }
    drawWeights();
    if (inputs != rgbChannels)
        m_conv1 = replace_module("conv1", convolution(inputs, Channels[0], 7, 2));
}

torch::nn::Sequential ResNetEncoderImpl::makeStage(std::int64_t inputs, std::int64_t outputs, int blocks,
                                                   std::int64_t stride)
{
    torch::nn::Sequential projection;
    if (stride != 1 || inputs != outputs) {
        projection->push_back(
            torch::nn::Conv2d(torch::nn::Conv2dOptions(inputs, outputs, 1).stride(stride).bias(false)));
        projection->push_back(torch::nn::BatchNorm2d(outputs));
    }
    torch::nn::Sequential stage(BasicBlock(inputs, outputs, stride, projection));
    for (int i = 1; i < blocks; ++i)
        stage->push_back(BasicBlock(outputs, outputs, 1, torch::nn::Sequential()));
    return stage;
}

void ResNetEncoderImpl::drawWeights()
{
    // torchvision builds the classifier before it draws the convolutions anew; its draws move the generator on.
    const torch::nn::Linear deletedClassifier(Channels.back(), imageNetClasses);
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
