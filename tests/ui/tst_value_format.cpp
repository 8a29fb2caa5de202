// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "tests/support/test_main.h"
#include "ui/models/value_format.h"

using namespace gapless::ui;

class TstValueFormat final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void numbersHaveAtMostThreeSignificantDigits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << QStringLiteral("0");
        QTest::newRow("small") << 0.31234 << QStringLiteral("0.312");
        QTest::newRow("below the decimals") << 0.00004 << QStringLiteral("0.000");
        QTest::newRow("ones") << 9.876 << QStringLiteral("9.88");
        QTest::newRow("rounds up to tens") << 9.996 << QStringLiteral("10.0");
        QTest::newRow("tens") << 41.23 << QStringLiteral("41.2");
        QTest::newRow("rounds up to hundreds") << 99.97 << QStringLiteral("100");
        QTest::newRow("hundreds") << 412.3 << QStringLiteral("412");
        QTest::newRow("thousands") << 4126.0 << QStringLiteral("4130");
        QTest::newRow("ten thousands") << 12345.0 << QStringLiteral("12.3k");
        QTest::newRow("millions") << 14328000.0 << QStringLiteral("14.3M");
        QTest::newRow("thousands of millions") << 14328000000.0 << QStringLiteral("14.3G");
        QTest::newRow("beyond all words") << 1e30 << QStringLiteral("1e+30");
        QTest::newRow("negative") << -41.23 << QStringLiteral("-41.2");
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << QStringLiteral("\u2013");
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QStringLiteral("\u2013");
    }
    void numbersHaveAtMostThreeSignificantDigits()
    {
        QFETCH(double, value);
        QTEST(numberText(value), "text");
    }

    void smallValuesKeepTheirDigitsWhereThatIsWanted()
    {
        QCOMPARE(preciseText(0.0000244141), QStringLiteral("2.44e-05"));
        QCOMPARE(preciseText(-0.00123), QStringLiteral("-0.00123"));
        QCOMPARE(preciseText(0.01), QStringLiteral("0.01"));
        for (const double value : {0.0, 0.31234, 41.23, 14328000.0})
            QCOMPARE(preciseText(value), numberText(value));
        QCOMPARE(preciseText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("\u2013"));
    }

    void unitsFollowTheMagnitude_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no time") << millisecondsText(0) << QStringLiteral("0.00 ms");
        QTest::newRow("microseconds") << millisecondsText(0.002) << QStringLiteral("< 0.01 ms");
        QTest::newRow("below a millisecond") << millisecondsText(0.324) << QStringLiteral("0.32 ms");
        QTest::newRow("milliseconds") << millisecondsText(41.23) << QStringLiteral("41.2 ms");
        QTest::newRow("seconds") << millisecondsText(1236) << QStringLiteral("1.24 s");
        QTest::newRow("minutes") << millisecondsText(7 * 60e3) << QStringLiteral("7 min");
        QTest::newRow("share of nothing") << shareText(0) << QStringLiteral("0.0 %");
        QTest::newRow("tiny share") << shareText(0.0002) << QStringLiteral("< 0.1 %");
        QTest::newRow("share") << shareText(0.0241) << QStringLiteral("2.4 %");
        QTest::newRow("whole") << shareText(1) << QStringLiteral("100 %");
        QTest::newRow("bytes") << bytesText(512) << QStringLiteral("512 B");
        QTest::newRow("megabytes") << bytesText(212'300'000) << QStringLiteral("212 MB");
        QTest::newRow("next unit") << bytesText(999'600'000) << QStringLiteral("1.00 GB");
        QTest::newRow("seconds left") << durationText(42.4) << QStringLiteral("42 s");
        QTest::newRow("minutes left") << durationText(7.4 * 60) << QStringLiteral("7 min");
        QTest::newRow("hours left") << durationText(3900) << QStringLiteral("1 h 5 min");
    }
    void unitsFollowTheMagnitude()
    {
        QFETCH(QString, text);
        QTEST(text, "expected");
    }

    void paddingKeepsTheWidth()
    {
        QCOMPARE(padded(QStringLiteral("9"), 3), QStringLiteral("\u2007\u20079"));
        QCOMPARE(padded(QStringLiteral("1234"), 3), QStringLiteral("1234"));
    }
};

GAPLESS_TEST(TstValueFormat, "value_format")
#include "tst_value_format.moc"
