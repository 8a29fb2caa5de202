// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/epoch_record.h"

#include <cstdint>
#include <vector>

namespace gapless
{

/// Pooled confusion matrix, truth x prediction; pixels labelled ignoreLabel are not counted. Not thread-safe.
class ConfusionMatrix final
{
public:
    explicit ConfusionMatrix(int classes);

    /// `stride`s: elements from one row to the next, so that a picture can be cropped out of a padded one.
    void add(const std::int64_t* truth, std::int64_t truthStride, const std::int64_t* prediction,
             std::int64_t predictionStride, int height, int width);
    void add(const ConfusionMatrix& other);

    [[nodiscard]] std::int64_t count(int truth, int prediction) const;
    /// IoU = TP / (TP + FP + FN), Dice = 2 TP / (2 TP + FP + FN); a class in neither truth nor prediction is empty and
    /// left out of the means; background counts.
    [[nodiscard]] Scores scores() const;

private:
    int m_classes;
    std::vector<std::int64_t> m_counts;
};

} // namespace gapless
