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

std::string weightsFile(const QString& encoder, int channels, int seed)
{
    return QStringLiteral("weights_%1_%2_%3.pt").arg(encoder).arg(channels).arg(seed).toStdString();
}

StateDict buffersOf(const SegmentationModel& model)
{
    StateDict buffers;
    for (const auto& entry : model.named_buffers())
        buffers.emplace_back(entry.key(), entry.value());
    return buffers;
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
    void evaluationAgrees_data() { encodersAndMemoryFormats(); }
    void evaluationAgrees();
    void trainingStepAgrees_data() { encodersAndMemoryFormats(); }
    void trainingStepAgrees();

private:
    static void encodersAndMemoryFormats();
    /// Reads what Python found with this encoder in this memory format into m_reference; the network in the state that
    /// Python started from.
    std::shared_ptr<SegmentationModel> reference(const QString& encoder, bool channelsLast);

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

void TstNetwork::encodersAndMemoryFormats()
{
    QTest::addColumn<QString>("encoder");
    QTest::addColumn<bool>("channelsLast");
    for (const char* encoder : {"resnet18", "resnet34", "resnet50"}) {
        QTest::addRow("%s, contiguous", encoder) << encoder << false;
        QTest::addRow("%s, channels_last", encoder) << encoder << true;
    }
}

std::shared_ptr<SegmentationModel> TstNetwork::reference(const QString& encoder, bool channelsLast)
{
    const QString name =
        QStringLiteral("reference_%1_%2.pt").arg(encoder, channelsLast ? "channels_last" : "contiguous");
    auto read = readTorchArchive(m_folder.path() / name.toStdString());
    const auto weights = readTorchArchive(m_folder.path() / weightsFile(encoder, 3, 0));
    if (!read || !weights)
        return nullptr;
    m_reference = std::move(*read);
    auto model = *makeModel({.encoder = encoder.toStdString(), .classes = classes}, 1);
    setFormat(*model, channelsLast);
    if (!loadStateDict(*model, tensorsOf(*weights)))
        return nullptr;
    for (const auto& [key, buffer] : tensorsOf(*m_reference.find("before")))
        model->named_buffers()[key].copy_(buffer);
    return model;
}

void TstNetwork::initialWeightsAreEqualToTheBit_data()
{
    QTest::addColumn<QString>("encoder");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("seed");
    const auto row = [](const char* encoder, int channels, int seed) {
        QTest::addRow("%s, %d channels, seed %d", encoder, channels, seed) << QString(encoder) << channels << seed;
    };
    row("resnet18", 3, 0);
    row("resnet18", 3, 7);
    row("resnet18", 1, 0);
    row("resnet18", 4, 7);
    row("resnet34", 3, 0);
    row("resnet34", 1, 7);
    row("resnet50", 3, 0);
    row("resnet50", 4, 7);
}

void TstNetwork::initialWeightsAreEqualToTheBit()
{
    QFETCH(QString, encoder);
    QFETCH(int, channels);
    QFETCH(int, seed);
    const auto read = readTorchArchive(m_folder.path() / weightsFile(encoder, channels, seed));
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const StateDict expected = tensorsOf(*read);
    const auto model = *makeModel({.encoder = encoder.toStdString(), .inputChannels = channels, .classes = classes},
                                  static_cast<std::uint64_t>(seed));
    const StateDict actual = stateDictOf(*model);
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE(actual[i].first, expected[i].first);
        QVERIFY2(test::sameTensor(actual[i].second, expected[i].second), actual[i].first.c_str());
    }
}

void TstNetwork::evaluationAgrees()
{
    QFETCH(QString, encoder);
    QFETCH(bool, channelsLast);
    const at::NoGradGuard noGrad;
    const auto model = reference(encoder, channelsLast);
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
    QFETCH(QString, encoder);
    QFETCH(bool, channelsLast);
    const auto model = reference(encoder, channelsLast);
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
    const StateDict own = buffersOf(*model);
    QCOMPARE(own.size(), after.size());
    for (std::size_t i = 0; i < own.size(); ++i)
        QVERIFY2(own[i].first == after[i].first && relativeDifference(own[i].second, after[i].second) <= 1e-5,
                 own[i].first.c_str());
}

GAPLESS_TEST(TstNetwork, "network")

#include "tst_network.moc"
