// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/statistics.h"

#include <vector>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

using Values = std::vector<double>;

class TstStatistics final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percentilesAreNumpys_data();
    void percentilesAreNumpys();
    void aSpreadHasItsFourPercentiles();
};

// Expected values from numpy.percentile (method "linear").
void TstStatistics::percentilesAreNumpys_data()
{
    QTest::addColumn<Values>("values");
    QTest::addColumn<double>("share");
    QTest::addColumn<double>("expected");
    QTest::newRow("nothing") << Values{} << 0.5 << 0.0;
    QTest::newRow("one value") << Values{7} << 0.99 << 7.0;
    QTest::newRow("even count") << Values{4, 1, 3, 2} << 0.5 << 2.5;
    QTest::newRow("odd count") << Values{9, 1, 5} << 0.5 << 5.0;
    QTest::newRow("between ranks") << Values{10, 20, 30, 40} << 0.95 << 38.5;
    QTest::newRow("smallest") << Values{3, 1, 2} << 0.0 << 1.0;
    QTest::newRow("largest") << Values{3, 1, 2} << 1.0 << 3.0;
}

void TstStatistics::percentilesAreNumpys()
{
    QFETCH(Values, values);
    QFETCH(double, share);
    QFETCH(double, expected);
    QCOMPARE(percentile(values, share), expected);
}

void TstStatistics::aSpreadHasItsFourPercentiles()
{
    Values values;
    for (int i = 100; i >= 0; --i)
        values.push_back(i);
    const Spread spread = spreadOf(values);
    QCOMPARE(spread.median, 50.0);
    QCOMPARE(spread.p95, 95.0);
    QCOMPARE(spread.p99, 99.0);
    QCOMPARE(spread.max, 100.0);
}

GAPLESS_TEST(TstStatistics, "statistics")
#include "tst_statistics.moc"
