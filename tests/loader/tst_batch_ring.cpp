// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/batch_ring.h"

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
        ring.finish(slot.id, ring.claim(), StageTimes{});
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
        ring.finish(slot.id, ring.claim(), StageTimes{});
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
    ring.finish(slot.id, second, fail(ErrorCode::Data, "second"));
    QVERIFY(ring.open() == nullptr); // the two samples behind are left out
    QVERIFY(!ring.frontReady());     // the one before is still being written
    ring.finish(slot.id, first, fail(ErrorCode::Data, "first"));
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
    ring.finish(writing, first, StageTimes{});
    ring.discard();
    QVERIFY(ring.front() == nullptr);
    QVERIFY(ring.canBegin()); // in the other slot
    const BatchSlot& other = begin(ring, 1);
    QVERIFY(other.id != writing);
    ring.finish(other.id, ring.claim(), StageTimes{1, 0, 0, 0});
    ring.take();
    QVERIFY(!ring.canBegin());
    ring.finish(writing, second, StageTimes{});
    QVERIFY(ring.canBegin());
    QCOMPARE(begin(ring, 1).id, writing);
}

GAPLESS_TEST(TstBatchRing, "batch_ring")
#include "tst_batch_ring.moc"
