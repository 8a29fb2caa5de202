// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <torch/nn/functional/loss.h>

#include "core/train/losses.h"
#include "core/types/pixels.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

namespace F = torch::nn::functional;

torch::Tensor reference(const torch::Tensor& logits, const torch::Tensor& labels)
{
    return F::cross_entropy(logits, labels, F::CrossEntropyFuncOptions().ignore_index(ignoreLabel));
}

struct Problem
{
    torch::Tensor logits;
    torch::Tensor labels;
};

Problem problem(at::MemoryFormat format)
{
    at::manual_seed(5);
    const torch::Tensor logits = at::randn({2, 5, 9, 7}).mul_(3).contiguous(format);
    torch::Tensor labels = at::randint(0, 5, {2, 9, 7}, at::kLong);
    labels.masked_fill_(at::rand({2, 9, 7}) < 0.3, ignoreLabel);
    return {logits, labels};
}

} // namespace

class TstLosses final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workedExample()
    {
        torch::Tensor logits = at::tensor({1.0F, 2.0F, 0.0F, -1.0F, 0.0F, 3.0F, 1.0F, 5.0F, 2.0F, -1.0F, 0.5F, 0.0F})
                                   .reshape({1, 3, 2, 2});
        logits.requires_grad_();
        const torch::Tensor labels = at::tensor({0, 1, 255, 2}, at::kLong).reshape({1, 2, 2});
        const torch::Tensor loss = crossEntropy(logits, labels);
        loss.backward();
        QVERIFY(std::abs(loss.item<double>() - 2.247781038) < 1e-6);
        const torch::Tensor gradient = logits.grad();
        QVERIFY(std::abs(gradient[0][0][0][0].item<double>() + 0.251757175) < 1e-6);
        QVERIFY(std::abs(gradient[0][2][1][1].item<double>() + 0.331107885) < 1e-6);
        QCOMPARE(gradient[0][1][1][0].item<double>(), 0.0);
    }

    void equalsTorchsInValueAndGradient_data()
    {
        QTest::addColumn<bool>("isChannelsLast");
        QTest::newRow("contiguous") << false;
        QTest::newRow("channels_last") << true;
    }
    void equalsTorchsInValueAndGradient()
    {
        QFETCH(bool, isChannelsLast);
        const auto [logits, labels] =
            problem(isChannelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous);
        torch::Tensor ours = logits.detach().clone().requires_grad_();
        torch::Tensor theirs = logits.detach().clone().requires_grad_();
        const torch::Tensor loss = crossEntropy(ours, labels);
        const torch::Tensor expected = reference(theirs, labels);
        loss.backward();
        expected.backward();
        QCOMPARE(loss.item<float>(), expected.item<float>());
        QVERIFY(at::equal(ours.grad(), theirs.grad()));
    }

    void batchWithoutALabelledPixelGivesZero()
    {
        torch::Tensor logits = problem(at::MemoryFormat::Contiguous).logits.requires_grad_();
        const torch::Tensor loss = crossEntropy(logits, at::full({2, 9, 7}, ignoreLabel, at::kLong));
        loss.backward();
        QCOMPARE(loss.item<float>(), 0.0F);
        QVERIFY(at::equal(logits.grad(), at::zeros_like(logits)));
    }

    void halfPrecisionLogitsAreAddedUpInSinglePrecision()
    {
        // 262,144 pixels with a loss of log 2 each: a sum in fp16 would be infinite
        const torch::Tensor logits = at::zeros({1, 2, 512, 512}, at::kHalf);
        const torch::Tensor loss = crossEntropy(logits, at::ones({1, 512, 512}, at::kLong));
        QCOMPARE(loss.scalar_type(), at::kFloat);
        QVERIFY(std::abs(loss.item<double>() - 0.693147) < 1e-4);
    }
};

} // namespace gapless::test

using gapless::test::TstLosses;
GAPLESS_TEST(TstLosses, "losses")
#include "tst_losses.moc"
