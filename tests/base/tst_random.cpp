// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

using Words = std::vector<quint32>;

class TstRandom final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksEqualThePublishedVectors_data();
    void blocksEqualThePublishedVectors();
    void theStreamIsAFunctionOfItsThreeNumbers();
    void anyOfTheThreeNumbersChangesTheStream_data();
    void anyOfTheThreeNumbersChangesTheStream();
    void uniformStaysBelowItsUpperEnd();
    void belowIsUnbiased();
    void belowOneIsAlwaysZero();
};

// The known answers for philox4x32, 10 rounds, that come with Random123.
void TstRandom::blocksEqualThePublishedVectors_data()
{
    QTest::addColumn<Words>("counter");
    QTest::addColumn<Words>("key");
    QTest::addColumn<Words>("expected");
    QTest::newRow("zeros") << Words{0, 0, 0, 0} << Words{0, 0} << Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    QTest::newRow("ones") << Words{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff} << Words{0xffffffff, 0xffffffff}
                          << Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    QTest::newRow("digits of pi") << Words{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}
                                  << Words{0xa4093822, 0x299f31d0}
                                  << Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
}

void TstRandom::blocksEqualThePublishedVectors()
{
    QFETCH(Words, counter);
    QFETCH(Words, key);
    QFETCH(Words, expected);
    const auto block = CounterRandom::block({counter[0], counter[1], counter[2], counter[3]}, {key[0], key[1]});
    QCOMPARE(Words(block.begin(), block.end()), expected);
}

void TstRandom::theStreamIsAFunctionOfItsThreeNumbers()
{
    CounterRandom first(7, 3, 11);
    CounterRandom second(7, 3, 11);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 1000; ++i) {
        const std::uint32_t number = first.next();
        QCOMPARE(number, second.next());
        seen.insert(number);
    }
    QVERIFY(seen.size() > 990); // blocks must not repeat
}

void TstRandom::anyOfTheThreeNumbersChangesTheStream_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<quint64>("a");
    QTest::addColumn<quint64>("b");
    QTest::newRow("seed") << quint64(8) << quint64(3) << quint64(11);
    QTest::newRow("seed, upper half") << quint64(7) + (quint64(1) << 40) << quint64(3) << quint64(11);
    QTest::newRow("a") << quint64(7) << quint64(4) << quint64(11);
    QTest::newRow("a, upper half") << quint64(7) << quint64(3) + (quint64(1) << 40) << quint64(11);
    QTest::newRow("b") << quint64(7) << quint64(3) << quint64(12);
    QTest::newRow("b, upper half") << quint64(7) << quint64(3) << quint64(11) + (quint64(1) << 40);
    QTest::newRow("a and b exchanged") << quint64(7) << quint64(11) << quint64(3);
}

void TstRandom::anyOfTheThreeNumbersChangesTheStream()
{
    QFETCH(quint64, seed);
    QFETCH(quint64, a);
    QFETCH(quint64, b);
    CounterRandom base(7, 3, 11);
    CounterRandom other(seed, a, b);
    int equal = 0;
    for (int i = 0; i < 100; ++i)
        equal += base.next() == other.next() ? 1 : 0;
    QVERIFY(equal < 3);
}

void TstRandom::uniformStaysBelowItsUpperEnd()
{
    CounterRandom random(1, 2);
    double sum = 0;
    constexpr int draws = 20000;
    for (int i = 0; i < draws; ++i) {
        const float value = random.uniform();
        QVERIFY(value >= 0.0F && value < 1.0F);
        sum += value;
        const float scaled = random.uniform(-2, 6);
        QVERIFY(scaled >= -2.0F && scaled <= 6.0F);
    }
    QVERIFY(std::abs(sum / draws - 0.5) < 0.01); // 5 standard deviations of the mean
}

void TstRandom::belowIsUnbiased()
{
    CounterRandom random(5, 0);
    constexpr std::uint32_t bound = 6;
    constexpr int draws = 60000;
    std::array<int, bound> counts{};
    for (int i = 0; i < draws; ++i)
        ++counts.at(random.below(bound));
    for (const int count : counts)
        QVERIFY2(std::abs(count - draws / 6) < 500, qPrintable(QString::number(count)));
    // Without rejection, a bound of 2/3 of the range would draw odd numbers of its lower half twice as often as even
    // ones.
    constexpr std::uint32_t large = 0xAAAAAAAAU;
    std::array<int, 2> lower{};
    for (int i = 0; i < draws; ++i)
        if (const std::uint32_t number = random.below(large); number < large / 2)
            ++lower[number % 2];
    for (const int count : lower)
        QVERIFY2(std::abs(count - draws / 4) < 700, qPrintable(QString::number(count)));
}

void TstRandom::belowOneIsAlwaysZero()
{
    CounterRandom random(5, 0);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(random.below(1), 0U);
}

GAPLESS_TEST(TstRandom, "random")
#include "tst_random.moc"
