// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_factory.h"

#include <algorithm>

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/randn.h>
#include <torch/nn/modules/conv.h>

#include "core/config/config_validate.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

std::shared_ptr<SegmentationModel> network(std::uint64_t seed = 0, int classes = 2, int inputChannels = 3)
{
    auto model = makeModel({.inputChannels = inputChannels, .classes = classes}, seed);
    return model ? *model : nullptr;
}

std::shared_ptr<SegmentationModel> networkOn(const QString& encoder)
{
    auto model = makeModel({.encoder = encoder.toStdString()}, 0);
    return model ? *model : nullptr;
}

void encoders()
{
    QTest::addColumn<QString>("encoder");
    for (const std::string& encoder : configChoices("model.encoder"))
        QTest::newRow(encoder.c_str()) << QString::fromStdString(encoder);
}

bool sameParameters(const SegmentationModel& a, const SegmentationModel& b)
{
    const auto left = a.named_parameters();
    const auto right = b.named_parameters();
    if (left.size() != right.size())
        return false;
    return std::ranges::all_of(left, [&](const auto& entry) { return at::equal(entry.value(), right[entry.key()]); });
}

} // namespace

class TstModelFactory final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logitsHaveTheImagesSizeAndAChannelForEachClass_data();
    void logitsHaveTheImagesSizeAndAChannelForEachClass();
    void parametersAreThoseOfSegmentationModelsPytorch_data();
    void parametersAreThoseOfSegmentationModelsPytorch();
    void onlyTheHeadHasAConvolutionBias_data() { encoders(); }
    void onlyTheHeadHasAConvolutionBias();
    void everyChoiceOfTheConfigurationIsANetwork_data() { encoders(); }
    void everyChoiceOfTheConfigurationIsANetwork();
    void strideIsKnownWithoutANetwork();
    void equalSeedsGiveEqualWeights();
    void trainingCountsBatchesAndMovesStatistics();
    void evaluationLeavesStatisticsAlone();
    void memoryFormatsAgree_data() { encoders(); }
    void memoryFormatsAgree();
    void everyParameterGetsAGradient_data() { encoders(); }
    void everyParameterGetsAGradient();
    void unknownNamesAndSizesAreRefused_data();
    void unknownNamesAndSizesAreRefused();
};

void TstModelFactory::logitsHaveTheImagesSizeAndAChannelForEachClass_data()
{
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("classes");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::newRow("one stride") << 3 << 2 << 32 << 32;
    QTest::newRow("wide") << 3 << 12 << 64 << 160;
    QTest::newRow("grey") << 1 << 1 << 96 << 32;
}

void TstModelFactory::logitsHaveTheImagesSizeAndAChannelForEachClass()
{
    QFETCH(int, channels);
    QFETCH(int, classes);
    QFETCH(int, height);
    QFETCH(int, width);
    const auto model = network(0, classes, channels);
    QVERIFY(model);
    const torch::Tensor logits = model->forward(at::randn({2, channels, height, width}));
    QCOMPARE(logits.sizes(), at::IntArrayRef({2, classes, height, width}));
    QCOMPARE(logits.scalar_type(), at::kFloat);
}

void TstModelFactory::parametersAreThoseOfSegmentationModelsPytorch_data()
{
    QTest::addColumn<QString>("encoder");
    QTest::addColumn<std::int64_t>("numbers");
    QTest::addColumn<std::size_t>("parameters");
    QTest::addColumn<std::size_t>("buffers");
    QTest::addColumn<std::string>("last");
    // of segmentation_models_pytorch.Unet(encoder, classes=2)
    const auto row = [](const char* encoder, std::int64_t numbers, std::size_t parameters, std::size_t buffers,
                        const std::string& last) {
        QTest::newRow(encoder) << QString(encoder) << numbers << parameters << buffers << last;
    };
    row("resnet18", 14'328'354, 92, 90, "encoder.layer4.1.bn2.bias");
    row("resnet34", 24'436'514, 140, 138, "encoder.layer4.2.bn2.bias");
    row("resnet50", 32'521'250, 191, 189, "encoder.layer4.2.bn3.bias");
}

void TstModelFactory::parametersAreThoseOfSegmentationModelsPytorch()
{
    QFETCH(QString, encoder);
    QFETCH(std::int64_t, numbers);
    QFETCH(std::size_t, parameters);
    QFETCH(std::size_t, buffers);
    QFETCH(std::string, last);
    const auto model = networkOn(encoder);
    QVERIFY(model);
    std::int64_t found = 0;
    for (const auto& parameter : model->parameters())
        found += parameter.numel();
    QCOMPARE(found, numbers);
    QCOMPARE(model->parameters().size(), parameters);
    QCOMPARE(model->buffers().size(), buffers);
    const auto named = model->named_parameters();
    for (const std::string& name :
         {std::string("encoder.conv1.weight"), std::string("encoder.layer2.0.downsample.0.weight"), last,
          std::string("decoder.blocks.0.conv1.0.weight"), std::string("decoder.blocks.4.conv2.1.bias"),
          std::string("segmentation_head.0.bias")})
        QVERIFY2(named.contains(name), name.c_str());
    QVERIFY(model->named_buffers().contains("encoder.layer1.0.bn1.running_mean"));
}

