// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/predictor.h"

#include <algorithm>
#include <expected>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/train/eval_scope.h"
#include "core/train/step_memory.h"
#include "core/train/tensor_layout.h"

namespace gapless
{

Predictor::Predictor(std::shared_ptr<SegmentationModel> model, int classes, MemoryFormat format)
    : m_model(std::move(model))
    , m_classes(classes)
    , m_format(format)
{
}

Result<PictureTensors> Predictor::forward(const SampleSource& source, std::int64_t sample, bool withLabels) const
{
    const ImageSize size = source.sampleSize(sample);
    const ImageSize padded = paddedSize(size, m_model->stride());
    if (Result<void> fits = checkPictureMemory(*m_model, m_format, padded, source.name(sample)); !fits)
        return std::unexpected(std::move(fits.error()));
    const torch::Tensor images = at::empty({1, source.channels(), padded.height, padded.width},
                                           at::TensorOptions(at::kFloat), torchFormat(m_format));
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
    const Result<torch::Tensor> logits = logitsOfWhole(*m_model, images, source, sample);
    if (!logits)
        return std::unexpected(logits.error());
    return PictureTensors{images.narrow(2, 0, size.height).narrow(3, 0, size.width), labels, *logits};
}

Result<LabelImage> Predictor::predict(const SampleSource& source, std::int64_t sample) const
{
    const EvalScope eval(*m_model);
    const Result<PictureTensors> whole = forward(source, sample, false);
    if (!whole)
        return std::unexpected(whole.error());
    return predictedLabels(whole->logits);
}

Result<Preview> Predictor::preview(const SampleSource& source, std::int64_t sample) const
{
    const EvalScope eval(*m_model);
    const Result<PictureTensors> whole = forward(source, sample, true);
    if (!whole)
        return std::unexpected(whole.error());
    return makePreview(source, sample, *whole, PooledScores(m_classes).add(whole->logits, whole->labels));
}

Result<Inspection> Predictor::inspect(const SampleSource& source, const InspectionRequest& request) const
{
    const Stopwatch watch;
    const EvalScope eval(*m_model);
    const Result<PictureTensors> whole = forward(source, 0, true);
    if (!whole)
        return std::unexpected(whole.error());
    const ConfusionMatrix own = PooledScores(m_classes).add(whole->logits, whole->labels);
    Inspection inspection;
    inspection.request = request;
    inspection.picture = makePreview(source, 0, *whole, own);
    const int shown = std::clamp(request.probabilityClass, 0, m_classes - 1);
    ProbabilityMaps maps = probabilityMaps(whole->logits, shown);
    inspection.confidence = std::move(maps.ofPredicted);
    inspection.probability = std::move(maps.ofClass);
    if (const Scores scores = own.scores(); scores.labelledPixels > 0)
        inspection.iou = scores.iou;
    inspection.milliseconds = watch.milliseconds();
    return inspection;
}

Result<void> Predictor::score(const SampleSource& source, std::int64_t sample, PooledScores& scores) const
{
    const EvalScope eval(*m_model);
    const Result<PictureTensors> whole = forward(source, sample, true);
    if (!whole)
        return std::unexpected(whole.error());
    scores.add(whole->logits, whole->labels);
    return {};
}

} // namespace gapless
