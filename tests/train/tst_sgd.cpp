// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <torch/nn/module.h>

#include "core/train/sgd.h"
#include "core/train/tensor_layout.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

struct OneWeight final : torch::nn::Module
{
    explicit OneWeight(const torch::Tensor& value) { weight = register_parameter("weight", value.clone()); }
    torch::Tensor weight;
};

torch::Tensor startValue()
{
    return ((at::arange(24, at::kFloat) * 7).remainder(11) / 10 - 0.5).reshape({2, 3, 2, 2});
}

/// Gradient of the worked example: it depends on the weight, so that errors add up.
torch::Tensor gradientOf(const torch::Tensor& weight)
{
    return weight.detach() * 0.5 + (at::arange(24, at::kFloat).remainder(5) * 0.1 - 0.2).reshape({2, 3, 2, 2});
}

bool isNear(const torch::Tensor& tensor, std::int64_t index, double expected)
{
    return std::abs(tensor.reshape({-1})[index].item<double>() - expected) < 1e-6;
}

void runFiveSteps(OneWeight& module, Sgd& optimizer, at::MemoryFormat gradientFormat)
{
    for (int i = 0; i < 5; ++i) {
        module.weight.mutable_grad() = gradientOf(module.weight).contiguous(gradientFormat);
        optimizer.step(optimizer.gradients(), 0.1 * std::pow(1 - i / 5.0, 0.9));
    }
}

} // namespace

class TstSgd final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fiveStepsAreThoseOfTorch_data()
    {
        QTest::addColumn<bool>("weightIsChannelsLast");
        QTest::addColumn<bool>("gradientIsChannelsLast");
        QTest::newRow("contiguous") << false << false;
        QTest::newRow("channels_last") << true << true;
        QTest::newRow("contiguous gradient, channels_last weight") << true << false;
        QTest::newRow("channels_last gradient, contiguous weight") << false << true;
    }
    void fiveStepsAreThoseOfTorch()
    {
        QFETCH(bool, weightIsChannelsLast);
        QFETCH(bool, gradientIsChannelsLast);
        OneWeight module(startValue());
        applyMemoryFormat(module, weightIsChannelsLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous);
        Sgd optimizer(module, {.momentum = 0.9, .weightDecay = 0.01});
        QVERIFY(optimizer.momentum().empty());
        runFiveSteps(module, optimizer,
                     gradientIsChannelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous);
        // torch.optim.SGD(lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01) under the poly schedule
        QVERIFY(isNear(module.weight, 0, -0.130621061));
        QVERIFY(isNear(module.weight, 1, 0.198376358));
        QVERIFY(isNear(module.weight, 2, -0.117194176));
        QVERIFY(isNear(module.weight, 22, -0.292985439));
        QVERIFY(isNear(module.weight, 23, 0.036011979));
        const StateDict momentum = optimizer.momentum();
        QCOMPARE(momentum.size(), std::size_t{1});
        QCOMPARE(momentum[0].first, std::string("weight"));
        QVERIFY(isNear(momentum[0].second, 0, -1.465337873));
        QVERIFY(isNear(momentum[0].second, 1, 0.006441038));
        QCOMPARE(momentum[0].second.strides(), module.weight.strides());
    }

    void memoryFormatsGiveEqualBits()
    {
        OneWeight planes(startValue());
        OneWeight pixels(startValue());
        applyMemoryFormat(pixels, MemoryFormat::ChannelsLast);
        QVERIFY(pixels.weight.strides() != planes.weight.strides());
        Sgd first(planes, {});
        Sgd second(pixels, {});
        runFiveSteps(planes, first, at::MemoryFormat::Contiguous);
        runFiveSteps(pixels, second, at::MemoryFormat::ChannelsLast);
        QVERIFY(at::equal(planes.weight, pixels.weight));
    }

    void withoutMomentumNoStateIsKept()
    {
        OneWeight module(at::full({2}, 1.0F));
        Sgd optimizer(module, {.momentum = 0, .weightDecay = 0});
        module.weight.mutable_grad() = at::full({2}, 0.5F);
        optimizer.step(optimizer.gradients(), 0.1);
        QVERIFY(isNear(module.weight, 0, 0.95));
        QVERIFY(optimizer.momentum().empty());
    }

    void missingGradientIsNamed()
    {
        OneWeight module(startValue());
        const Sgd optimizer(module, {});
        try {
            const auto gradients = optimizer.gradients();
            QFAIL("no exception");
        } catch (const c10::Error& error) {
            QVERIFY(QString(error.what()).contains("parameter weight has no gradient"));
        }
    }

    void gradientsAreNoneAfterClearing()
    {
        OneWeight module(startValue());
        Sgd optimizer(module, {});
        module.weight.mutable_grad() = gradientOf(module.weight);
        optimizer.clearGradients();
        QVERIFY(!module.weight.grad().defined());
    }

    void clippingIsThatOfTorch_data()
    {
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        // Gradients (3, 4) and (12): their common norm is 13
        QTest::newRow("clipped to 1") << 1.0 << 0.230769217 << 0.923076868;
        QTest::newRow("below the limit") << 20.0 << 3.0 << 12.0;
        QTest::newRow("no limit") << 0.0 << 3.0 << 12.0;
    }
    void clippingIsThatOfTorch()
    {
        QFETCH(double, largest);
        QFETCH(double, first);
        QFETCH(double, last);
        const std::vector<torch::Tensor> gradients{at::tensor({3.0F, 4.0F}), at::tensor({12.0F}).reshape({1, 1})};
        QCOMPARE(clipGradientNorm(gradients, largest), 13.0);
        QVERIFY(isNear(gradients[0], 0, first));
        QVERIFY(isNear(gradients[1], 0, last));
    }
};

} // namespace gapless::test

using gapless::test::TstSgd;
GAPLESS_TEST(TstSgd, "sgd")
#include "tst_sgd.moc"