void TstModelFactory::everyChoiceOfTheConfigurationIsANetwork()
{
    QFETCH(QString, encoder);
    const auto model = networkOn(encoder);
    QVERIFY(model);
    const torch::Tensor logits = model->forward(at::randn({2, 3, 32, 64}));
    QCOMPARE(logits.sizes(), at::IntArrayRef({2, 2, 32, 64}));
}

void TstModelFactory::onlyTheHeadHasAConvolutionBias()
{
    QFETCH(QString, encoder);
    const auto model = networkOn(encoder);
    for (const auto& entry : model->named_modules()) {
        const auto* layer = entry.value()->as<torch::nn::Conv2d>();
        if (layer != nullptr)
            QVERIFY2(layer->bias.defined() == (entry.key() == "segmentation_head.0"), entry.key().c_str());
    }
}

void TstModelFactory::strideIsKnownWithoutANetwork()
{
    QCOMPARE(modelStride({}), 32);
    QCOMPARE(network()->stride(), modelStride({}));
}

void TstModelFactory::equalSeedsGiveEqualWeights()
{
    const auto first = network(11);
    at::manual_seed(99);
    QVERIFY(sameParameters(*first, *network(11)));
    QVERIFY(!sameParameters(*first, *network(12)));
}

void TstModelFactory::trainingCountsBatchesAndMovesStatistics()
{
    const auto model = network();
    const auto buffers = model->named_buffers();
    const torch::Tensor before = buffers["encoder.bn1.running_mean"].clone();
    model->forward(at::randn({2, 3, 32, 32}));
    model->forward(at::randn({2, 3, 32, 32}));
    QCOMPARE(buffers["encoder.bn1.num_batches_tracked"].item<std::int64_t>(), 2);
    QCOMPARE(buffers["decoder.blocks.4.conv2.1.num_batches_tracked"].item<std::int64_t>(), 2);
    QVERIFY(!at::equal(before, buffers["encoder.bn1.running_mean"]));
}

void TstModelFactory::evaluationLeavesStatisticsAlone()
{
    const auto model = network();
    model->eval();
    const auto buffers = model->named_buffers();
    const torch::Tensor before = buffers["encoder.bn1.running_mean"].clone();
    model->forward(at::randn({2, 3, 32, 32}));
    QCOMPARE(buffers["encoder.bn1.num_batches_tracked"].item<std::int64_t>(), 0);
    QVERIFY(at::equal(before, buffers["encoder.bn1.running_mean"]));
}

void TstModelFactory::memoryFormatsAgree()
{
    QFETCH(QString, encoder);
    const at::NoGradGuard noGrad;
    const auto model = networkOn(encoder);
    model->eval();
    const torch::Tensor images = at::randn({2, 3, 64, 64});
    const torch::Tensor planes = model->forward(images);
    for (auto& parameter : model->parameters()) {
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(at::MemoryFormat::ChannelsLast));
    }
    const torch::Tensor pixels = model->forward(images.contiguous(at::MemoryFormat::ChannelsLast));
    QVERIFY(pixels.is_contiguous(at::MemoryFormat::ChannelsLast));
    // Of the largest logit: untrained statistics do not normalise, and deep networks give large numbers.
    QVERIFY((planes - pixels).abs().max().item<double>() <= 1e-5 * planes.abs().max().item<double>());
}

void TstModelFactory::everyParameterGetsAGradient()
{
    QFETCH(QString, encoder);
    const auto model = networkOn(encoder);
    model->forward(at::randn({2, 3, 64, 64})).square().mean().backward();
    for (const auto& entry : model->named_parameters()) {
        QVERIFY2(entry.value().grad().defined(), entry.key().c_str());
        QVERIFY2(entry.value().grad().abs().sum().item<double>() > 0, entry.key().c_str());
    }
}

void TstModelFactory::unknownNamesAndSizesAreRefused_data()
{
    QTest::addColumn<QString>("architecture");
    QTest::addColumn<QString>("encoder");
    QTest::addColumn<int>("classes");
    QTest::addColumn<QString>("named");
    QTest::newRow("architecture") << "segnet"
                                  << "resnet18" << 2 << "segnet";
    QTest::newRow("encoder") << "unet"
                             << "resnet19" << 2 << "resnet19";
    QTest::newRow("no classes") << "unet"
                                << "resnet18" << 0 << "one class";
}

void TstModelFactory::unknownNamesAndSizesAreRefused()
{
    QFETCH(QString, architecture);
    QFETCH(QString, encoder);
    QFETCH(int, classes);
    QFETCH(QString, named);
    const auto model = makeModel({architecture.toStdString(), encoder.toStdString(), 3, classes}, 0);
    QVERIFY(!model);
    QCOMPARE(model.error().code, ErrorCode::Config);
    QVERIFY2(model.error().text().contains(named.toStdString()), model.error().text().c_str());
}

GAPLESS_TEST(TstModelFactory, "model_factory")

#include "tst_model_factory.moc"
