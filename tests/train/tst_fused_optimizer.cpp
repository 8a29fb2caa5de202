// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include <torch/nn/module.h>

#include "core/train/fused_optimizer.h"
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

TrainingConfig sgd(double momentum, double weightDecay)
{
    TrainingConfig config;
    config.momentum = momentum;
    config.weightDecay = weightDecay;
    return config;
}

TrainingConfig adam(Optimizer kind)
{
    TrainingConfig config = sgd(0.9, 0.01);
    config.optimizer = kind;
    config.beta2 = 0.99;
    return config;
}

/// A weight and what weight decay may leave alone.
struct WeightAndBias final : torch::nn::Module
{
    WeightAndBias()
    {
        bias = register_parameter("bias", at::ones({3}));
        weight = register_parameter("weight", startValue());
    }
    torch::Tensor bias;
    torch::Tensor weight;
};

bool isNear(const torch::Tensor& tensor, std::int64_t index, double expected)
{
    return std::abs(tensor.reshape({-1})[index].item<double>() - expected) < 1e-6;
}

void runFiveSteps(OneWeight& module, FusedOptimizer& optimizer, at::MemoryFormat gradientFormat)
{
    for (int i = 0; i < 5; ++i) {
        module.weight.mutable_grad() = gradientOf(module.weight).contiguous(gradientFormat);
        optimizer.step(optimizer.gradients(), 0.1 * std::pow(1 - i / 5.0, 0.9));
    }
}

} // namespace

