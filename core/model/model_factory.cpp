// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_factory.h"

#include <ATen/Context.h>
#include <torch/nn/init.h>

#include "core/model/decoders.h"
#include "core/model/encoders.h"

namespace gapless
{

namespace
{

constexpr int unetStride = 32;

class Unet final : public SegmentationModel
{
public:
    Unet(const ResNetShape& shape, int inputs, std::int64_t classes)
        : m_inputs(inputs)
        , m_encoder(register_module("encoder", ResNetEncoder(shape, inputs)))
        , m_decoder(register_module("decoder", UnetDecoder(shape.channels)))
    {
        const auto head = convolution(UnetDecoderImpl::Channels.back(), classes, 3, 1, true);
        m_head = register_module("segmentation_head", torch::nn::Sequential(head));
        m_decoder->drawWeights();
        torch::nn::init::xavier_uniform_(head->weight);
        torch::nn::init::zeros_(head->bias);
    }

    torch::Tensor forward(const torch::Tensor& images) override
    {
        const auto features = m_encoder->forward(images);
        return m_head->forward(m_decoder->forward(features, images.size(2), images.size(3)));
    }

    [[nodiscard]] int stride() const override { return unetStride; }
    [[nodiscard]] int inputChannels() const override { return m_inputs; }

private:
    int m_inputs;
    ResNetEncoder m_encoder;
    UnetDecoder m_decoder;
    torch::nn::Sequential m_head;
};

} // namespace

Result<std::shared_ptr<SegmentationModel>> makeModel(const ModelSpec& spec, std::uint64_t seed)
{
    if (spec.architecture != "unet")
        return fail(ErrorCode::Config, "architecture '" + spec.architecture + "' is not offered", "model.architecture",
                    "choose unet");
    const ResNetShape* shape = findEncoder(spec.encoder);
    if (shape == nullptr)
        return fail(ErrorCode::Config, "encoder '" + spec.encoder + "' is not offered", "model.encoder",
                    "choose " + offeredEncoders());
    if (spec.inputChannels < 1 || spec.classes < 1)
        return fail(ErrorCode::Config, "a network needs at least one input channel and one class", "model");
    at::manual_seed(seed);
    return std::make_shared<Unet>(*shape, spec.inputChannels, spec.classes);
}

int modelStride(const ModelSpec&)
{
    return unetStride;
}

} // namespace gapless
