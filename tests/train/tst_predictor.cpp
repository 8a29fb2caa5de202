// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <stdexcept>

#include "core/train/eval_scope.h"
#include "core/train/losses.h"
#include "core/train/predictor.h"
#include "tests/support/test_main.h"
#include "tests/train/synthetic_source.h"

Q_DECLARE_METATYPE(gapless::ImageSize)
Q_DECLARE_METATYPE(gapless::MemoryFormat)

namespace gapless::test
{
namespace
{

/// Its logits are the normalised channels: the class of a pixel is its strongest channel.
class ChannelModel final : public SegmentationModel
{
public:
    torch::Tensor forward(const torch::Tensor& images) override
    {
        TORCH_CHECK(images.size(2) % stride() == 0 && images.size(3) % stride() == 0, "not padded to the stride");
        TORCH_CHECK(!is_training() && !at::GradMode::is_enabled(), "not in evaluation mode");
        return images.clone();
    }
    [[nodiscard]] int stride() const override { return 32; }
};

/// One grey picture of 16 x 16 with all 256 values; its image cannot be written when `isBroken`.
class RampSource final : public SampleSource
{
public:
    explicit RampSource(bool isBroken = false)
        : m_isBroken(isBroken)
    {
    }
    [[nodiscard]] std::int64_t size() const override { return 1; }
    [[nodiscard]] std::string name(std::int64_t) const override { return "ramp"; }
    [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {16, 16}; }
    [[nodiscard]] Normalisation normalisation() const override { return {}; }
    [[nodiscard]] Result<StageTimes> write(const SampleKey&, const SampleTarget& target) const override
    {
        if (m_isBroken)
            return fail(ErrorCode::Data, "cut short", "ramp");
        const Normalisation normal = normalisation();
        std::fill_n(target.image, 3 * target.size.height * target.size.width, 0.0F);
        for (int i = 0; i < 256; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                target.image[(i / 16 * target.size.width + i % 16) * 3 + static_cast<int>(c)] =
                    (static_cast<float>(i) / 255.0F - normal.mean.at(c)) / normal.deviation.at(c);
        if (target.labels != nullptr)
            std::fill_n(target.labels, target.size.height * target.size.width, std::int64_t{ignoreLabel});
        return StageTimes{};
    }

private:
    bool m_isBroken;
};

std::uint8_t strongestChannel(const SyntheticSource& source, int y, int x)
{
    const Normalisation normal;
    std::uint8_t best = 0;
    float strongest = -100;
    for (std::uint8_t c = 0; c < 3; ++c) {
        const float value =
            (static_cast<float>(source.pixel(0, y, x, c)) / 255.0F - normal.mean.at(c)) / normal.deviation.at(c);
        if (value > strongest) {
            strongest = value;
            best = c;
        }
    }
    return best;
}

Predictor predictor(MemoryFormat format = MemoryFormat::ChannelsLast)
{
    return {std::make_shared<ChannelModel>(), 3, format};
}

} // namespace

class TstPredictor final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picturesOfAnySizeKeepTheirPixelsInPlace_data()
    {
        QTest::addColumn<ImageSize>("size");
        QTest::addColumn<MemoryFormat>("format");
        QTest::newRow("1x1") << ImageSize{1, 1} << MemoryFormat::ChannelsLast;
        QTest::newRow("37x53") << ImageSize{37, 53} << MemoryFormat::ChannelsLast;
        QTest::newRow("37x53 contiguous") << ImageSize{37, 53} << MemoryFormat::Contiguous;
        QTest::newRow("100x100") << ImageSize{100, 100} << MemoryFormat::ChannelsLast;
        QTest::newRow("64x32") << ImageSize{64, 32} << MemoryFormat::Contiguous;
    }
    void picturesOfAnySizeKeepTheirPixelsInPlace()
    {
        QFETCH(ImageSize, size);
        QFETCH(MemoryFormat, format);
        const SyntheticSource source({size});
        const Result<Preview> preview = predictor(format).preview(source, 0);
        QVERIFY(preview.has_value());
        QCOMPARE(preview->name, std::string("picture 0"));
        QVERIFY(preview->image.size == size && preview->truth.size == size && preview->prediction.size == size);
        std::size_t at = 0;
        std::size_t wrong = 0;
        for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x, ++at) {
                wrong += preview->truth.data.at(at) != source.label(0, y, x);
                wrong += preview->prediction.data.at(at) != strongestChannel(source, y, x);
                for (int c = 0; c < 3; ++c)
                    wrong += preview->image.data.at(at * 3 + static_cast<std::size_t>(c)) != source.pixel(0, y, x, c);
            }
        }
        QCOMPARE(wrong, std::size_t{0});
        const Result<LabelImage> labels = predictor(format).predict(source, 0);
        QVERIFY(labels.has_value());
        QVERIFY(labels->size == size && labels->data == preview->prediction.data);
    }

    void everyGreyLevelComesBackExactly()
    {
        const Result<Preview> preview = predictor().preview(RampSource(), 0);
        QVERIFY(preview.has_value());
        for (std::size_t i = 0; i < 256; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                QCOMPARE(preview->image.data.at(i * 3 + c), static_cast<std::uint8_t>(i));
    }

    void previewsOfOtherChannelsShowGreyOrTheFirstThree_data()
    {
        QTest::addColumn<int>("channels");
        QTest::addColumn<MemoryFormat>("format");
        for (const int channels : {1, 2, 3, 5}) {
            QTest::addRow("%d, channels_last", channels) << channels << MemoryFormat::ChannelsLast;
            QTest::addRow("%d, contiguous", channels) << channels << MemoryFormat::Contiguous;
        }
    }
    void previewsOfOtherChannelsShowGreyOrTheFirstThree()
    {
        QFETCH(int, channels);
        QFETCH(MemoryFormat, format);
        const SyntheticSource source({{20, 30}}, 3, false, channels); // the model knows other classes
        const Result<Preview> preview = predictor(format).preview(source, 0);
        QVERIFY(preview.has_value());
        QVERIFY((preview->image.size == ImageSize{20, 30}));
        QCOMPARE(preview->image.data.size(), std::size_t{20 * 30 * 3});
        std::size_t at = 0;
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 30; ++x)
                for (int c = 0; c < 3; ++c)
                    QCOMPARE(preview->image.data.at(at++), source.pixel(0, y, x, channels < 3 ? 0 : c));
    }

    void pictureWithoutLabelsHasNeitherTruthNorScore()
    {
        const Result<Preview> preview = predictor().preview(RampSource(), 0);
        QVERIFY(preview.has_value());
        QVERIFY(preview->truth.data.empty());
        QVERIFY(!preview->meanIou);
    }

    void scoreOfAPreviewIsThatOfItsPicture()
    {
        const SyntheticSource source({{40, 50}});
        const Result<Preview> preview = predictor().preview(source, 0);
        ConfusionMatrix matrix(3);
        for (std::size_t i = 0; i < preview->truth.data.size(); ++i) {
            const std::int64_t truth = preview->truth.data[i];
            const std::int64_t predicted = preview->prediction.data[i];
            matrix.add(&truth, 1, &predicted, 1, 1, 1);
        }
        QCOMPARE(preview->meanIou.value(), matrix.scores().meanIou);
    }

    void lossIsTheMeanOverAllLabelledPixels()
    {
        const SyntheticSource source({{40, 50}, {10, 9}});
        PooledScores scores(3);
        const Predictor channelPredictor = predictor();
        double lossSum = 0;
        for (std::int64_t sample = 0; sample < 2; ++sample) {
            QVERIFY(channelPredictor.score(source, sample, scores).has_value());
            PooledScores alone(3);
            QVERIFY(channelPredictor.score(source, sample, alone).has_value());
            lossSum += alone.scores().loss.value() * static_cast<double>(alone.scores().labelledPixels);
        }
        QCOMPARE(scores.scores().labelledPixels, 40 * 50 + 10 * 9);
        QVERIFY(std::abs(scores.scores().loss.value() - lossSum / (40 * 50 + 10 * 9)) < 1e-9);
        QVERIFY(!PooledScores(3).scores().loss);
    }

    void modelGoesOnTrainingAfterAnError()
    {
        const auto model = std::make_shared<ChannelModel>();
        model->train();
        const Predictor broken(model, 3, MemoryFormat::ChannelsLast);
        const Result<LabelImage> result = broken.predict(RampSource(true), 0);
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().code, ErrorCode::Data);
        QVERIFY(model->is_training());
        QVERIFY(at::GradMode::is_enabled());
        try {
            const EvalScope eval(*model);
            QVERIFY(!model->is_training());
            throw std::runtime_error("in the middle");
        } catch (const std::runtime_error& error) {
            QCOMPARE(QString(error.what()), QString("in the middle"));
        }
        QVERIFY(model->is_training());
    }
};

} // namespace gapless::test

using gapless::test::TstPredictor;
GAPLESS_TEST(TstPredictor, "predictor")
#include "tst_predictor.moc"
