// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/loader/prefetch_loader.h"
#include "core/model/model_factory.h"
#include "core/train/metrics.h"
#include "core/types/epoch_record.h"
#include "core/types/preview.h"
#include "core/types/sample_source.h"

#include <torch/types.h>

#include <cstdint>
#include <stop_token>
#include <vector>

namespace gapless
{

/// Scores pooled over whole pictures, and the mean loss over their labelled pixels.
class PooledScores final
{
public:
    explicit PooledScores(int classes);

    /// One picture: logits 1,classes,h,w and labels 1,h,w (may be a part of a larger tensor). Returns the picture's own
    /// matrix.
    ConfusionMatrix add(const torch::Tensor& logits, const torch::Tensor& labels);
    [[nodiscard]] Scores scores() const;

private:
    int m_classes;
    ConfusionMatrix m_matrix;
    double m_lossSum = 0;
    std::int64_t m_labelled = 0;
};

/// Logits 1,classes,h,w of a sample that is padded to 1,C,H,W, cut back to its own size. Inside an EvalScope. Errors:
/// those of the boundary, naming the picture: one that is too large for the memory is told by name.
[[nodiscard]] Result<torch::Tensor> logitsOfWhole(SegmentationModel& model, const torch::Tensor& images,
                                                  const SampleSource& source, std::int64_t sample);

struct Validation
{
    Scores scores;
    std::vector<Preview> previews;      ///< of the first samples, as many as were asked for
    std::vector<SkippedSample> skipped; ///< what could not be read, where the user wants that left out
};

/// One validation pass of the loader, picture by picture at their original sizes; `source` is the one the loader reads.
/// The first `previews` samples' predictions are kept, since they are made anyway; what the loader leaves out has none,
/// and is counted in the scores. The model is afterwards in the mode it was in. Errors: the loader's; Cancelled between
/// two pictures. Trainer thread. Throws c10::Error.
[[nodiscard]] Result<Validation> validateWhole(SegmentationModel& model, PrefetchLoader& loader,
                                               const SampleSource& source, int classes, std::int64_t previews,
                                               std::stop_token stop);

} // namespace gapless
