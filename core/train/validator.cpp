// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/validator.h"

#include <algorithm>
#include <expected>
#include <limits>
#include <string>
#include <utility>

#include "core/train/eval_scope.h"
#include "core/train/losses.h"
#include "core/train/picture_output.h"
#include "core/train/step_memory.h"
#include "core/train/tensor_layout.h"
#include "core/train/torch_boundary.h"

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

Result<torch::Tensor> logitsOfWhole(SegmentationModel& model, const torch::Tensor& images, const SampleSource& source,
                                    std::int64_t sample)
{
    const ImageSize size = source.sampleSize(sample);
    const std::string picture = source.name(sample) + ", " + std::to_string(size.height) + " x " +
                                std::to_string(size.width) + " (height x width)";
    return atBoundary({picture, smallerPictures}, [&]() -> Result<torch::Tensor> {
        return model.forward(images).narrow(2, 0, size.height).narrow(3, 0, size.width);
    });
}

namespace
{

/// NaN where nothing is labelled.
double meanIouOf(const ConfusionMatrix& own)
{
    const Scores scores = own.scores();
    return scores.labelledPixels > 0 ? scores.meanIou : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

Result<Validation> validateWhole(SegmentationModel& model, PrefetchLoader& loader, const SampleSource& source,
                                 int classes, std::int64_t previews, std::stop_token stop)
{
    const EvalScope eval(model);
    PooledScores scores(classes);
    Validation validation;
    std::vector<double> pictureIou(static_cast<std::size_t>(source.size()), std::numeric_limits<double>::quiet_NaN());
    for (bool last = false; !last;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped while validating");
        const Result<Batch> batch = loader.nextValidation(stop);
        if (!batch)
            return std::unexpected(batch.error());
        const BatchView& view = batch->view();
        last = view.lastOfEpoch;
        validation.skipped.insert(validation.skipped.end(), view.skipped.begin(), view.skipped.end());
        if (view.count == 0)
            continue; // the end of a pass whose last picture was left out
        const std::int64_t sample = view.samples[0];
        const ImageSize size = source.sampleSize(sample);
        const auto cut = [size](const torch::Tensor& padded) {
            return padded.narrow(-2, 0, size.height).narrow(-1, 0, size.width);
        };
        if (Result<void> fits = checkPictureMemory(model, view.memoryFormat, view.size, source.name(sample)); !fits)
            return std::unexpected(std::move(fits.error()));
        const torch::Tensor images = imagesOf(view);
        const Result<torch::Tensor> logits = logitsOfWhole(model, images, source, sample);
        if (!logits)
            return std::unexpected(logits.error());
        const PictureTensors picture{cut(images), cut(labelsOf(view)), *logits};
        const ConfusionMatrix own = scores.add(picture.logits, picture.labels);
        pictureIou[static_cast<std::size_t>(sample)] = meanIouOf(own);
        if (sample < previews)
            validation.previews.push_back(makePreview(source, sample, picture, own));
    }
    validation.scores = scores.scores();
    validation.scores.pictureIou = std::move(pictureIou);
    validation.scores.skippedImages = static_cast<std::int64_t>(validation.skipped.size());
    return validation;
}

} // namespace gapless
