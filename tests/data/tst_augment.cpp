// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "core/data/augment.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

constexpr ImageSize image{300, 500};
constexpr ImageSize crop{96, 128};

auto asTuple(const AugmentDraw& draw)
{
    return std::tuple(draw.scaled.height, draw.scaled.width, draw.top, draw.left, draw.flip);
}

} // namespace

class TstAugment final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void drawIsAFunctionOfItsKey();
    void everySampleAndEpochDrawsAnew();
    void drawsStayInsideAndReachTheEnds();
    void noneIsACropOnly();
    void largeCropsStartAtTheCorner();
    void drawsAreApartFromTheSamplersPermutation();
};

void TstAugment::drawIsAFunctionOfItsKey()
{
    for (std::int64_t sample = 0; sample < 50; ++sample) {
        const SampleKey key{7, 3, sample};
        QCOMPARE(drawAugmentation(key, image, crop, Augmentation::Basic),
                 drawAugmentation(key, image, crop, Augmentation::Basic));
    }
}

void TstAugment::everySampleAndEpochDrawsAnew()
{
    std::set<decltype(asTuple({}))> draws;
    int keys = 0;
    for (const std::uint64_t seed : {0, 1})
        for (std::int64_t epoch = 0; epoch < 4; ++epoch)
            for (std::int64_t sample = 0; sample < 16; ++sample, ++keys)
                draws.insert(asTuple(drawAugmentation({seed, epoch, sample}, image, crop, Augmentation::Basic)));
    QCOMPARE(static_cast<int>(draws.size()), keys);
}

void TstAugment::drawsStayInsideAndReachTheEnds()
{
    int flips = 0;
    int smallest = 10'000;
    int largest = 0;
    constexpr int draws = 4000;
    for (std::int64_t sample = 0; sample < draws; ++sample) {
        const AugmentDraw draw = drawAugmentation({1, 0, sample}, image, crop, Augmentation::Basic);
        QVERIFY(draw.scaled.height >= 225 && draw.scaled.height <= 450);
        QVERIFY(draw.top >= 0 && draw.top + crop.height <= draw.scaled.height);
        QVERIFY(draw.left >= 0 && draw.left + crop.width <= draw.scaled.width);
        // One scale for both sides.
        QVERIFY(std::abs(draw.scaled.width * 3 - draw.scaled.height * 5) <= 5);
        flips += draw.flip ? 1 : 0;
        smallest = std::min(smallest, draw.scaled.height);
        largest = std::max(largest, draw.scaled.height);
    }
    QVERIFY(smallest <= 227 && largest >= 448);
    QVERIFY(flips > draws * 46 / 100 && flips < draws * 54 / 100);
    // Every place of a crop that has four of them.
    std::set<std::pair<int, int>> places;
    for (std::int64_t sample = 0; sample < 200; ++sample) {
        const AugmentDraw draw = drawAugmentation({1, 0, sample}, {9, 9}, {8, 8}, Augmentation::None);
        places.emplace(draw.top, draw.left);
    }
    QCOMPARE(places.size(), std::size_t{4});
}

void TstAugment::noneIsACropOnly()
{
    for (std::int64_t sample = 0; sample < 100; ++sample) {
        const AugmentDraw draw = drawAugmentation({1, 0, sample}, image, crop, Augmentation::None);
        QCOMPARE(draw.scaled, image);
        QVERIFY(!draw.flip);
    }
}

void TstAugment::largeCropsStartAtTheCorner()
{
    for (std::int64_t sample = 0; sample < 100; ++sample) {
        const AugmentDraw draw = drawAugmentation({1, 0, sample}, {1, 1}, {64, 64}, Augmentation::Basic);
        QCOMPARE(draw.scaled.height, draw.scaled.width);
        QVERIFY(draw.scaled.height >= 1 && draw.top == 0 && draw.left == 0);
    }
}

void TstAugment::drawsAreApartFromTheSamplersPermutation()
{
    // A sampler draws from streams that start at small numbers and at 32-bit words; a sample's stream is none of them.
    const AugmentDraw draw = drawAugmentation({5, 2, 0}, {100'000, 100'000}, {1, 1}, Augmentation::None);
    for (const std::uint64_t stream : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x7065726d}}) {
        CounterRandom random(5, 2, stream);
        static_cast<void>(random.uniform());
        static_cast<void>(random.next());
        const auto top = static_cast<int>(random.below(100'000));
        const auto left = static_cast<int>(random.below(100'000));
        QVERIFY(top != draw.top || left != draw.left);
    }
}

GAPLESS_TEST(TstAugment, "augment")
#include "tst_augment.moc"