class TstFusedOptimizer final : public QObject
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
        FusedOptimizer optimizer(module, sgd(0.9, 0.01));
        QVERIFY(optimizer.state().buffers.empty());
        runFiveSteps(module, optimizer,
                     gradientIsChannelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous);
        // torch.optim.SGD(lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01) under the poly schedule
        QVERIFY(isNear(module.weight, 0, -0.130621061));
        QVERIFY(isNear(module.weight, 1, 0.198376358));
        QVERIFY(isNear(module.weight, 2, -0.117194176));
        QVERIFY(isNear(module.weight, 22, -0.292985439));
        QVERIFY(isNear(module.weight, 23, 0.036011979));
        const OptimizerState state = optimizer.state();
        QCOMPARE(state.steps, 5);
        QCOMPARE(state.buffers.at(0).first, std::string("momentum_buffer"));
        const StateDict& momentum = state.buffers[0].second;
        QCOMPARE(momentum.size(), std::size_t{1});
        QCOMPARE(momentum[0].first, std::string("weight"));
        QVERIFY(isNear(momentum[0].second, 0, -1.465337873));
        QVERIFY(isNear(momentum[0].second, 1, 0.006441038));
        QCOMPARE(momentum[0].second.strides(), module.weight.strides());
    }

    void adamsFiveStepsAreThoseOfTorch_data()
    {
        QTest::addColumn<bool>("isDecoupled");
        QTest::addColumn<bool>("isChannelsLast");
        QTest::addColumn<QList<double>>("expected"); // weights 0, 1, 22, 23; exp_avg 0; exp_avg_sq 0
        // torch.optim.Adam and AdamW (lr=0.1, betas=(0.9, 0.99), weight_decay=0.01, fused=True) under the poly schedule
        const QList<double> plain{-0.19034016132354736, 0.23663495481014252,  -0.1948060542345047,
                                  -0.10098452121019363, -0.14929331839084625, 0.0068953987210989};
        const QList<double> decoupled{-0.18913325667381287, 0.18063293397426605, -0.19367486238479614,
                                      -0.10143958032131195, -0.147816002368927,  0.006756628397852182};
        QTest::newRow("adam, contiguous") << false << false << plain;
        QTest::newRow("adam, channels_last") << false << true << plain;
        QTest::newRow("adamw, contiguous") << true << false << decoupled;
        QTest::newRow("adamw, channels_last") << true << true << decoupled;
    }
    void adamsFiveStepsAreThoseOfTorch()
    {
        QFETCH(bool, isDecoupled);
        QFETCH(bool, isChannelsLast);
        QFETCH(QList<double>, expected);
        OneWeight module(startValue());
        applyMemoryFormat(module, isChannelsLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous);
        FusedOptimizer optimizer(module, adam(isDecoupled ? Optimizer::AdamW : Optimizer::Adam));
        runFiveSteps(module, optimizer, at::MemoryFormat::Contiguous);
        const std::array<std::int64_t, 4> places{0, 1, 22, 23};
        for (std::size_t i = 0; i < places.size(); ++i)
            QVERIFY(isNear(module.weight, places[i], expected[static_cast<qsizetype>(i)]));
        const OptimizerState state = optimizer.state();
        QVERIFY(isNear(state.buffers.at(0).second.at(0).second, 0, expected[4]));
        QVERIFY(isNear(state.buffers.at(1).second.at(0).second, 0, expected[5]));
    }

    void normsAndBiasesCanBeLeftUndecayed()
    {
        WeightAndBias module;
        TrainingConfig config = sgd(0, 0.5);
        config.decayNorms = false;
        FusedOptimizer optimizer(module, config);
        module.bias.mutable_grad() = at::zeros({3});
        module.weight.mutable_grad() = at::zeros_like(module.weight);
        optimizer.step(optimizer.gradients(), 0.1);
        QVERIFY(at::equal(module.bias, at::ones({3})));
        QVERIFY(at::allclose(module.weight, startValue() * 0.95));
    }

    void stateGoesOnInEitherMemoryFormat_data()
    {
        QTest::addColumn<Optimizer>("kind");
        QTest::newRow("sgd") << Optimizer::Sgd;
        QTest::newRow("adam") << Optimizer::Adam;
        QTest::newRow("adamw") << Optimizer::AdamW;
    }
    void stateGoesOnInEitherMemoryFormat()
    {
        QFETCH(Optimizer, kind);
        OneWeight straight(startValue());
        FusedOptimizer first(straight, adam(kind));
        runFiveSteps(straight, first, at::MemoryFormat::Contiguous);
        OneWeight resumed(straight.weight.detach());
        applyMemoryFormat(resumed, MemoryFormat::ChannelsLast);
        FusedOptimizer second(resumed, adam(kind));
        QVERIFY(second.restore(first.state()));
        runFiveSteps(straight, first, at::MemoryFormat::Contiguous);
        runFiveSteps(resumed, second, at::MemoryFormat::Contiguous);
        QVERIFY(at::equal(straight.weight, resumed.weight));
        QCOMPARE(second.state().buffers.at(0).second.at(0).second.strides(), resumed.weight.strides());
    }

    void stateOfAnotherOptimizerIsRefused()
    {
        OneWeight module(startValue());
        FusedOptimizer first(module, sgd(0.9, 0));
        runFiveSteps(module, first, at::MemoryFormat::Contiguous);
        FusedOptimizer second(module, adam(Optimizer::Adam));
        const Result<void> restored = second.restore(first.state());
        QVERIFY(!restored);
        QVERIFY(restored.error().message.contains("exp_avg"));
        OptimizerState narrow = first.state();
        narrow.buffers[0].second[0].second = at::zeros({3});
        QVERIFY(!first.restore(narrow));
        QCOMPARE(second.state().steps, 0);
    }

    void memoryFormatsGiveEqualBits()
    {
        OneWeight planes(startValue());
        OneWeight pixels(startValue());
        applyMemoryFormat(pixels, MemoryFormat::ChannelsLast);
        QVERIFY(pixels.weight.strides() != planes.weight.strides());
        FusedOptimizer first(planes, {});
        FusedOptimizer second(pixels, {});
        runFiveSteps(planes, first, at::MemoryFormat::Contiguous);
        runFiveSteps(pixels, second, at::MemoryFormat::ChannelsLast);
        QVERIFY(at::equal(planes.weight, pixels.weight));
    }

    void withoutMomentumNoStateIsKept()
    {
        OneWeight module(at::full({2}, 1.0F));
        FusedOptimizer optimizer(module, sgd(0, 0));
        module.weight.mutable_grad() = at::full({2}, 0.5F);
        optimizer.step(optimizer.gradients(), 0.1);
        QVERIFY(isNear(module.weight, 0, 0.95));
        QVERIFY(optimizer.state().buffers.empty());
    }

    void missingGradientIsNamed()
    {
        OneWeight module(startValue());
        const FusedOptimizer optimizer(module, {});
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
        FusedOptimizer optimizer(module, {});
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

using gapless::test::TstFusedOptimizer;
GAPLESS_TEST(TstFusedOptimizer, "fused_optimizer")
#include "tst_fused_optimizer.moc"
