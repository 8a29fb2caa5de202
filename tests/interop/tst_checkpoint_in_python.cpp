// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/randn_like.h>

#include "core/model/model_factory.h"
#include "tests/interop/python_peer.h"
#include "tests/support/checkpoint_fixture.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::valueAt;

/// A checkpoint of a network whose statistics have moved, opened by Python (torch.load(weights_only=True)).
class TstCheckpointInPython final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void evaluationOfARampAgrees();
    void optimizerTakesMomentumAndSettings();
    void scheduleGoesOn();
    void generatorGoesOn();
    void restIsReadable();
    void adamsStateGoesOn();

private:
    test::TemporaryFolder m_folder;
    std::shared_ptr<SegmentationModel> m_model;
    Checkpoint m_checkpoint;
    ArchiveValue m_answer;
};

void TstCheckpointInPython::initTestCase()
{
    if (!test::pythonProblem().empty())
        return;
    m_model = *makeModel({.classes = 2}, 5);
    {
        const at::NoGradGuard noGrad;
        for (int i = 0; i < 5; ++i)
            m_model->forward(at::randn({2, 3, 32, 32}) + 3);
        for (auto& parameter : m_model->parameters()) {
            if (parameter.dim() == 4)
                parameter.set_data(parameter.contiguous(at::MemoryFormat::ChannelsLast));
        }
    }
    StateDict momentum;
    for (const auto& parameter : m_model->named_parameters())
        momentum.emplace_back(parameter.key(), at::randn_like(parameter.value()));
    m_checkpoint = test::makeCheckpoint(stateDictOf(*m_model), std::move(momentum));
    QVERIFY(writeCheckpoint(m_folder.path() / "last.pt", m_checkpoint));
    const std::string problem =
        test::runPeer("checkpoint", {m_folder.path() / "last.pt", m_folder.path() / "answer.pt"});
    QVERIFY2(problem.empty(), problem.c_str());
    auto read = readTorchArchive(m_folder.path() / "answer.pt");
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    m_answer = *read;
}

void TstCheckpointInPython::init()
{
    if (!test::pythonProblem().empty())
        QSKIP(test::pythonProblem().c_str());
}

void TstCheckpointInPython::evaluationOfARampAgrees()
{
    const at::NoGradGuard noGrad;
    m_model->eval();
    const torch::Tensor output = m_model->forward(valueAt<torch::Tensor>(m_answer, "ramp"));
    QVERIFY(test::relativeDifference(output, valueAt<torch::Tensor>(m_answer, "output")) <= 1e-5);
    QVERIFY(m_model->named_buffers()["encoder.bn1.running_mean"].abs().max().item<double>() > 0.01);
}

void TstCheckpointInPython::optimizerTakesMomentumAndSettings()
{
    const StateDict momentum = test::tensorsOf(*m_answer.find("momentum"));
    const StateDict& own = m_checkpoint.optimizer.buffers[0].second;
    QCOMPARE(momentum.size(), own.size());
    for (std::size_t i = 0; i < momentum.size(); ++i) {
        QCOMPARE(momentum[i].first, own[i].first);
        QVERIFY2(at::equal(momentum[i].second, own[i].second), momentum[i].first.c_str());
    }
    QCOMPARE(valueAt<double>(m_answer, "lr"), m_checkpoint.learningRate);
    QCOMPARE(valueAt<double>(m_answer, "group momentum"), m_checkpoint.config.training.momentum);
    QCOMPARE(valueAt<double>(m_answer, "weight decay"), m_checkpoint.config.training.weightDecay);
    QVERIFY(valueAt<bool>(m_answer, "nesterov"));
}

void TstCheckpointInPython::scheduleGoesOn()
{
    QCOMPARE(valueAt<std::int64_t>(m_answer, "total"), m_checkpoint.totalSteps);
    QCOMPARE(valueAt<std::int64_t>(m_answer, "last"), m_checkpoint.step);
}

void TstCheckpointInPython::generatorGoesOn()
{
    at::Generator generator = at::globalContext().defaultGenerator(at::kCPU).clone();
    generator.set_state(m_checkpoint.generator);
    QVERIFY(at::equal(at::rand({5}, generator), valueAt<torch::Tensor>(m_answer, "drawn")));
}

void TstCheckpointInPython::restIsReadable()
{
    QCOMPARE(valueAt<std::int64_t>(*m_answer.find("position"), "epoch"), m_checkpoint.epoch);
    QCOMPARE(valueAt<std::int64_t>(*m_answer.find("position"), "batch"), m_checkpoint.batchInEpoch);
    QCOMPARE(valueAt<double>(*m_answer.find("best"), "score"), *m_checkpoint.progress.bestScore);
    QCOMPARE(valueAt<std::string>(m_answer, "images"), m_checkpoint.config.data.images);
    QVERIFY(m_answer.find("scaler")->as<std::monostate>() != nullptr);
    QCOMPARE(valueAt<ArchiveValue::List>(m_answer, "keys").size(), 11U);
}

void TstCheckpointInPython::adamsStateGoesOn()
{
    Checkpoint checkpoint = m_checkpoint;
    checkpoint.config.training.optimizer = Optimizer::AdamW;
    checkpoint.config.training.decayNorms = false;
    StateDict second;
    for (const auto& [name, tensor] : m_checkpoint.optimizer.buffers[0].second)
        second.emplace_back(name, tensor.square());
    checkpoint.optimizer.buffers = {{"exp_avg", m_checkpoint.optimizer.buffers[0].second}, {"exp_avg_sq", second}};
    QVERIFY(writeCheckpoint(m_folder.path() / "adam.pt", checkpoint));
    const std::string problem =
        test::runPeer("adam", {m_folder.path() / "adam.pt", m_folder.path() / "adam answer.pt"});
    QVERIFY2(problem.empty(), problem.c_str());
    const auto answer = readTorchArchive(m_folder.path() / "adam answer.pt");
    QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
    for (std::size_t i = 0; i < 2; ++i) {
        const StateDict loaded = test::tensorsOf(*answer->find(i == 0 ? "first" : "second"));
        const StateDict& own = checkpoint.optimizer.buffers[i].second;
        QCOMPARE(loaded.size(), own.size());
        for (std::size_t place = 0; place < own.size(); ++place) {
            QCOMPARE(loaded[place].first, own[place].first);
            QVERIFY2(at::equal(loaded[place].second, own[place].second), own[place].first.c_str());
        }
    }
    for (const ArchiveValue& steps : valueAt<ArchiveValue::List>(*answer, "steps"))
        QCOMPARE(*steps.as<double>(), 121.0); // 120, and the one it has taken
    const auto decays = valueAt<ArchiveValue::List>(*answer, "decays");
    QCOMPARE(decays.size(), std::size_t{2});
    QCOMPARE(*decays[0].as<double>(), checkpoint.config.training.weightDecay);
    QCOMPARE(*decays[1].as<double>(), 0.0);
    QCOMPARE(*valueAt<ArchiveValue::List>(*answer, "betas").at(1).as<double>(), 0.999);
}

GAPLESS_TEST(TstCheckpointInPython, "checkpoint_in_python")

#include "tst_checkpoint_in_python.moc"
