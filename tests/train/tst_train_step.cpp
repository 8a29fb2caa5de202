// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <torch/types.h>
#include <torch/utils.h>

#include "core/files/state_dict.h"
#include "core/train/train_step.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

std::vector<torch::Tensor> copiesOf(const torch::nn::Module& module)
{
    std::vector<torch::Tensor> copies;
    for (const torch::Tensor& parameter : module.parameters())
        copies.push_back(parameter.detach().clone());
    return copies;
}

bool areEqual(const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b)
{
    return std::ranges::equal(a, b, [](const torch::Tensor& x, const torch::Tensor& y) { return at::equal(x, y); });
}

/// A network, one batch for it, and the step.
struct Fixture
{
    std::shared_ptr<SegmentationModel> model = makeModel({"unet", "resnet18", 3, 2}, 1).value();
    torch::Tensor images = at::rand({2, 3, 32, 32});
    torch::Tensor labels = at::zeros({2, 32, 32}, at::kLong);
    TrainStep step{model, TrainingConfig{}};

    Fixture() { model->train(); }
};

} // namespace

class TstTrainStep final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void updatesTheWeights()
    {
        Fixture f;
        const auto before = copiesOf(*f.model);
        const StepOutcome outcome = f.step.run(f.images, f.labels, 0.01);
        QVERIFY(outcome.isUpdated);
        QVERIFY(outcome.loss > 0 && outcome.gradientNorm > 0);
        QVERIFY(!areEqual(copiesOf(*f.model), before));
    }

    void batchesOfOneStepCountAsTheirMean()
    {
        Fixture once;
        Fixture twice;
        const StepOutcome single = once.step.run(once.images, once.labels, 0.01);
        for (int i = 0; i < 2; ++i) // the same batch: batch norm sees the same statistics
            twice.step.addBatch(once.images, once.labels, 2);
        const StepOutcome both = twice.step.update(0.01);
        QCOMPARE(both.loss, single.loss);
        QVERIFY(std::abs(both.gradientNorm - single.gradientNorm) < 1e-5 * single.gradientNorm);
    }

    void droppedBatchesLeaveNothing()
    {
        Fixture f;
        Fixture other;
        f.step.addBatch(f.images * 3, f.labels, 2);
        f.step.dropBatches();
        const StepOutcome expected = other.step.run(f.images, f.labels, 0.01);
        const StepOutcome outcome = f.step.run(f.images, f.labels, 0.01);
        QCOMPARE(outcome.loss, expected.loss);
        QCOMPARE(outcome.gradientNorm, expected.gradientNorm);
        const auto ours = f.model->buffers();
        const auto theirs = other.model->buffers();
        for (std::size_t i = 0; i < ours.size(); ++i) // batch norm's statistics
            QVERIFY(at::equal(ours[i], theirs[i]));
    }

    void numbersThatAreNotFiniteNeverReachTheWeights_data()
    {
        QTest::addColumn<bool>("inTheLoss");
        QTest::newRow("loss") << true;
        QTest::newRow("gradient alone") << false;
    }
    void numbersThatAreNotFiniteNeverReachTheWeights()
    {
        QFETCH(bool, inTheLoss);
        Fixture f;
        if (inTheLoss)
            f.images.index_put_({0, 0, 0, 0}, notANumber);
        else
            f.model->parameters().front().register_hook([](const torch::Tensor& gradient) { // of autograd
                return gradient * notANumber;
            });
        const auto before = copiesOf(*f.model);
        const StepOutcome outcome = f.step.run(f.images, f.labels, 0.01);
        QVERIFY(!outcome.isUpdated);
        QCOMPARE(std::isfinite(outcome.loss), !inTheLoss);
        QVERIFY(!std::isfinite(outcome.gradientNorm));
        QVERIFY(areEqual(copiesOf(*f.model), before));
        QVERIFY(f.step.optimizer().state().buffers.empty()); // no step was taken
    }
};

} // namespace gapless::test

using gapless::test::TstTrainStep;
GAPLESS_TEST(TstTrainStep, "train_step")
#include "tst_train_step.moc"
