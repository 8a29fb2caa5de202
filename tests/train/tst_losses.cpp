// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

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
        const torch::Tensor& gradient = logits.grad();
        QVERIFY(std::abs(gradient[0][0][0][0].item<double>() + 0.251757175) < 1e-6);
        QVERIFY(std::abs(gradient[0][2][1][1].item<double>() + 0.331107885) < 1e-6);
        QCOMPARE(gradient[0][1][1][0].item<double>(), 0.0);
    }

    void diceOfAWorkedExample()
    {
        torch::Tensor logits = at::tensor({1.0F, 2.0F, 0.0F, -1.0F, 0.0F, 3.0F, 1.0F, 5.0F, 2.0F, -1.0F, 0.5F, 0.0F})
                                   .reshape({1, 3, 2, 2});
        logits.requires_grad_();
        const torch::Tensor labels = at::tensor({0, 1, 255, 1}, at::kLong).reshape({1, 2, 2}); // class 2 is absent
        const torch::Tensor loss = diceLoss(logits, labels);
        loss.backward();
        // segmentation_models_pytorch.losses.DiceLoss("multiclass", ignore_index=255)
        QVERIFY(std::abs(loss.item<double>() - 0.2585863769) < 1e-6);
        const torch::Tensor gradient = logits.grad().flatten();
        const std::array<double, 12> expected{-0.07002536207437515, 0.03235398977994919,   0, 0.0004092685994692147,
                                              0.014608376659452915, -0.03302256390452385,  0, -0.0010456657037138939,
                                              0.05541698634624481,  0.0006685766275040805, 0, 0.0006364009459502995};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(gradient[static_cast<std::int64_t>(i)].item<double>() - expected[i]) < 1e-7);
    }

    void diceOfAWholePictureIsZeroInEveryPrecision_data()
    {
        QTest::addColumn<int>("type");
        QTest::newRow("fp32") << static_cast<int>(at::kFloat);
        QTest::newRow("bf16") << static_cast<int>(at::kBFloat16);
        QTest::newRow("fp16") << static_cast<int>(at::kHalf);
    }
    void diceOfAWholePictureIsZeroInEveryPrecision()
    {
        QFETCH(int, type);
        for (const std::int64_t side : {256, 512}) { // sums of 65,536 and 262,144 pixels: fp16 ends at 65,504
            torch::Tensor logits = at::full({1, 2, side, side}, -10.0, at::kFloat);
            logits.select(1, 1).fill_(10.0);
            logits = logits.to(static_cast<at::ScalarType>(type)).requires_grad_();
            const torch::Tensor labels = at::ones({1, side, side}, at::kLong);
            const torch::Tensor loss = lossOf(Loss::CrossEntropyDice, logits, labels);
            loss.backward();
            QCOMPARE(loss.scalar_type(), at::kFloat);
            QVERIFY(std::abs(loss.item<double>()) < 1e-3);
            QVERIFY(logits.grad().isfinite().all().item<bool>());
        }
    }

    void predictionsOfAnAbsentClassGiveAFiniteLoss()
    {
        for (const int falseAlarms : {0, 100}) {
            torch::Tensor logits = at::zeros({2, 3, 64, 64});
            logits.select(1, 0).fill_(20.0F);
            logits.select(1, 2).flatten().slice(0, 0, falseAlarms).fill_(40.0F);
            logits.requires_grad_();
            torch::Tensor labels = at::zeros({2, 64, 64}, at::kLong);
            labels.flatten().slice(0, 4000, 4200).fill_(1);
            for (const Loss loss : {Loss::CrossEntropy, Loss::Dice, Loss::CrossEntropyDice}) {
                logits.mutable_grad().reset();
                const torch::Tensor value = lossOf(loss, logits, labels);
                value.backward();
                QVERIFY(std::isfinite(value.item<double>()));
                QVERIFY(logits.grad().isfinite().all().item<bool>());
            }
        }
    }

    void sumIsThatOfItsParts()
    {
        const auto [logits, labels] = problem(at::MemoryFormat::ChannelsLast);
        const auto sum = lossOf(Loss::CrossEntropyDice, logits, labels).item<double>();
        QVERIFY(std::abs(sum - crossEntropy(logits, labels).item<double>() - diceLoss(logits, labels).item<double>()) <
                1e-6);
    }

    void diceWithoutALabelledPixelIsZero()
    {
        torch::Tensor logits = problem(at::MemoryFormat::Contiguous).logits.requires_grad_();
        const torch::Tensor loss = lossOf(Loss::CrossEntropyDice, logits, at::full({2, 9, 7}, ignoreLabel, at::kLong));
        loss.backward();
        QCOMPARE(loss.item<float>(), 0.0F);
        QVERIFY(at::equal(logits.grad(), at::zeros_like(logits)));
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
