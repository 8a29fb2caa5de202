// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// The end of an epoch is no event for the queue.
class TstLoaderBoundary final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nextEpochFillsTheRingWhileTheLastBatchIsHeld();
    void withoutCrossEpochNothingIsBegunBeforeItIsAskedFor();
    void ringIsAsFullAtTheBoundaryAsInsideAnEpoch_data();
    void ringIsAsFullAtTheBoundaryAsInsideAnEpoch();
    void epochOfOneBatchIsPrefetchedOverManyEpochs();
};

void TstLoaderBoundary::nextEpochFillsTheRingWhileTheLastBatchIsHeld()
{
    const auto training = std::make_shared<ScriptedSource>(12);
    const auto validation = std::make_shared<ScriptedSource>(6);
    const auto loader = makeLoader(training, validation, smallOptions(4, 2, 3));
    Batch held;
    for (int step = 0; step < 3; ++step) {
        auto next = loader->nextTraining({});
        QVERIFY(next.has_value());
        held = *std::move(next);
    }
    QVERIFY(held.view().lastOfEpoch);
    QVERIFY(comesToRest(*loader));
    QCOMPARE(loader->status().ready, 3);
    QCOMPARE(training->begunOfEpoch(1), 12);
    QCOMPARE(training->begunOfEpoch(2), 0); // no more than the depth
    QVERIFY(validation->begunOfEpoch(0) >= 2);
}

void TstLoaderBoundary::withoutCrossEpochNothingIsBegunBeforeItIsAskedFor()
{
    LoaderOptions options = smallOptions(4, 2, 3);
    options.crossEpoch = false;
    const auto training = std::make_shared<ScriptedSource>(12);
    const auto validation = std::make_shared<ScriptedSource>(6);
    const auto loader = makeLoader(training, validation, options);
    QVERIFY(comesToRest(*loader));
    QCOMPARE(training->begun().size(), std::size_t{0});
    for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
        Batch held;
        for (int step = 0; step < 3; ++step) {
            auto next = loader->nextTraining({});
            QVERIFY(next.has_value());
            held = *std::move(next);
        }
        QVERIFY(comesToRest(*loader));
        QCOMPARE(training->begunOfEpoch(epoch), 12);
        QCOMPARE(training->begunOfEpoch(epoch + 1), 0);
        QCOMPARE(validation->begunOfEpoch(epoch), 0);
        held.reset();
        for (std::int64_t picture = 0; picture < 6; ++picture) {
            const auto next = loader->nextValidation({});
            QVERIFY(next.has_value());
            QCOMPARE(next->view().index, picture);
        }
        QVERIFY(comesToRest(*loader));
        QCOMPARE(validation->begunOfEpoch(epoch), 6);
        QCOMPARE(validation->begunOfEpoch(epoch + 1), 0);
        QCOMPARE(training->begunOfEpoch(epoch + 1), 0);
    }
}

void TstLoaderBoundary::ringIsAsFullAtTheBoundaryAsInsideAnEpoch_data()
{
    QTest::addColumn<bool>("crossEpoch");
    QTest::addColumn<bool>("validates");
    for (const bool crossEpoch : {true, false}) {
        for (const bool validates : {true, false})
            QTest::addRow("crossEpoch %d, validation %d", crossEpoch, validates) << crossEpoch << validates;
    }
}

void TstLoaderBoundary::ringIsAsFullAtTheBoundaryAsInsideAnEpoch()
{
    // A step lasts as long as making a batch: each step lets four samples through, and the loader has that long to make
    // them.
    QFETCH(bool, crossEpoch);
    QFETCH(bool, validates);
    constexpr int depth = 3;
    constexpr int batchesPerEpoch = 10;
    const auto decoder = std::make_shared<Gate>();
    const auto training = std::make_shared<ScriptedSource>(40);
    training->setScript([decoder](const SampleKey&) {
        decoder->pass();
        return std::optional<Error>();
    });
    const auto validation = validates ? std::make_shared<ScriptedSource>(5) : nullptr;
    LoaderOptions options = smallOptions(4, 4, depth);
    options.crossEpoch = crossEpoch;
    const auto loader = makeLoader(training, validation, options);
    decoder->permit(depth * 4);
    for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
        std::vector<std::int64_t> seen;
        for (int step = 0; step < batchesPerEpoch; ++step) {
            QVERIFY(comesToRest(*loader));
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().epoch, epoch);
            const int unaware = step == 0 ? 0 : std::min(depth, batchesPerEpoch - step);
            QCOMPARE(batch->view().queueFill, crossEpoch ? depth : unaware);
            seen.insert(seen.end(), batch->view().samples.begin(), batch->view().samples.end());
            decoder->permit(4);
        }
        std::ranges::sort(seen);
        QCOMPARE(seen.size(), std::size_t{40});
        QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
        for (int picture = 0; validates && picture < 5; ++picture) {
            QVERIFY(comesToRest(*loader));
            const auto batch = loader->nextValidation({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().queueFill > 0, crossEpoch || picture > 0);
        }
    }
    decoder->open();
}

void TstLoaderBoundary::epochOfOneBatchIsPrefetchedOverManyEpochs()
{
    const auto source = std::make_shared<ScriptedSource>(3);
    const LoaderOptions options = smallOptions(4, 3, 5);
    const auto loader = makeLoader(source, nullptr, options);
    for (std::int64_t epoch = 0; epoch < 200; ++epoch) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        const BatchPlan plan = loader->sampler().plan(epoch, 0);
        QCOMPARE(batch->view().epoch, epoch);
        QVERIFY(batch->view().lastOfEpoch);
        QCOMPARE(std::vector<std::int64_t>(batch->view().samples.begin(), batch->view().samples.end()), plan.samples);
    }
    QVERIFY(comesToRest(*loader));
    QCOMPARE(loader->status().ready, 5);
}

GAPLESS_TEST(TstLoaderBoundary, "loader_boundary")
#include "tst_loader_boundary.moc"
