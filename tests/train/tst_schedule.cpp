// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/train/schedule.h"
#include "tests/support/test_main.h"

namespace gapless::test
{

class TstSchedule final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rateIsThatOfPolynomialLr_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<double>("rate");
        // torch.optim.lr_scheduler.PolynomialLR(total_iters=10, power=0.9) on a base of 0.01
        QTest::newRow("first") << 0 << 0.01;
        QTest::newRow("second") << 1 << 0.009095325760829623;
        QTest::newRow("middle") << 5 << 0.0053588673126814665;
        QTest::newRow("last") << 9 << 0.0012589254117941673;
        QTest::newRow("end") << 10 << 0.0;
        QTest::newRow("beyond") << 25 << 0.0;
    }
    void rateIsThatOfPolynomialLr()
    {
        QFETCH(int, step);
        QFETCH(double, rate);
        QVERIFY(std::abs(polynomialRate(0.01, step, 10) - rate) < 1e-15);
    }

    void runWithoutStepsHasRateZero() { QCOMPARE(polynomialRate(0.01, 0, 0), 0.0); }
};

} // namespace gapless::test

using gapless::test::TstSchedule;
GAPLESS_TEST(TstSchedule, "schedule")
#include "tst_schedule.moc"
