// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/latest_value.h"
#include "core/base/sample_channel.h"

#include <atomic>
#include <thread>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

class TstChannels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSampleChannelGivesEachValueOnceInOrder();
    void aSampleChannelDropsAndCountsPastItsBound();
    void aSampleChannelLosesNothingBetweenTwoThreads();
    void aLatestValueKeepsTheNewestOnly();
    void aLatestValueOnlyGrowsForAReaderOfAnotherThread();
};

void TstChannels::aSampleChannelGivesEachValueOnceInOrder()
{
    SampleChannel<int> channel;
    channel.push(1);
    channel.push(2);
    QCOMPARE(channel.takeAll(), (std::vector<int>{1, 2}));
    QVERIFY(channel.takeAll().empty());
    channel.push(3);
    QCOMPARE(channel.takeAll(), std::vector<int>{3});
}

void TstChannels::aSampleChannelDropsAndCountsPastItsBound()
{
    SampleChannel<int> channel(2);
    for (int i = 0; i < 5; ++i)
        channel.push(i);
    QCOMPARE(channel.dropped(), std::uint64_t{3});
    QCOMPARE(channel.takeAll(), (std::vector<int>{0, 1}));
    channel.push(9);
    QCOMPARE(channel.takeAll(), std::vector<int>{9});
}

void TstChannels::aSampleChannelLosesNothingBetweenTwoThreads()
{
    constexpr int count = 20000;
    SampleChannel<int> channel;
    const std::jthread writer([&channel] {
        for (int i = 0; i < count; ++i)
            channel.push(i);
    });
    int expected = 0;
    while (expected < count) {
        for (const int value : channel.takeAll())
            QCOMPARE(value, expected++);
        std::this_thread::yield();
    }
    QCOMPARE(channel.dropped(), std::uint64_t{0});
}

void TstChannels::aLatestValueKeepsTheNewestOnly()
{
    LatestValue<int> slot;
    QVERIFY(!slot.take());
    slot.set(1);
    slot.set(2);
    const auto value = slot.take();
    QVERIFY(value);
    QCOMPARE(*value, 2);
    QVERIFY(!slot.take());
}

void TstChannels::aLatestValueOnlyGrowsForAReaderOfAnotherThread()
{
    constexpr int count = 20000;
    LatestValue<int> slot;
    const std::jthread writer([&slot] {
        for (int i = 1; i <= count; ++i)
            slot.set(i);
    });
    int newest = 0;
    while (newest < count) {
        if (const auto value = slot.take()) {
            QVERIFY(*value > newest);
            newest = *value;
        }
        std::this_thread::yield();
    }
}

GAPLESS_TEST(TstChannels, "channels")
#include "tst_channels.moc"
