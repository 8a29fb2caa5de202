// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/predictor.h"
#include "core/train/validator.h"
#include "tests/support/test_main.h"
#include "tests/train/synthetic_source.h"

namespace gapless::test
{
namespace
{

/// Its logits are the normalised channels; it counts how often it is asked.
class CountingModel final : public SegmentationModel
{
public:
    torch::Tensor forward(const torch::Tensor& images) override
    {
        ++forwards;
        if (takesAllMemory)
            return at::empty({std::int64_t{1} << 55});
        return images.clone();
    }
    [[nodiscard]] int stride() const override { return 32; }

    int forwards = 0;
    bool takesAllMemory = false;
};

/// A loader over three pictures of different sizes, and what validates them.
struct Fixture
{
    std::shared_ptr<const SyntheticSource> source =
        std::make_shared<SyntheticSource>(std::vector<ImageSize>{{50, 70}, {37, 53}, {1, 1}});
    std::shared_ptr<CountingModel> model = std::make_shared<CountingModel>();
    std::unique_ptr<PrefetchLoader> loader =
        PrefetchLoader::create(source, source, {.batchSize = 2, .crop = {32, 32}, .workers = 2}).value();

    Result<Validation> validate(std::int64_t previews)
    {
        return validateWhole(*model, *loader, *source, 3, previews, {});
    }
};

} // namespace

class TstValidator final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pinnedPicturesCostNoForwardPassOfTheirOwn()
    {
        Fixture f;
        const auto validation = f.validate(2);
        QVERIFY(validation.has_value());
        QCOMPARE(f.model->forwards, 3);
        QCOMPARE(validation->scores.labelledPixels, 50 * 70 + 37 * 53 + 1);
        QCOMPARE(validation->previews.size(), std::size_t{2});
        const Predictor predictor(f.model, 3, MemoryFormat::ChannelsLast);
        for (std::int64_t sample = 0; sample < 2; ++sample) {
            const Preview& kept = validation->previews.at(static_cast<std::size_t>(sample));
            const Result<Preview> made = predictor.preview(*f.source, sample);
            QVERIFY(made.has_value());
            QCOMPARE(kept.name, made->name);
            QVERIFY(kept.image.data == made->image.data);
            QVERIFY(kept.truth.data == made->truth.data);
            QVERIFY(kept.prediction.data == made->prediction.data);
            QCOMPARE(kept.meanIou, made->meanIou);
        }
    }

    void aPictureThatIsTooLargeIsToldByName()
    {
        Fixture f;
        f.model->takesAllMemory = true;
        const auto validation = f.validate(0);
        QVERIFY(!validation.has_value());
        const Error& error = validation.error();
        QCOMPARE(error.code, ErrorCode::OutOfMemory);
        QCOMPARE(error.context, std::string("picture 0, 50 x 70 (height x width)"));
        QVERIFY2(error.remedy.contains("largest") && !error.remedy.contains("batch"), error.remedy.c_str());
        const auto predicted = Predictor(f.model, 3, MemoryFormat::ChannelsLast).predict(*f.source, 0);
        QVERIFY(!predicted.has_value());
        QCOMPARE(predicted.error().text(), error.text());
    }

    void asManyPreviewsAsThereArePictures()
    {
        Fixture f;
        QCOMPARE(f.validate(0)->previews.size(), std::size_t{0});
        QCOMPARE(f.validate(5)->previews.size(), std::size_t{3});
    }
};

} // namespace gapless::test

using gapless::test::TstValidator;
GAPLESS_TEST(TstValidator, "validator")
#include "tst_validator.moc"
