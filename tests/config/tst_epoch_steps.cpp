// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/epoch_steps.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstEpochSteps final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void batchesFollowTheRuleForTheLast_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("isDropped");
        QTest::addColumn<int>("batches");
        QTest::newRow("no rest") << 24 << 8 << false << 3;
        QTest::newRow("a rest is kept") << 26 << 8 << false << 4;
        QTest::newRow("a rest is dropped") << 26 << 8 << true << 3;
        QTest::newRow("a single one joins the batch before") << 25 << 8 << false << 3;
        QTest::newRow("fewer than a batch") << 3 << 8 << true << 1;
        QTest::newRow("one by one") << 5 << 1 << false << 5;
    }
    void batchesFollowTheRuleForTheLast()
    {
        QFETCH(const int, samples);
        QFETCH(const int, batch);
        QFETCH(const bool, isDropped);
        QFETCH(const int, batches);
        QCOMPARE(batchesPerEpoch(samples, batch, isDropped ? LastBatch::Drop : LastBatch::Keep), std::int64_t{batches});
    }

    void batchesAddedUpMakeOneStep()
    {
        TrainingConfig training;
        training.batch = 4;
        training.accumulate = 3;
        QCOMPARE(stepsPerEpoch(28, training), std::int64_t{3}); // 3 + 3 + 1 batches
        training.accumulate = 1;
        QCOMPARE(stepsPerEpoch(28, training), std::int64_t{7});
    }
};

GAPLESS_TEST(TstEpochSteps, "epoch_steps")
#include "tst_epoch_steps.moc"
