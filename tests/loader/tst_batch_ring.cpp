// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch_ring.h"

#include <algorithm>
#include <limits>

#include "tests/support/test_main.h"

using namespace gapless;

class TstBatchRing final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slotsAreAlignedAndApart();
    void memoryIsTheWorkedFigure();
    void absurdShapeSaturates();
    void depthBoundsWhatIsBegun();
    void firstErrorInTheBatchCounts();
    void discardedSlotComesBackWhenItsLastWriterHasLeft();
    void samplesAreMovedOverThoseLeftOut_data();
    void samplesAreMovedOverThoseLeftOut();
    void batchIsClosedUpByItsLastWriter();
    void errorOutweighsSamplesLeftOut();
    void slotDiscardedWhileItIsClosedUpComesBack();
    void readyCountLeavesOutWhatIsPassedOver();
    void ringGrowsAndShrinksWithoutTouchingSlotsInUse();

private:
    static BatchSlot& begin(BatchRing& ring, int samples)
    {
        BatchSlot& slot = ring.begin();
        for (int sample = 0; sample < samples; ++sample)
            slot.samples.push_back(sample);
        return slot;
    }
};

void TstBatchRing::slotsAreAlignedAndApart()
{
    const RingShape shape{3, 5, 5 * 7 * 9};
    BatchRing ring(shape);
    std::vector<BatchSlot*> slots;
    for (int held = 0; held < shape.slots(); ++held) {
        BatchSlot& slot = begin(ring, 1);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(slot.images) % 64, std::uintptr_t{0});
        QCOMPARE(reinterpret_cast<std::uintptr_t>(slot.labels) % 64, std::uintptr_t{0});
        std::fill_n(slot.images, 3 * shape.pixelsPerSlot, static_cast<float>(held));
        std::fill_n(slot.labels, shape.pixelsPerSlot, held);
        slots.push_back(&slot);
        QVERIFY(!ring.finish(slot.id, ring.claim(), StageTimes{}));
        ring.take();
    }
    QVERIFY(!ring.canBegin());
    for (int held = 0; held < shape.slots(); ++held) {
        const BatchSlot& slot = *slots[static_cast<std::size_t>(held)];
        QCOMPARE(std::count(slot.images, slot.images + 3 * shape.pixelsPerSlot, static_cast<float>(held)),
                 3 * shape.pixelsPerSlot);
        QCOMPARE(std::count(slot.labels, slot.labels + shape.pixelsPerSlot, held), shape.pixelsPerSlot);
    }
}

void TstBatchRing::memoryIsTheWorkedFigure()
{
    // 315 pixels: images 3780 bytes, up to 3840; labels 2520, up to 2560; 4 slots.
    QCOMPARE((RingShape{3, 5, 315}.bytes()), std::int64_t{4 * (3840 + 2560)});
    QCOMPARE((RingShape{3, 5, 315, 1}.bytes()), std::int64_t{4 * (1280 + 2560)});
    QCOMPARE((RingShape{0, 0, 0}.bytes()), std::int64_t{0});
}

void TstBatchRing::absurdShapeSaturates()
{
    QCOMPARE((RingShape{1000, 1, std::numeric_limits<std::int64_t>::max() / 4}.bytes()),
             std::numeric_limits<std::int64_t>::max());
}

void TstBatchRing::depthBoundsWhatIsBegun()
{
    BatchRing ring({2, 1, 1});
    for (int batch = 0; batch < 2; ++batch) {
        QVERIFY(ring.canBegin());
        const BatchSlot& slot = begin(ring, 1);
        QVERIFY(!ring.finish(slot.id, ring.claim(), StageTimes{}));
    }
    QVERIFY(!ring.canBegin());
    QCOMPARE(ring.readyInOrder(), 2);
    const BatchSlot& held = ring.take();
    QVERIFY(ring.canBegin());
    begin(ring, 1);
    static_cast<void>(ring.claim());
    QVERIFY(!ring.canBegin());
    QCOMPARE(ring.readyInOrder(), 1);
    ring.giveBack(held.id);
    QVERIFY(!ring.canBegin());
}

void TstBatchRing::firstErrorInTheBatchCounts()
{
    BatchRing ring({1, 4, 4});
    const BatchSlot& slot = begin(ring, 4);
    const std::size_t first = ring.claim();
    const std::size_t second = ring.claim();
    QVERIFY(!ring.finish(slot.id, second, fail(ErrorCode::Data, "second")));
    QVERIFY(ring.open() == nullptr); // the two samples behind are left out
    QVERIFY(!ring.frontReady());     // the one before is still being written
    QVERIFY(!ring.finish(slot.id, first, fail(ErrorCode::Data, "first")));
    QVERIFY(ring.frontReady());
    QCOMPARE(ring.take().error->message, std::string("first"));
    ring.giveBack(slot.id);
    QVERIFY(!begin(ring, 1).error);
}

