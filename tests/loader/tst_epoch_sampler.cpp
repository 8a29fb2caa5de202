// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/epoch_sampler.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/support/test_main.h"

using namespace gapless;

class TstEpochSampler final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySampleOnceInAnEpoch_data();
    void everySampleOnceInAnEpoch();
    void batchSizesAsWorkedByHand_data();
    void batchSizesAsWorkedByHand();
    void orderIsAFunctionOfSeedAndEpoch();
    void everyPositionOfASampleIsEquallyLikely();
    void planCanBeTakenUpAnywhere();
    void droppedSamplesDifferBetweenEpochs();
};

void TstEpochSampler::everySampleOnceInAnEpoch_data()
{
    QTest::addColumn<bool>("keep");
    QTest::newRow("keep") << true;
    QTest::newRow("drop") << false;
}

void TstEpochSampler::everySampleOnceInAnEpoch()
{
    QFETCH(bool, keep);
    for (int samples = 1; samples <= 50; ++samples) {
        for (int batch = 1; batch <= 8; ++batch) {
            const EpochSampler sampler(samples, batch, keep ? LastBatch::Keep : LastBatch::Drop, 3);
            for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
                std::vector<std::int64_t> seen;
                int largest = 0;
                for (std::int64_t index = 0; index < sampler.batchesPerEpoch(); ++index) {
                    const BatchPlan plan = sampler.plan(epoch, index);
                    const int count = static_cast<int>(plan.samples.size());
                    QVERIFY(count >= 1);
                    QVERIFY2(count > 1 || batch == 1 || samples == 1, "a lone sample although another could join it");
                    QVERIFY(count >= batch || samples < batch || (keep && plan.lastOfEpoch));
                    largest = std::max(largest, count);
                    QCOMPARE(plan.epoch, epoch);
                    QCOMPARE(plan.index, index);
                    QCOMPARE(plan.lastOfEpoch, index == sampler.batchesPerEpoch() - 1);
                    seen.insert(seen.end(), plan.samples.begin(), plan.samples.end());
                }
                QCOMPARE(largest, sampler.largestBatch());
                std::ranges::sort(seen);
                QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
                QVERIFY(seen.front() >= 0 && seen.back() < samples);
                const int expected = keep || samples < batch ? samples : samples / batch * batch;
                QCOMPARE(static_cast<int>(seen.size()), expected);
            }
        }
    }
}

void TstEpochSampler::batchSizesAsWorkedByHand_data()
{
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("keep");
    QTest::addColumn<QList<int>>("sizes");
    QTest::newRow("a last single sample joins the batch before") << 9 << 4 << true << QList<int>{4, 5};
    QTest::newRow("dropped") << 9 << 4 << false << QList<int>{4, 4};
    QTest::newRow("a short last batch stays") << 10 << 4 << true << QList<int>{4, 4, 2};
    QTest::newRow("nothing over") << 8 << 4 << true << QList<int>{4, 4};
    QTest::newRow("batch size 1") << 3 << 1 << true << QList<int>{1, 1, 1};
    QTest::newRow("only one sample") << 1 << 4 << true << QList<int>{1};
    QTest::newRow("only one sample, drop") << 1 << 4 << false << QList<int>{1};
    QTest::newRow("an epoch is never empty") << 3 << 4 << false << QList<int>{3};
    QTest::newRow("one batch of batch size and one") << 3 << 2 << true << QList<int>{3};
}

void TstEpochSampler::batchSizesAsWorkedByHand()
{
    QFETCH(int, samples);
    QFETCH(int, batch);
    QFETCH(bool, keep);
    QFETCH(QList<int>, sizes);
    const EpochSampler sampler(samples, batch, keep ? LastBatch::Keep : LastBatch::Drop, 0);
    QList<int> found;
    for (std::int64_t index = 0; index < sampler.batchesPerEpoch(); ++index)
        found.append(static_cast<int>(sampler.plan(0, index).samples.size()));
    QCOMPARE(found, sizes);
}

void TstEpochSampler::orderIsAFunctionOfSeedAndEpoch()
{
    const EpochSampler sampler(50, 4, LastBatch::Keep, 11);
    QCOMPARE(EpochSampler(50, 4, LastBatch::Keep, 11).permutation(5), sampler.permutation(5));
    QCOMPARE(EpochSampler(50, 7, LastBatch::Drop, 11).permutation(5), sampler.permutation(5));
    QVERIFY(EpochSampler(50, 4, LastBatch::Keep, 12).permutation(5) != sampler.permutation(5));
    std::set<std::vector<std::int64_t>> orders;
    for (std::int64_t epoch = 0; epoch < 100; ++epoch)
        orders.insert(sampler.permutation(epoch));
    QCOMPARE(orders.size(), std::size_t{100});
}

void TstEpochSampler::everyPositionOfASampleIsEquallyLikely()
{
    // Sample 0 over 8 positions in 8000 epochs: 1000 each, deviation 30; a naive shuffle is off by 5 deviations and
    // more.
    constexpr int positions = 8;
    std::vector<int> counts(positions);
    const EpochSampler sampler(positions, 1, LastBatch::Keep, 1);
    for (std::int64_t epoch = 0; epoch < 8000; ++epoch) {
        const std::vector<std::int64_t> order = sampler.permutation(epoch);
        ++counts[static_cast<std::size_t>(std::ranges::find(order, 0) - order.begin())];
    }
    for (const int count : counts)
        QVERIFY2(count > 880 && count < 1120, qPrintable(QString::number(count)));
}

void TstEpochSampler::planCanBeTakenUpAnywhere()
{
    const EpochSampler sampler(23, 4, LastBatch::Keep, 5);
    const std::vector<std::int64_t> order = sampler.permutation(1'000'000);
    const BatchPlan plan = sampler.plan(1'000'000, 3);
    QCOMPARE(plan.samples, std::vector<std::int64_t>(order.begin() + 12, order.begin() + 16));
    QCOMPARE(EpochSampler(23, 4, LastBatch::Keep, 5).plan(1'000'000, 3), plan);
}

void TstEpochSampler::droppedSamplesDifferBetweenEpochs()
{
    // 9 samples in batches of 4: one is left out in each epoch, none for ever.
    const EpochSampler sampler(9, 4, LastBatch::Drop, 5);
    std::set<std::int64_t> seen;
    for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
        for (std::int64_t index = 0; index < sampler.batchesPerEpoch(); ++index) {
            const BatchPlan plan = sampler.plan(epoch, index);
            seen.insert(plan.samples.begin(), plan.samples.end());
        }
    }
    QCOMPARE(seen.size(), std::size_t{9});
}

GAPLESS_TEST(TstEpochSampler, "epoch_sampler")
#include "tst_epoch_sampler.moc"
