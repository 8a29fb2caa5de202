// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/metrics.h"
#include "core/types/pixels.h"
#include "core/types/preview.h"
#include "core/types/sample_source.h"

#include <torch/types.h>

#include <cstdint>

namespace gapless
{

/// One whole picture as tensors, cut back to its own size. May refer to parts of larger tensors.
struct PictureTensors
{
    torch::Tensor image;  ///< 1,C,h,w normalised
    torch::Tensor labels; ///< 1,h,w; undefined where not asked for
    torch::Tensor logits; ///< 1,classes,h,w
};

/// The likeliest class of each pixel. Any thread, as the next. Throws c10::Error.
[[nodiscard]] LabelImage predictedLabels(const torch::Tensor& logits);

struct ProbabilityMaps
{
    ByteImage ofPredicted; ///< of the likeliest class of each pixel
    ByteImage ofClass;
};

/// Softmax over the classes, rounded to 255ths.
[[nodiscard]] ProbabilityMaps probabilityMaps(const torch::Tensor& logits, int ofClass);

/// The picture as it was before normalising (of more than three channels the first three), what the network sees in it,
/// and the truth unless no pixel is labelled; `own`: the picture's own matrix.
[[nodiscard]] Preview makePreview(const SampleSource& source, std::int64_t sample, const PictureTensors& picture,
                                  const ConfusionMatrix& own);

} // namespace gapless
