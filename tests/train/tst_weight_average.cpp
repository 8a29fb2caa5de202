// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <torch/nn/module.h>
#include <torch/utils.h>

#include "core/train/weight_average.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

struct Module final : torch::nn::Module
{
    Module()
    {
        weight = register_parameter("weight", at::zeros({2}));
        statistic = register_buffer("running_mean", at::zeros({2}));
    }
    void become(double value)
    {
        const torch::NoGradGuard noGrad;
        weight.fill_(value);
        statistic.fill_(10 * value);
    }
    torch::Tensor weight;
    torch::Tensor statistic;
};

double first(const StateDict& state, std::size_t place)
{
    return state.at(place).second[0].item<double>();
}

} // namespace

class TstWeightAverage final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheWeights()
    {
        Module module;
        WeightAverage average(module, 0.9);
        QVERIFY(average.state().empty());
        for (const double value : {1.0, 2.0, 5.0}) {
            module.become(value);
            average.update();
        }
        // 1, then 0.9 x 1 + 0.1 x 2, then 0.9 x 1.1 + 0.1 x 5
        const StateDict state = average.state();
        QCOMPARE(state.at(0).first, std::string("weight"));
        QVERIFY(std::abs(first(state, 0) - 1.49) < 1e-6);
        QCOMPARE(state.at(1).first, std::string("running_mean"));
        QCOMPARE(first(state, 1), 50.0);
    }

    void scopePutsTheAverageInAndTakesItOut()
    {
        Module module;
        WeightAverage average(module, 0.5);
        {
            const WeightAverage::Scope nothingYet(&average);
            QCOMPARE(module.weight[0].item<double>(), 0.0);
        }
        module.become(2);
        average.update();
        module.become(4);
        average.update();
        {
            const WeightAverage::Scope scope(&average);
            QCOMPARE(module.weight[0].item<double>(), 3.0);
            QCOMPARE(module.statistic[0].item<double>(), 40.0);
        }
        QCOMPARE(module.weight[0].item<double>(), 4.0);
        QCOMPARE(first(average.state(), 0), 3.0);
        const WeightAverage::Scope none(nullptr);
    }

    void restoredAverageGoesOn()
    {
        Module straight;
        WeightAverage first(straight, 0.9);
        straight.become(1);
        first.update();
        Module resumed;
        WeightAverage second(resumed, 0.9);
        StateDict saved;
        for (const auto& [name, tensor] : first.state())
            saved.emplace_back(name, tensor.clone());
        resumed.become(1);
        QVERIFY(second.restore(saved));
        QCOMPARE(resumed.weight[0].item<double>(), 1.0);
        for (Module* module : {&straight, &resumed})
            module->become(3);
        first.update();
        second.update();
        QVERIFY(at::equal(first.state()[0].second, second.state()[0].second));
        QVERIFY(second.restore({}));
        QVERIFY(second.state().empty());
    }

    void foreignStateIsRefused()
    {
        Module module;
        module.become(1);
        WeightAverage average(module, 0.9);
        QVERIFY(!average.restore({{"weight", at::zeros({3})}, {"running_mean", at::zeros({2})}}));
        QCOMPARE(module.weight[0].item<double>(), 1.0);
    }
};

} // namespace gapless::test

using gapless::test::TstWeightAverage;
GAPLESS_TEST(TstWeightAverage, "weight_average")
#include "tst_weight_average.moc"
