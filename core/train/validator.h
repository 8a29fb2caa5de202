// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/loader/prefetch_loader.h"
#include "core/model/model_factory.h"
#include "core/train/metrics.h"
#include "core/types/epoch_record.h"
#include "core/types/sample_source.h"

#include <torch/types.h>

#include <stop_token>
#include <vector>

namespace gapless
{

/// Scores pooled over whole pictures, and the mean loss over their labelled pixels.
class PooledScores final
{
public:
    explicit PooledScores(int classes);

    /// One picture: logits 1,C,h,w and labels 1,h,w (may be a part of a larger tensor). Returns the picture's own
    /// matrix.
    ConfusionMatrix add(const torch::Tensor& logits, const torch::Tensor& labels);
    [[nodiscard]] Scores scores() const;

private:
    int m_classes;
    ConfusionMatrix m_matrix;
    double m_lossSum = 0;
    std::int64_t m_labelled = 0;
};

/// Logits 1,C,h,w of a padded picture 1,3,H,W, cut back to its own size. Inside an EvalScope.
[[nodiscard]] torch::Tensor logitsOfWhole(SegmentationModel& model, const torch::Tensor& images, ImageSize size);

/// One validation pass of the loader, picture by picture at their original sizes; `source` is the one the loader reads.
/// What the loader leaves out is counted in the scores and added to `skipped`.
/// The model is afterwards in the mode it was in. Errors: the loader's; Cancelled between two pictures. Trainer thread.
/// Throws c10::Error.
[[nodiscard]] Result<Scores> validateWhole(SegmentationModel& model, PrefetchLoader& loader, const SampleSource& source,
                                           int classes, std::vector<SkippedSample>& skipped, std::stop_token stop);

} // namespace gapless
