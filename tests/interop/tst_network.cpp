// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_factory.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/equal.h>

#include "tests/files/archive_values.h"
#include "tests/interop/python_peer.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::relativeDifference;
using test::tensorsOf;
using test::valueAt;

namespace
{

constexpr int classes = 3; // as in python_peer.py

at::MemoryFormat format(bool channelsLast)
{
    return channelsLast ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

void setFormat(SegmentationModel& model, bool channelsLast)
{
    for (auto& parameter : model.parameters()) {
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(format(channelsLast)));
    }
}

} // namespace

/// Names, initial weights, outputs and gradients of the network against segmentation_models_pytorch.
class TstNetwork final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void initialWeightsAreEqualToTheBit_data();
    void initialWeightsAreEqualToTheBit();
    void evaluationAgrees_data() { memoryFormats(); }
    void evaluationAgrees();
    void trainingStepAgrees_data() { memoryFormats(); }
    void trainingStepAgrees();

private:
    static void memoryFormats();
    /// Reads what Python found in this memory format into m_reference; the network in the state that Python started
    /// from.
    std::shared_ptr<SegmentationModel> reference(bool channelsLast);

    test::TemporaryFolder m_folder;
    ArchiveValue m_reference;
};

void TstNetwork::initTestCase()
{
    if (!test::pythonProblem().empty())
        return;
    const std::string problem = test::runPeer("network", {m_folder.path()});
    QVERIFY2(problem.empty(), problem.c_str());
}

void TstNetwork::init()
{
    if (!test::pythonProblem().empty())
        QSKIP(test::pythonProblem().c_str());
}

void TstNetwork::memoryFormats()
{
    QTest::addColumn<bool>("channelsLast");
    QTest::newRow("contiguous") << false;
    QTest::newRow("channels_last") << true;
}

std::shared_ptr<SegmentationModel> TstNetwork::reference(bool channelsLast)
{
    auto read =
        readTorchArchive(m_folder.path() / (channelsLast ? "reference_channels_last.pt" : "reference_contiguous.pt"));
    if (!read)
        return nullptr;
    m_reference = std::move(*read);
    auto model = *makeModel({.classes = classes}, 0);
    setFormat(*model, channelsLast);
    const auto loaded = loadStateDict(*model, tensorsOf(*m_reference.find("state")));
    return loaded ? model : nullptr;
}

void TstNetwork::initialWeightsAreEqualToTheBit_data()
{
    QTest::addColumn<int>("seed");
    QTest::newRow("seed 0") << 0;
    QTest::newRow("seed 7") << 7;
}

void TstNetwork::initialWeightsAreEqualToTheBit()
{
    QFETCH(int, seed);
    const auto read = readTorchArchive(m_folder.path() / ("weights_" + std::to_string(seed) + ".pt"));
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const StateDict expected = tensorsOf(*read);
    const auto model = *makeModel({.classes = classes}, static_cast<std::uint64_t>(seed));
    const StateDict actual = stateDictOf(*model);
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE(actual[i].first, expected[i].first);
        QVERIFY2(test::sameTensor(actual[i].second, expected[i].second), actual[i].first.c_str());
    }
}

void TstNetwork::evaluationAgrees()
{
    QFETCH(bool, channelsLast);
    const at::NoGradGuard noGrad;
    const auto model = reference(channelsLast);
    QVERIFY(model);
    model->eval();
    const torch::Tensor output =
        model->forward(valueAt<torch::Tensor>(m_reference, "images").contiguous(format(channelsLast)));
    const double difference = relativeDifference(output, valueAt<torch::Tensor>(m_reference, "evaluation"));
    qInfo("relative difference %.2g", difference);
    QVERIFY(difference <= 1e-5);
}

void TstNetwork::trainingStepAgrees()
{
    QFETCH(bool, channelsLast);
    const auto model = reference(channelsLast);
    QVERIFY(model);
    const torch::Tensor logits =
        model->forward(valueAt<torch::Tensor>(m_reference, "images").contiguous(format(channelsLast)));
    QVERIFY(relativeDifference(logits, valueAt<torch::Tensor>(m_reference, "training")) <= 1e-5);
    const torch::Tensor loss =
        at::cross_entropy_loss(logits, valueAt<torch::Tensor>(m_reference, "labels"), {}, at::Reduction::Mean, 255);
    QVERIFY(relativeDifference(loss, valueAt<torch::Tensor>(m_reference, "loss")) <= 1e-5);
    loss.backward();
    const auto parameters = model->named_parameters();
    const StateDict gradients = tensorsOf(*m_reference.find("gradients"));
    QCOMPARE(gradients.size(), parameters.size());
    double largest = 0;
    for (const auto& [name, gradient] : gradients) {
        const double difference = relativeDifference(parameters[name].grad(), gradient);
        QVERIFY2(difference <= 1e-5, (name + ": " + std::to_string(difference)).c_str());
        largest = std::max(largest, difference);
    }
    qInfo("largest relative difference of a gradient %.2g", largest);
    const StateDict after = tensorsOf(*m_reference.find("after"));
    const StateDict own = stateDictOf(*model);
    QCOMPARE(own.size(), after.size());
    for (std::size_t i = 0; i < own.size(); ++i)
        QVERIFY2(relativeDifference(own[i].second, after[i].second) <= 1e-5, own[i].first.c_str());
}

GAPLESS_TEST(TstNetwork, "network")

#include "tst_network.moc"
