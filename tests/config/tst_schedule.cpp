// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/config/schedule.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

constexpr double base = 0.01;

LearningRate rateOf(Schedule schedule, std::int64_t total, std::int64_t warmup = 0)
{
    TrainingConfig config;
    config.schedule = schedule;
    config.learningRate = base;
    config.warmupSteps = warmup;
    return {config, total};
}

} // namespace

class TstSchedule final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ratesAreThoseOfTorch_data()
    {
        QTest::addColumn<Schedule>("schedule");
        QTest::addColumn<int>("warmup");
        QTest::addColumn<QList<double>>("rates");
        // The schedulers of torch.optim.lr_scheduler that schedule.h names, over 10 steps, on a base of 0.01.
        QTest::newRow("poly") << Schedule::Poly << 0
                              << QList<double>{0.01,
                                               0.009095325760829623,
                                               0.008180521460508584,
                                               0.007254178469372199,
                                               0.006314458674893553,
                                               0.0053588673126814665,
                                               0.00438383290554087,
                                               0.003383834619016499,
                                               0.002349237886176038,
                                               0.0012589254117941673};
        QTest::newRow("cosine")
            << Schedule::Cosine << 0
            << QList<double>{
                   0.01,  0.009755282581475769, 0.009045084971874737,  0.007938926261462366,  0.006545084971874737,
                   0.005, 0.003454915028125263, 0.0020610737385376348, 0.0009549150281252633, 0.00024471741852423234};
        QTest::newRow("onecycle") << Schedule::OneCycle << 0
                                  << QList<double>{0.0003999999999999993,
                                                   0.0052,
                                                   0.01,
                                                   0.009504846320134737,
                                                   0.008117456539497631,
                                                   0.0061126202193628925,
                                                   0.003887419780637108,
                                                   0.00188258346050237,
                                                   0.0004951936798652628,
                                                   4e-08};
        QTest::newRow("constant") << Schedule::Constant << 0
                                  << QList<double>{0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01};
        QTest::newRow("warm-up, then poly") << Schedule::Poly << 4
                                            << QList<double>{0.0025,
                                                             0.005,
                                                             0.0075,
                                                             0.009999999999999998,
                                                             0.01,
                                                             0.008486661467891869,
                                                             0.006942531626616072,
                                                             0.0053588673126814665,
                                                             0.0037204105801130153,
                                                             0.0019937186647521923};
        QTest::newRow("warm-up, then cosine") << Schedule::Cosine << 4
                                              << QList<double>{0.0025,
                                                               0.005,
                                                               0.0075,
                                                               0.009999999999999998,
                                                               0.01,
                                                               0.009330127018922194,
                                                               0.007500000000000001,
                                                               0.005,
                                                               0.0025000000000000014,
                                                               0.0006698729810778065};
    }
    void ratesAreThoseOfTorch()
    {
        QFETCH(Schedule, schedule);
        QFETCH(int, warmup);
        QFETCH(QList<double>, rates);
        const LearningRate rate = rateOf(schedule, 10, warmup);
        for (int step = 0; step < rates.size(); ++step)
            QVERIFY2(std::abs(rate.at(step) - rates[step]) < 1e-15,
                     qPrintable(QString("step %1: %2").arg(step).arg(rate.at(step), 0, 'g', 17)));
    }

    void behindTheEndTheRateIsZero_data()
    {
        QTest::addColumn<Schedule>("schedule");
        QTest::addColumn<double>("rate");
        QTest::newRow("poly") << Schedule::Poly << 0.0;
        QTest::newRow("cosine") << Schedule::Cosine << 0.0;
        QTest::newRow("onecycle") << Schedule::OneCycle << 0.0;
        QTest::newRow("constant") << Schedule::Constant << base;
    }
    void behindTheEndTheRateIsZero()
    {
        QFETCH(Schedule, schedule);
        QFETCH(double, rate);
        QCOMPARE(rateOf(schedule, 10).at(10), rate);
        QCOMPARE(rateOf(schedule, 10).at(25), rate);
        QCOMPARE(rateOf(schedule, 0).at(0), rate);
    }

    void shortRunsHaveFiniteRates()
    {
        for (const Schedule schedule : {Schedule::Poly, Schedule::Cosine, Schedule::OneCycle, Schedule::Constant}) {
            for (std::int64_t total = 1; total < 12; ++total) {
                const LearningRate rate = rateOf(schedule, total);
                for (std::int64_t step = 0; step < total; ++step)
                    QVERIFY(rate.at(step) >= 0 && rate.at(step) <= base);
            }
        }
        QCOMPARE(rateOf(Schedule::Poly, 3, 9).at(2), base); // a warm-up longer than the run
    }
};

} // namespace gapless::test

using gapless::test::TstSchedule;
GAPLESS_TEST(TstSchedule, "schedule")
#include "tst_schedule.moc"
