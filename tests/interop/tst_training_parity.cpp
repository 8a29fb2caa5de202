// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include "core/config/schedule.h"
#include "core/files/torch_archive.h"
#include "core/train/tensor_layout.h"
#include "core/train/train_step.h"
#include "tests/interop/python_peer.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

constexpr int classes = 3;
constexpr int steps = 20;
constexpr std::uint64_t seed = 3;

struct Batches
{
    ArchiveValue::List images;
    ArchiveValue::List labels;

    /// Blocks whose class shows in their colour, under noise; some are ignored.
    Batches()
    {
        at::manual_seed(11);
        for (int step = 0; step < steps; ++step) {
            const torch::Tensor coarse = at::randint(0, classes, {4, 1, 4, 4}, at::kFloat);
            const torch::Tensor fine = at::upsample_nearest2d(coarse, {64, 64});
            torch::Tensor labels4 = fine.squeeze(1).to(at::kLong);
            labels4.slice(1, 0, 4).fill_(255);
            labels.emplace_back(labels4);
            images.emplace_back((fine - 1).expand({4, 3, 64, 64}) + at::randn({4, 3, 64, 64}) * 0.5);
        }
    }
};

std::vector<double> numbersOf(const ArchiveValue& list)
{
    std::vector<double> numbers;
    for (const ArchiveValue& value : *list.as<ArchiveValue::List>())
        numbers.push_back(*value.as<double>());
    return numbers;
}

double relative(double a, double b)
{
    return std::abs(a - b) / std::abs(b);
}

/// Largest relative difference of the losses of the steps [first, last).
double largest(const std::vector<double>& a, const std::vector<double>& b, std::size_t first, std::size_t last)
{
    double result = 0;
    for (std::size_t i = first; i < last; ++i)
        result = std::max(result, relative(a.at(i), b.at(i)));
    return result;
}

} // namespace

/// The same weights trained on the same batches, with the same thread count, by PyTorch and by us.
class TstTrainingParity final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        if (!test::pythonProblem().empty())
            QSKIP(test::pythonProblem().c_str());
    }

    void lossesAreThoseOfTorch_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("loss");
        QTest::addColumn<bool>("channelsLast");
        for (const char* optimizer : {"sgd", "adam", "adamw"})
            for (const bool channelsLast : {false, true})
                QTest::addRow("%s, %s", optimizer, channelsLast ? "channels_last" : "contiguous")
                    << optimizer << "ce+dice" << channelsLast;
        QTest::newRow("sgd, cross-entropy alone") << "sgd"
                                                  << "ce" << true;
    }
    void lossesAreThoseOfTorch()
    {
        QFETCH(QString, optimizer);
        QFETCH(QString, loss);
        QFETCH(bool, channelsLast);
        const Batches batches;
        TrainingConfig config;
        config.optimizer = optimizer == "sgd"    ? Optimizer::Sgd
                           : optimizer == "adam" ? Optimizer::Adam
                                                 : Optimizer::AdamW;
        config.loss = loss == "ce" ? Loss::CrossEntropy : Loss::CrossEntropyDice;
        config.learningRate = optimizer == "sgd" ? 0.01 : 0.0003;
        const auto format = channelsLast ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;

        const std::shared_ptr<SegmentationModel> model = makeModel({.classes = classes}, seed).value();
        applyMemoryFormat(*model, format);
        model->train();
        TrainStep step(model, config);
        const LearningRate rate(config, steps);
        std::vector<double> ours;
        for (std::size_t i = 0; i < steps; ++i) {
            const torch::Tensor images = batches.images[i].as<torch::Tensor>()->contiguous(torchFormat(format));
            ours.push_back(
                step.run(images, *batches.labels[i].as<torch::Tensor>(), rate.at(static_cast<std::int64_t>(i))).loss);
        }
        model->eval();
        torch::Tensor output;
        {
            const torch::NoGradGuard noGrad;
            output = model->forward(batches.images[0].as<torch::Tensor>()->contiguous(torchFormat(format)));
        }

        const test::TemporaryFolder folder;
        QVERIFY(writeTorchArchive(folder.path() / "batches.pt",
                                  ArchiveValue::Dictionary{{"images", batches.images},
                                                           {"labels", batches.labels},
                                                           {"seed", std::int64_t{seed}},
                                                           {"threads", std::int64_t{at::get_num_threads()}},
                                                           {"optimizer", optimizer.toStdString()},
                                                           {"loss", loss.toStdString()},
                                                           {"lr", config.learningRate},
                                                           {"channels_last", channelsLast}}));
        const std::string problem =
            test::runPeer("parity", {folder.path() / "batches.pt", folder.path() / "answer.pt"});
        QVERIFY2(problem.empty(), problem.c_str());
        const auto answer = readTorchArchive(folder.path() / "answer.pt");
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        const auto lossesOf = [&](const char* way) { return numbersOf(*answer->find(way)->find("losses")); };
        const std::vector<double> fused = lossesOf("fused");
        const double spread =
            std::max(largest(lossesOf("plain"), fused, 0, steps), largest(lossesOf("one thread"), fused, 0, steps));
        const double start = largest(ours, fused, 0, 3);
        const double whole = largest(ours, fused, 0, steps);
        qInfo("first 3 losses within %.1e, all %d within %.1e (PyTorch's own spread %.1e), outputs within %.1e", start,
              steps, whole, spread,
              test::relativeDifference(output, *answer->find("fused")->find("output")->as<torch::Tensor>()));
        QVERIFY(ours.back() < ours.front());
        QVERIFY2(start <= 1e-6, "the first 3 losses differ");
        QVERIFY2(whole <= std::max(2 * spread, 1e-6), "the losses leave PyTorch's own spread");
    }
};

GAPLESS_TEST(TstTrainingParity, "training_parity")

#include "tst_training_parity.moc"
