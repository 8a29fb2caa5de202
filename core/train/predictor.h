// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/model_factory.h"
#include "core/train/picture_output.h"
#include "core/train/validator.h"
#include "core/types/inspection.h"
#include "core/types/memory_format.h"
#include "core/types/pixels.h"
#include "core/types/preview.h"
#include "core/types/sample_source.h"

#include <cstdint>
#include <memory>

namespace gapless
{

/// Predictions for single samples of a source of whole pictures, at the pictures' own sizes. The model is afterwards in
/// the mode it was in. Errors: the source's, which name the file; of a picture that is too large for the memory, its
/// name. One thread at a time. Throws c10::Error.
class Predictor final
{
public:
    Predictor(std::shared_ptr<SegmentationModel> model, int classes, MemoryFormat format);

    [[nodiscard]] Result<LabelImage> predict(const SampleSource& source, std::int64_t sample) const;
    /// With the image as it was before normalising, and the truth unless no pixel is labelled.
    [[nodiscard]] Result<Preview> preview(const SampleSource& source, std::int64_t sample) const;
    /// Picture, maps and scores of the only sample of `source`; step, epoch and classes are left to the caller.
    [[nodiscard]] Result<Inspection> inspect(const SampleSource& source, const InspectionRequest& request) const;
    [[nodiscard]] Result<void> score(const SampleSource& source, std::int64_t sample, PooledScores& scores) const;

private:
    [[nodiscard]] Result<PictureTensors> forward(const SampleSource& source, std::int64_t sample,
                                                 bool withLabels) const;

    std::shared_ptr<SegmentationModel> m_model;
    int m_classes;
    MemoryFormat m_format;
};

} // namespace gapless
