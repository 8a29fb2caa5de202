// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/metrics.h"

#include <cstddef>
#include <stdexcept>

#include "core/types/pixels.h"

namespace gapless
{

ConfusionMatrix::ConfusionMatrix(int classes)
    : m_classes(classes)
    , m_counts(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes))
{
}

void ConfusionMatrix::add(const std::int64_t* truth, std::int64_t truthStride, const std::int64_t* prediction,
                          std::int64_t predictionStride, int height, int width)
{
    const auto classes = static_cast<std::uint64_t>(m_classes);
    for (int y = 0; y < height; ++y, truth += truthStride, prediction += predictionStride) {
        for (int x = 0; x < width; ++x) {
            if (truth[x] == ignoreLabel)
                continue;
            const auto row = static_cast<std::uint64_t>(truth[x]); // below 0 becomes huge
            const auto column = static_cast<std::uint64_t>(prediction[x]);
            if (row >= classes || column >= classes)
                throw std::out_of_range("a class index is beyond the number of classes");
            ++m_counts[row * classes + column];
        }
    }
}

void ConfusionMatrix::add(const ConfusionMatrix& other)
{
    if (other.m_classes != m_classes)
        throw std::invalid_argument("confusion matrices of different sizes");
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        m_counts[i] += other.m_counts[i];
}

std::int64_t ConfusionMatrix::count(int truth, int prediction) const
{
    return m_counts.at(static_cast<std::size_t>(truth) * static_cast<std::size_t>(m_classes) +
                       static_cast<std::size_t>(prediction));
}

Scores ConfusionMatrix::scores() const
{
    Scores scores;
    std::int64_t correct = 0;
    int occurring = 0;
    for (int c = 0; c < m_classes; ++c) {
        std::int64_t inTruth = 0;
        std::int64_t inPrediction = 0;
        for (int other = 0; other < m_classes; ++other) {
            inTruth += count(c, other);
            inPrediction += count(other, c);
        }
        scores.labelledPixels += inTruth;
        const std::int64_t both = count(c, c);
        correct += both;
        if (inTruth + inPrediction == 0) {
            scores.iou.emplace_back();
            scores.dice.emplace_back();
            continue;
        }
        ++occurring;
        scores.iou.emplace_back(static_cast<double>(both) / static_cast<double>(inTruth + inPrediction - both));
        scores.dice.emplace_back(2.0 * static_cast<double>(both) / static_cast<double>(inTruth + inPrediction));
        scores.meanIou += *scores.iou.back();
        scores.meanDice += *scores.dice.back();
    }
    if (occurring > 0) {
        scores.meanIou /= occurring;
        scores.meanDice /= occurring;
        scores.pixelAccuracy = static_cast<double>(correct) / static_cast<double>(scores.labelledPixels);
    }
    return scores;
}

} // namespace gapless
