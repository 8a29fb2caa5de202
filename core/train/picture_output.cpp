// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/picture_output.h"

#include <tuple>
#include <utility>

namespace gapless
{
namespace
{

/// h,w of any integer type to a picture of labels.
LabelImage labelImage(const torch::Tensor& classes)
{
    const torch::Tensor bytes = classes.to(at::kByte).contiguous();
    const auto* data = bytes.const_data_ptr<std::uint8_t>();
    return {{static_cast<int>(bytes.size(0)), static_cast<int>(bytes.size(1))}, {data, data + bytes.numel()}};
}

/// h,w in 0..1 to 0..255.
ByteImage byteImage(const torch::Tensor& shares)
{
    const torch::Tensor bytes = shares.mul(255.0).round_().to(at::kByte).contiguous();
    const auto* data = bytes.const_data_ptr<std::uint8_t>();
    return {{static_cast<int>(bytes.size(0)), static_cast<int>(bytes.size(1))}, {data, data + bytes.numel()}};
}

/// C,h,w normalised to pixels: the first three channels as RGB, or the first as grey where there are fewer. Rounding
/// undoes the normalisation exactly: its error in fp32 is far below half a grey level.
RgbImage rgbImage(const torch::Tensor& image, const Normalisation& normalisation)
{
    const torch::Tensor mean = at::tensor(at::ArrayRef<float>(normalisation.mean.data(), normalisation.mean.size()));
    const torch::Tensor deviation =
        at::tensor(at::ArrayRef<float>(normalisation.deviation.data(), normalisation.deviation.size()));
    const torch::Tensor pixels = ((image.permute({1, 2, 0}) * deviation + mean) * 255.0).round().clamp(0, 255);
    const torch::Tensor shown =
        pixels.size(2) < 3 ? pixels.narrow(2, 0, 1).expand({-1, -1, 3}) : pixels.narrow(2, 0, 3);
    const torch::Tensor bytes = shown.to(at::kByte).contiguous();
    const auto* data = bytes.const_data_ptr<std::uint8_t>();
    return {{static_cast<int>(bytes.size(0)), static_cast<int>(bytes.size(1))}, {data, data + bytes.numel()}};
}

} // namespace

LabelImage predictedLabels(const torch::Tensor& logits)
{
    return labelImage(logits.argmax(1)[0]);
}

ProbabilityMaps probabilityMaps(const torch::Tensor& logits, int ofClass)
{
    const torch::Tensor shares = logits.softmax(1)[0];
    return {byteImage(std::get<0>(shares.max(0))), byteImage(shares[ofClass])};
}

Preview makePreview(const SampleSource& source, std::int64_t sample, const PictureTensors& picture,
                    const ConfusionMatrix& own)
{
    Preview preview;
    preview.name = source.name(sample);
    preview.image = rgbImage(picture.image[0], source.normalisation());
    preview.prediction = predictedLabels(picture.logits);
    const Scores scores = own.scores();
    if (scores.labelledPixels > 0) {
        preview.meanIou = scores.meanIou;
        preview.truth = labelImage(picture.labels[0]);
    }
    return preview;
}

} // namespace gapless
