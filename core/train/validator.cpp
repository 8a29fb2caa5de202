// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/validator.h"

#include <expected>

#include "core/train/eval_scope.h"
#include "core/train/losses.h"
#include "core/train/tensor_layout.h"

namespace gapless
{

PooledScores::PooledScores(int classes)
    : m_classes(classes)
    , m_matrix(classes)
{
}

ConfusionMatrix PooledScores::add(const torch::Tensor& logits, const torch::Tensor& labels)
{
    const torch::Tensor prediction = logits.argmax(1).contiguous();
    ConfusionMatrix own(m_classes);
    own.add(labels.const_data_ptr<std::int64_t>(), labels.stride(1), prediction.const_data_ptr<std::int64_t>(),
            prediction.stride(1), static_cast<int>(labels.size(1)), static_cast<int>(labels.size(2)));
    m_matrix.add(own);
    const std::int64_t labelled = own.scores().labelledPixels;
    m_lossSum += crossEntropy(logits, labels).item<double>() * static_cast<double>(labelled);
    m_labelled += labelled;
    return own;
}

Scores PooledScores::scores() const
{
    Scores scores = m_matrix.scores();
    if (m_labelled > 0)
        scores.loss = m_lossSum / static_cast<double>(m_labelled);
    return scores;
}

torch::Tensor logitsOfWhole(SegmentationModel& model, const torch::Tensor& images, ImageSize size)
{
    return model.forward(images).narrow(2, 0, size.height).narrow(3, 0, size.width);
}

Result<Scores> validateWhole(SegmentationModel& model, PrefetchLoader& loader, const SampleSource& source, int classes,
                             std::vector<SkippedSample>& skipped, std::stop_token stop)
{
    const EvalScope eval(model);
    PooledScores pooled(classes);
    std::int64_t skippedImages = 0;
    for (bool last = false; !last;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped while validating");
        const Result<Batch> batch = loader.nextValidation(stop);
        if (!batch)
            return std::unexpected(batch.error());
        const BatchView& view = batch->view();
        last = view.lastOfEpoch;
        skipped.insert(skipped.end(), view.skipped.begin(), view.skipped.end());
        skippedImages += static_cast<std::int64_t>(view.skipped.size());
        if (view.count == 0)
            continue; // the end of a pass whose last picture was left out
        const ImageSize size = source.sampleSize(view.samples[0]);
        const torch::Tensor logits = logitsOfWhole(model, imagesOf(view), size);
        pooled.add(logits, labelsOf(view).narrow(1, 0, size.height).narrow(2, 0, size.width));
    }
    Scores scores = pooled.scores();
    scores.skippedImages = skippedImages;
    return scores;
}

} // namespace gapless
