// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>
#include <vector>

#include "core/train/metrics.h"
#include "core/types/pixels.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

using Mask = std::vector<std::int64_t>;

void addAll(ConfusionMatrix& matrix, const Mask& truth, const Mask& prediction, int width)
{
    matrix.add(truth.data(), width, prediction.data(), width, static_cast<int>(truth.size()) / width, width);
}

Mask square64(std::int64_t inside, int side)
{
    Mask mask(64 * 64, 0);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            mask[static_cast<std::size_t>(y * 64 + x)] = inside;
    return mask;
}

} // namespace

class TstMetrics final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workedExample()
    {
        ConfusionMatrix matrix(3);
        addAll(matrix, {0, 0, 0, 1, 1, 2, 2, 2}, {0, 0, 1, 1, 2, 2, 2, 0}, 4);
        QCOMPARE(matrix.count(0, 1), 1);
        QCOMPARE(matrix.count(2, 0), 1);
        const Scores scores = matrix.scores();
        // IoU 2/4, 1/3, 2/4; Dice 4/6, 2/4, 4/6
        QCOMPARE(*scores.iou[0], 0.5);
        QCOMPARE(*scores.iou[1], 1.0 / 3);
        QCOMPARE(*scores.iou[2], 0.5);
        QCOMPARE(scores.meanIou, (0.5 + 1.0 / 3 + 0.5) / 3);
        QCOMPARE(*scores.dice[0], 2.0 / 3);
        QCOMPARE(*scores.dice[1], 0.5);
        QCOMPARE(scores.meanDice, (2.0 / 3 + 0.5 + 2.0 / 3) / 3);
        QCOMPARE(scores.pixelAccuracy, 5.0 / 8);
        QCOMPARE(scores.labelledPixels, 8);
        QVERIFY(!scores.loss);
    }

    void classInNeitherTruthNorPredictionIsLeftOut()
    {
        ConfusionMatrix matrix(3);
        addAll(matrix, square64(1, 20), square64(1, 20), 64);
        addAll(matrix, square64(1, 10), square64(1, 20), 64);
        const Scores scores = matrix.scores();
        QVERIFY(!scores.iou[2]);
        QVERIFY(!scores.dice[2]);
        // Pooled over both pictures: class 1 has 500 of 800, background 7392 of 7692.
        QCOMPARE(*scores.iou[1], 500.0 / 800);
        QCOMPARE(*scores.iou[0], 7392.0 / 7692);
        QCOMPARE(scores.meanIou, (500.0 / 800 + 7392.0 / 7692) / 2);
    }

    void falsePositivesOfAnAbsentClassCountAsZero()
    {
        ConfusionMatrix matrix(3);
        addAll(matrix, square64(1, 20), square64(1, 20), 64);
        addAll(matrix, square64(0, 10), square64(2, 10), 64); // 100 pixels of class 2, which is nowhere in the truth
        const Scores scores = matrix.scores();
        QCOMPARE(*scores.iou[2], 0.0);
        QCOMPARE(*scores.dice[2], 0.0);
        QCOMPARE(*scores.iou[1], 1.0);
        QCOMPARE(*scores.iou[0], 7692.0 / 7792);
        QCOMPARE(scores.meanIou, (7692.0 / 7792 + 1.0 + 0.0) / 3);
    }

    void ignoredPixelsCountNowhere()
    {
        // 32 x 32, a 12 x 12 foreground square with a border of 2 ignored pixels round it; predicted foreground over
        // all 16 x 16
        Mask truth(32 * 32, 0);
        Mask prediction(32 * 32, 0);
        for (int y = 8; y < 24; ++y) {
            for (int x = 8; x < 24; ++x) {
                const bool isInner = y >= 10 && y < 22 && x >= 10 && x < 22;
                truth[static_cast<std::size_t>(y * 32 + x)] = isInner ? 1 : ignoreLabel;
                prediction[static_cast<std::size_t>(y * 32 + x)] = 1;
            }
        }
        ConfusionMatrix matrix(2);
        addAll(matrix, truth, prediction, 32);
        QCOMPARE(matrix.count(1, 1), 144);
        QCOMPARE(matrix.scores().labelledPixels, 1024 - 256 + 144);
        QCOMPARE(matrix.scores().meanIou, 1.0);
    }

    void stridesCutAPictureOutOfAPaddedOne()
    {
        const Mask truth{0, 1, 1, 7, 7, 1, 0, 1, 7, 7};
        const Mask prediction{0, 1, 0, 9, 1, 0, 1, 9};
        ConfusionMatrix matrix(2);
        matrix.add(truth.data(), 5, prediction.data(), 4, 2, 3);
        QCOMPARE(matrix.count(0, 0), 2);
        QCOMPARE(matrix.count(1, 1), 3);
        QCOMPARE(matrix.count(1, 0), 1);
        QCOMPARE(matrix.count(0, 1), 0);
    }

    void matricesAddUp()
    {
        ConfusionMatrix first(2);
        addAll(first, {0, 1}, {0, 0}, 2);
        ConfusionMatrix second(2);
        addAll(second, {1, 1}, {0, 1}, 2);
        first.add(second);
        QCOMPARE(first.count(1, 0), 2);
        QCOMPARE(first.count(1, 1), 1);
        QCOMPARE(first.count(0, 0), 1);
    }

    void nothingLabelledScoresZeroWithoutDividing()
    {
        ConfusionMatrix matrix(2);
        addAll(matrix, {ignoreLabel, ignoreLabel}, {0, 1}, 2);
        const Scores scores = matrix.scores();
        QCOMPARE(scores.meanIou, 0.0);
        QCOMPARE(scores.pixelAccuracy, 0.0);
        QVERIFY(!scores.iou[0] && !scores.iou[1]);
    }

    void indexBeyondTheClassesIsRefused()
    {
        ConfusionMatrix matrix(2);
        QVERIFY_EXCEPTION_THROWN(addAll(matrix, {2}, {0}, 1), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(addAll(matrix, {0}, {2}, 1), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(addAll(matrix, {-1}, {0}, 1), std::out_of_range);
    }
};

} // namespace gapless::test

using gapless::test::TstMetrics;
GAPLESS_TEST(TstMetrics, "metrics")
#include "tst_metrics.moc"
