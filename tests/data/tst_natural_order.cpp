// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include "core/data/natural_order.h"
#include "tests/support/test_main.h"

using gapless::naturalLess;

class TstNaturalOrder final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void digitsCountAsNumbers();
    void isATotalOrder();
};

void TstNaturalOrder::digitsCountAsNumbers()
{
    std::vector<std::string> names{"b1",
                                   "a10.png",
                                   "10",
                                   "a2.png",
                                   "2",
                                   "1",
                                   "a",
                                   "a02.png",
                                   "99999999999999999999998",
                                   "99999999999999999999999"};
    const std::vector<std::string> expected{
        "1",      "2",       "10", "99999999999999999999998", "99999999999999999999999", "a", "a02.png",
        "a2.png", "a10.png", "b1"};
    std::ranges::sort(names, naturalLess);
    QCOMPARE(names, expected);
}

void TstNaturalOrder::isATotalOrder()
{
    const std::vector<std::string> names{"",     "0",   "00",       "1",         "01", "1a", "01a", "a1",
                                         "a01b", "a1b", "\xC3\xA9", "e\xCC\x81", "a",  "a ", "#1"};
    for (const auto& a : names)
        for (const auto& b : names) {
            QCOMPARE(naturalLess(a, b) || naturalLess(b, a), a != b);
            QVERIFY(!(naturalLess(a, b) && naturalLess(b, a)));
            for (const auto& c : names)
                if (naturalLess(a, b) && naturalLess(b, c))
                    QVERIFY2(naturalLess(a, c), (a + " " + b + " " + c).c_str());
        }
}

GAPLESS_TEST(TstNaturalOrder, "natural_order")
#include "tst_natural_order.moc"
