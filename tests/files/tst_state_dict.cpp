// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/state_dict.h"

#include <algorithm>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/zeros.h>

#include "core/model/model_factory.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

StateDict copied(const StateDict& state)
{
    StateDict copy;
    for (const auto& [name, tensor] : state)
        copy.emplace_back(name, tensor.detach().clone());
    return copy;
}

bool sameState(const StateDict& a, const StateDict& b)
{
    return std::ranges::equal(
        a, b, [](const auto& x, const auto& y) { return x.first == y.first && at::equal(x.second, y.second); });
}

} // namespace

class TstStateDict final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void orderIsParametersThenBuffersOfEachModule();
    void valuesAreTakenOver();
    void entriesMayComeInAnyOrder();
    void memoryFormatOfTheNetworkStays();
    void mismatchIsNamedAndNothingChanges_data();
    void mismatchIsNamedAndNothingChanges();
    void buffersAreKnownByTheirNames();

private:
    std::shared_ptr<SegmentationModel> m_model;
    StateDict m_before;
    StateDict m_other; ///< of another seed
};

void TstStateDict::initTestCase()
{
    m_model = *makeModel({}, 3);
    m_before = copied(stateDictOf(*m_model));
    m_other = copied(stateDictOf(**makeModel({}, 4)));
}

void TstStateDict::init()
{
    for (auto& parameter : m_model->parameters())
        parameter.set_data(parameter.contiguous());
    const at::NoGradGuard noGrad;
    const StateDict own = stateDictOf(*m_model);
    for (std::size_t i = 0; i < own.size(); ++i) {
        torch::Tensor target = own[i].second;
        target.copy_(m_before[i].second);
    }
}

void TstStateDict::orderIsParametersThenBuffersOfEachModule()
{
    QCOMPARE(m_before.size(), 182U);
    const char* expected[] = {
        "encoder.conv1.weight",         "encoder.bn1.weight",      "encoder.bn1.bias",
        "encoder.bn1.running_mean",     "encoder.bn1.running_var", "encoder.bn1.num_batches_tracked",
        "encoder.layer1.0.conv1.weight"};
    for (std::size_t i = 0; i < std::size(expected); ++i)
        QCOMPARE(m_before[i].first, expected[i]);
    QCOMPARE(m_before.back().first, "segmentation_head.0.bias");
}

void TstStateDict::valuesAreTakenOver()
{
    QVERIFY(!sameState(m_other, m_before));
    const auto loaded = loadStateDict(*m_model, m_other);
    QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
    QVERIFY(sameState(stateDictOf(*m_model), m_other));
    QVERIFY(m_model->parameters().front().requires_grad());
    QVERIFY(m_model->parameters().front().is_leaf());
}

void TstStateDict::entriesMayComeInAnyOrder()
{
    StateDict state = m_other;
    std::ranges::reverse(state);
    QVERIFY(loadStateDict(*m_model, state));
    QVERIFY(sameState(stateDictOf(*m_model), m_other));
}

void TstStateDict::memoryFormatOfTheNetworkStays()
{
    for (auto& parameter : m_model->parameters()) {
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(at::MemoryFormat::ChannelsLast));
    }
    QVERIFY(loadStateDict(*m_model, m_other));
    QVERIFY(m_model->named_parameters()["encoder.layer1.0.conv1.weight"].is_contiguous(at::MemoryFormat::ChannelsLast));
    QVERIFY(sameState(stateDictOf(*m_model), m_other));
}

void TstStateDict::mismatchIsNamedAndNothingChanges_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QStringList>("named");
    QTest::newRow("missing key") << 0 << QStringList{"encoder.bn1.bias", "[64]", "missing"};
    QTest::newRow("key too many") << 1 << QStringList{"encoder.fc.weight", "[5, 6]", "not part"};
    QTest::newRow("other classes") << 2
                                   << QStringList{"segmentation_head.0.weight", "[7, 16, 3, 3]", "[2, 16, 3, 3]",
                                                  "and 1 more"};
    QTest::newRow("empty") << 3 << QStringList{"encoder.conv1.weight", "[64, 3, 7, 7]", "and 181 more"};
}

void TstStateDict::mismatchIsNamedAndNothingChanges()
{
    QFETCH(int, kind);
    QFETCH(QStringList, named);
    StateDict state;
    for (const auto& [name, tensor] : m_before)
        state.emplace_back(name, at::full_like(tensor, 7));
    if (kind == 0)
        std::erase_if(state, [](const auto& candidate) { return candidate.first == "encoder.bn1.bias"; });
    else if (kind == 1)
        state.emplace_back("encoder.fc.weight", at::zeros({5, 6}));
    else if (kind == 2)
        state = copied(stateDictOf(**makeModel({.classes = 7}, 0)));
    else
        state.clear();
    const auto loaded = loadStateDict(*m_model, state);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Data);
    for (const QString& part : named)
        QVERIFY2(loaded.error().message.contains(part.toStdString()), loaded.error().message.c_str());
    QVERIFY(sameState(stateDictOf(*m_model), m_before));
}

void TstStateDict::buffersAreKnownByTheirNames()
{
    const auto buffers = m_model->named_buffers();
    for (const auto& [name, tensor] : m_before)
        QVERIFY2(isBufferName(name) == buffers.contains(name), name.c_str());
}

GAPLESS_TEST(TstStateDict, "state_dict")

#include "tst_state_dict.moc"
