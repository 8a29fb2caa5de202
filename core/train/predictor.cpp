// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/predictor.h"

#include <algorithm>
#include <expected>
#include <utility>

#include "core/train/eval_scope.h"
#include "core/train/tensor_layout.h"

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

/// 3,h,w normalised to pixels. Rounding undoes the normalisation exactly: its error in fp32 is far below half a grey
/// level.
RgbImage rgbImage(const torch::Tensor& image, const Normalisation& normalisation)
{
    const torch::Tensor mean = at::tensor(at::ArrayRef<float>(normalisation.mean.data(), normalisation.mean.size()));
    const torch::Tensor deviation =
        at::tensor(at::ArrayRef<float>(normalisation.deviation.data(), normalisation.deviation.size()));
    const torch::Tensor pixels = ((image.permute({1, 2, 0}) * deviation + mean) * 255.0).round().clamp(0, 255);
    const torch::Tensor bytes = pixels.to(at::kByte).contiguous();
    const auto* data = bytes.const_data_ptr<std::uint8_t>();
    return {{static_cast<int>(bytes.size(0)), static_cast<int>(bytes.size(1))}, {data, data + bytes.numel()}};
}

} // namespace

/// One sample, cut back to its own size.
struct Predictor::Whole
{
    torch::Tensor image;  ///< 1,3,h,w normalised
    torch::Tensor labels; ///< 1,h,w; undefined where not asked for
    torch::Tensor logits; ///< 1,C,h,w
};

Predictor::Predictor(std::shared_ptr<SegmentationModel> model, int classes, MemoryFormat format)
    : m_model(std::move(model))
    , m_classes(classes)
    , m_format(format)
{
}

Result<Predictor::Whole> Predictor::forward(const SampleSource& source, std::int64_t sample, bool withLabels) const
{
    const ImageSize size = source.sampleSize(sample);
    const ImageSize padded = paddedSize(size, m_model->stride());
    const torch::Tensor images =
        at::empty({1, 3, padded.height, padded.width}, at::TensorOptions(at::kFloat), torchFormat(m_format));
    torch::Tensor labels;
    SampleTarget target{.image = images.data_ptr<float>(), .size = padded, .memoryFormat = m_format};
    if (withLabels) {
        labels = at::empty({1, padded.height, padded.width}, at::kLong);
        target.labels = labels.data_ptr<std::int64_t>();
        labels = labels.narrow(1, 0, size.height).narrow(2, 0, size.width);
    }
    const Result<StageTimes> written = source.write({.sample = sample}, target);
    if (!written)
        return std::unexpected(written.error());
    const torch::Tensor logits = logitsOfWhole(*m_model, images, size);
    return Whole{images.narrow(2, 0, size.height).narrow(3, 0, size.width), labels, logits};
}

Result<LabelImage> Predictor::predict(const SampleSource& source, std::int64_t sample) const
{
    const EvalScope eval(*m_model);
    const Result<Whole> whole = forward(source, sample, false);
    if (!whole)
        return std::unexpected(whole.error());
    return labelImage(whole->logits.argmax(1)[0]);
}

Result<Preview> Predictor::preview(const SampleSource& source, std::int64_t sample) const
{
    const EvalScope eval(*m_model);
    const Result<Whole> whole = forward(source, sample, true);
    if (!whole)
        return std::unexpected(whole.error());
    Preview preview;
    preview.name = source.name(sample);
    preview.image = rgbImage(whole->image[0], source.normalisation());
    preview.prediction = labelImage(whole->logits.argmax(1)[0]);
    LabelImage truth = labelImage(whole->labels[0]);
    if (std::ranges::any_of(truth.data, [](std::uint8_t label) { return label != ignoreLabel; })) {
        PooledScores scores(m_classes);
        scores.add(whole->logits, whole->labels);
        preview.meanIou = scores.scores().meanIou;
        preview.truth = std::move(truth);
    }
    return preview;
}

Result<void> Predictor::score(const SampleSource& source, std::int64_t sample, PooledScores& scores) const
{
    const EvalScope eval(*m_model);
    const Result<Whole> whole = forward(source, sample, true);
    if (!whole)
        return std::unexpected(whole.error());
    scores.add(whole->logits, whole->labels);
    return {};
}

} // namespace gapless
