// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_memory.h"

#include <torch/types.h>
#include <torch/utils.h>

#include "core/train/tensor_layout.h"
#include "tests/support/test_main.h"

Q_DECLARE_METATYPE(gapless::MemoryFormat)

namespace gapless::test
{
namespace
{

/// Keeps two results of three channels for its backward pass; a third is given back.
class KeepingModel final : public SegmentationModel
{
public:
    KeepingModel() { m_factor = register_parameter("factor", at::ones({})); }
    torch::Tensor forward(const torch::Tensor& images) override { return (images * m_factor).exp().exp(); }
    [[nodiscard]] int stride() const override { return 32; }

private:
    torch::Tensor m_factor;
};

std::vector<torch::Tensor> stateOf(const torch::nn::Module& module)
{
    std::vector<torch::Tensor> state;
    for (const auto& tensors : {module.parameters(), module.buffers()})
        for (const torch::Tensor& tensor : tensors)
            state.push_back(tensor.detach().clone());
    return state;
}

} // namespace

class TstStepMemory final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsKeptForTheBackwardPass()
    {
        KeepingModel model;
        const double bytes = activationBytesPerPixel(model, MemoryFormat::ChannelsLast);
        // Two results and the loss's logarithms, three fp32 each; scalars are next to nothing.
        QVERIFY2(bytes >= 36 && bytes < 36.1, qPrintable(QString::number(bytes)));
    }

    void leavesTheNetworkAsItWas_data()
    {
        QTest::addColumn<MemoryFormat>("format");
        QTest::newRow("channels_last") << MemoryFormat::ChannelsLast;
        QTest::newRow("contiguous") << MemoryFormat::Contiguous;
    }
    void leavesTheNetworkAsItWas()
    {
        QFETCH(MemoryFormat, format);
        const auto model = makeModel({"unet", "resnet18", 3, 4}, 1).value();
        applyMemoryFormat(*model, format);
        model->train();
        const auto before = stateOf(*model);
        const double bytes = activationBytesPerPixel(*model, format);
        QVERIFY2(bytes > 1000 && bytes < 2000, qPrintable(QString::number(bytes)));
        QVERIFY(std::ranges::equal(stateOf(*model), before,
                                   [](const torch::Tensor& a, const torch::Tensor& b) { return at::equal(a, b); }));
        for (const torch::Tensor& parameter : model->parameters())
            QVERIFY(!parameter.grad().defined());
    }

    void whatCannotFitIsRefusedAndWhatIsTightIsNoted()
    {
        const auto refused = checkMemory(2'000'000'000, 1'500'000'000);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
        QVERIFY(refused.error().message.contains("at least 2.0 GB") && refused.error().message.contains("1.5 GB"));
        QVERIFY(refused.error().remedy.contains("smaller crop"));
        const auto tight = checkMemory(1'400'000'000, 1'500'000'000);
        QVERIFY(tight.has_value() && tight->size() == 1);
        QVERIFY(tight->front().contains("1.4 GB"));
        const auto roomy = checkMemory(1'000'000'000, 1'500'000'000);
        QVERIFY(roomy.has_value() && roomy->empty());
        QVERIFY(checkMemory(1'000'000'000, 0).has_value()); // the system does not tell
    }

    void wholePicturesThatCannotFitAreRefusedByName()
    {
        const auto model = makeModel({"unet", "resnet18", 3, 4}, 1).value();
        const ImageSize large{20'000, 20'000};
        const auto refused = checkPictureMemory(*model, MemoryFormat::ChannelsLast, large, "mosaic.tif", 8'000'000'000);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, ErrorCode::OutOfMemory);
        QCOMPARE(refused.error().context, std::string("mosaic.tif"));
        QVERIFY(refused.error().message.contains("20000 x 20000"));
        QVERIFY(model->is_training()); // as it was
        QVERIFY(checkPictureMemory(*model, MemoryFormat::ChannelsLast, large, "mosaic.tif", 1'000'000'000'000));
        QVERIFY(checkPictureMemory(*model, MemoryFormat::ChannelsLast, {1000, 1000}, "small.tif", 1));
        QVERIFY(checkPictureMemory(*model, MemoryFormat::ChannelsLast, large, "mosaic.tif", 0)); // not known
    }
};

} // namespace gapless::test

using gapless::test::TstStepMemory;
GAPLESS_TEST(TstStepMemory, "step_memory")
#include "tst_step_memory.moc"