void TstBatchRing::discardedSlotComesBackWhenItsLastWriterHasLeft()
{
    BatchRing ring({1, 2, 2});
    const int writing = begin(ring, 2).id;
    const std::size_t first = ring.claim();
    const std::size_t second = ring.claim();
    QVERIFY(!ring.finish(writing, first, StageTimes{}));
    ring.discard();
    QVERIFY(ring.front() == nullptr);
    QVERIFY(ring.canBegin()); // in the other slot
    const BatchSlot& other = begin(ring, 1);
    QVERIFY(other.id != writing);
    QVERIFY(!ring.finish(other.id, ring.claim(), StageTimes{1, 0, 0, 0}));
    ring.take();
    QVERIFY(!ring.canBegin());
    QVERIFY(!ring.finish(writing, second, StageTimes{}));
    QVERIFY(ring.canBegin());
    QCOMPARE(begin(ring, 1).id, writing);
}

void TstBatchRing::samplesAreMovedOverThoseLeftOut_data()
{
    QTest::addColumn<QList<int>>("bad");
    QTest::addColumn<int>("least");
    QTest::addColumn<QList<int>>("left");
    QTest::addColumn<int>("channels");
    QTest::newRow("first") << QList<int>{0} << 1 << QList<int>{1, 2, 3} << 3;
    QTest::newRow("last") << QList<int>{3} << 1 << QList<int>{0, 1, 2} << 3;
    QTest::newRow("two apart, the later one first") << QList<int>{2, 0} << 1 << QList<int>{1, 3} << 3;
    QTest::newRow("two together") << QList<int>{1, 2} << 1 << QList<int>{0, 3} << 3;
    QTest::newRow("all but one") << QList<int>{3, 1, 0} << 1 << QList<int>{2} << 3;
    QTest::newRow("all but one, which is not enough") << QList<int>{3, 1, 0} << 2 << QList<int>{} << 3;
    QTest::newRow("all") << QList<int>{3, 1, 0, 2} << 1 << QList<int>{} << 3;
    QTest::newRow("grey") << QList<int>{1, 2} << 1 << QList<int>{0, 3} << 1;
    QTest::newRow("five channels") << QList<int>{0} << 1 << QList<int>{1, 2, 3} << 5;
}

void TstBatchRing::samplesAreMovedOverThoseLeftOut()
{
    QFETCH(QList<int>, bad);
    QFETCH(int, least);
    QFETCH(QList<int>, left);
    QFETCH(int, channels);
    constexpr int pixels = 6;
    const int floats = channels * pixels;
    BatchRing ring({1, 4, 4 * pixels, channels});
    BatchSlot& slot = begin(ring, 4);
    slot.size = {2, 3};
    for (int sample = 0; sample < 4; ++sample) {
        static_cast<void>(ring.claim());
        std::fill_n(slot.images + floats * sample, floats, static_cast<float>(sample));
        std::fill_n(slot.labels + pixels * sample, pixels, sample);
    }
    int outcomes = 0;
    const auto outcome = [&](bool hasToClose) { QCOMPARE(hasToClose, ++outcomes == 4); };
    for (int sample = 0; sample < 4; ++sample)
        if (!bad.contains(sample))
            outcome(ring.finish(slot.id, static_cast<std::size_t>(sample), StageTimes{1, 0, 0, 0}));
    for (const int sample : bad)
        outcome(
            ring.skip(slot.id, static_cast<std::size_t>(sample), {ErrorCode::Data, std::to_string(sample), {}, {}}));
    QVERIFY(!ring.frontReady());
    closeUp(slot, static_cast<std::size_t>(least));
    ring.closedUp(slot.id);
    QVERIFY(ring.frontReady());
    QCOMPARE(QList<int>(slot.samples.begin(), slot.samples.end()), left);
    for (int n = 0; n < left.size(); ++n) {
        QCOMPARE(std::count(slot.images + floats * n, slot.images + floats * (n + 1), float(left[n])), floats);
        QCOMPARE(std::count(slot.labels + pixels * n, slot.labels + pixels * (n + 1), left[n]), pixels);
    }
    std::ranges::sort(bad);
    QCOMPARE(static_cast<int>(slot.skipped.size()), static_cast<int>(bad.size()));
    for (int n = 0; n < bad.size(); ++n) {
        QCOMPARE(slot.skipped[static_cast<std::size_t>(n)].sample, std::int64_t{bad[n]});
        QCOMPARE(slot.skipped[static_cast<std::size_t>(n)].error.message, std::to_string(bad[n]));
    }
    QCOMPARE(slot.stages.readMs, static_cast<float>(4 - bad.size()));
    QCOMPARE(slot.isPassedOver(), left.isEmpty());
}

void TstBatchRing::batchIsClosedUpByItsLastWriter()
{
    BatchRing ring({1, 3, 3});
    const BatchSlot& slot = begin(ring, 3);
    const std::size_t first = ring.claim();
    const std::size_t second = ring.claim();
    QVERIFY(!ring.skip(slot.id, first, {}));
    QVERIFY(!ring.finish(slot.id, second, StageTimes{})); // nobody writes, but a sample is left to claim
    QVERIFY(ring.open() != nullptr);
    QVERIFY(ring.finish(slot.id, ring.claim(), StageTimes{}));
}

void TstBatchRing::errorOutweighsSamplesLeftOut()
{
    BatchRing ring({1, 3, 3});
    const BatchSlot& slot = begin(ring, 3);
    QVERIFY(!ring.skip(slot.id, ring.claim(), {}));
    QVERIFY(!ring.finish(slot.id, ring.claim(), fail(ErrorCode::Internal, "a fault")));
    QVERIFY(ring.frontReady());
    QCOMPARE(ring.front()->error->message, std::string("a fault"));
    QVERIFY(!ring.front()->isPassedOver());
}

void TstBatchRing::slotDiscardedWhileItIsClosedUpComesBack()
{
    BatchRing ring({1, 2, 2});
    BatchSlot& slot = begin(ring, 2);
    slot.size = {1, 1};
    QVERIFY(!ring.skip(slot.id, ring.claim(), {}));
    QVERIFY(ring.finish(slot.id, ring.claim(), StageTimes{}));
    ring.discard();
    const BatchSlot& other = begin(ring, 1);
    QVERIFY(other.id != slot.id); // its worker still moves pixels
    ring.discard();
    closeUp(slot, 1);
    ring.closedUp(slot.id);
    const BatchSlot& again = begin(ring, 1);
    QVERIFY(again.skipped.empty() && again.holes.empty());
}

void TstBatchRing::readyCountLeavesOutWhatIsPassedOver()
{
    BatchRing ring({4, 1, 1});
    const auto make = [&](bool good, bool last) {
        BatchSlot& slot = begin(ring, 1);
        slot.size = {1, 1};
        slot.lastOfEpoch = last;
        const std::size_t position = ring.claim();
        if (good) {
            QVERIFY(!ring.finish(slot.id, position, StageTimes{}));
            return;
        }
        QVERIFY(ring.skip(slot.id, position, {}));
        closeUp(slot, 1);
        ring.closedUp(slot.id);
    };
    make(false, false);
    QCOMPARE(ring.readyInOrder(), 0);
    make(true, false);
    make(false, false);
    make(false, true); // tells that the epoch ends
    QCOMPARE(ring.readyInOrder(), 2);
}

void TstBatchRing::ringGrowsAndShrinksWithoutTouchingSlotsInUse()
{
    const RingShape small{1, 2, 2};
    BatchRing ring(small);
    QCOMPARE(ring.bytes(), small.bytes());
    const BatchSlot& first = begin(ring, 1);
    QVERIFY(!ring.finish(first.id, ring.claim(), StageTimes{}));
    const float* images = first.images;
    ring.take();
    ring.grow(1);
    QCOMPARE(ring.bytes(), small.bytes());
    ring.grow(3);
    QCOMPARE(ring.bytes(), 2 * small.bytes());
    QCOMPARE(first.images, images);
    for (int batch = 0; batch < 3; ++batch) {
        QVERIFY(ring.canBegin());
        const BatchSlot& slot = begin(ring, 1);
        QVERIFY(!ring.finish(slot.id, ring.claim(), StageTimes{}));
    }
    ring.shrink(2);
    ring.shrink(2);
    QCOMPARE(ring.bytes(), 2 * small.bytes()); // none is free
    QVERIFY(!ring.canBegin());
    ring.giveBack(first.id);
    QCOMPARE(ring.bytes(), 3 * small.bytes() / 2);
    const int second = ring.take().id;
    QVERIFY(!ring.canBegin()); // the last free slot has gone
    ring.giveBack(second);
    QCOMPARE(ring.bytes(), 3 * small.bytes() / 2);
    ring.grow(4);
    QCOMPARE(ring.bytes(), 5 * small.bytes() / 2);
    ring.shrink(1);
    QCOMPARE(ring.bytes(), small.bytes());
}

GAPLESS_TEST(TstBatchRing, "batch_ring")
#include "tst_batch_ring.moc"
