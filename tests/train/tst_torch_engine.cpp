// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "core/base/log.h"
#include "core/files/checkpoint.h"
#include "core/loader/epoch_sampler.h"
#include "core/train/torch_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/train/synthetic_source.h"

Q_DECLARE_METATYPE(gapless::MemoryFormat)

namespace gapless::test
{
namespace
{

std::vector<ImageSize> repeated(int count, ImageSize size)
{
    return std::vector<ImageSize>(static_cast<std::size_t>(count), size);
}

DataProvider provider(std::vector<ImageSize> training, std::vector<ImageSize> validation = {})
{
    return [=](const RunConfig&, std::stop_token) -> Result<TrainingData> {
        TrainingData data;
        data.training = std::make_shared<SyntheticSource>(training);
        if (!validation.empty())
            data.validation = std::make_shared<SyntheticSource>(validation);
        data.classes = syntheticClasses();
        data.notes = {"a note of the data"};
        return data;
    };
}

/// The first `count` steps; fewer when one fails.
std::vector<StepRecord> firstSteps(const RunConfig& config, int count)
{
    const auto engine = makeTorchEngine(provider(repeated(8, {64, 64})));
    std::vector<StepRecord> records;
    if (!engine->prepare(config, {}))
        return records;
    for (int i = 0; i < count; ++i) {
        const Result<StepRecord> record = engine->step({});
        if (!record)
            break;
        records.push_back(*record);
    }
    return records;
}

std::vector<double> firstLosses(const RunConfig& config, int count)
{
    std::vector<double> losses;
    for (const StepRecord& record : firstSteps(config, count))
        losses.push_back(record.loss);
    return losses;
}

bool areNear(double a, double b, double relative)
{
    return std::abs(a - b) <= relative * std::abs(b);
}

/// Synthetic pictures, some of which cannot be read.
class DamagedSource final : public SampleSource
{
public:
    DamagedSource(int samples, std::function<bool(const SampleKey&)> isDamaged)
        : m_inner(repeated(samples, {64, 64}))
        , m_isDamaged(std::move(isDamaged))
    {
    }
    [[nodiscard]] std::int64_t size() const override { return m_inner.size(); }
    [[nodiscard]] std::string name(std::int64_t sample) const override { return m_inner.name(sample); }
    [[nodiscard]] ImageSize sampleSize(std::int64_t sample) const override { return m_inner.sampleSize(sample); }
    [[nodiscard]] Normalisation normalisation() const override { return m_inner.normalisation(); }
    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        if (m_isDamaged(key))
            return fail(ErrorCode::Data, "is cut", name(key.sample));
        return m_inner.write(key, target);
    }

private:
    const SyntheticSource m_inner;
    const std::function<bool(const SampleKey&)> m_isDamaged;
};

/// Holds its readers until it is opened, and says when the first has come.
class BlockedSource final : public SampleSource
{
public:
    [[nodiscard]] std::int64_t size() const override { return 4; }
    [[nodiscard]] std::string name(std::int64_t) const override { return "blocked"; }
    [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {64, 64}; }
    [[nodiscard]] Normalisation normalisation() const override { return {}; }
    [[nodiscard]] Result<StageTimes> write(const SampleKey&, const SampleTarget&) const override
    {
        m_reached.release();
        m_isOpen.wait(false);
        return fail(ErrorCode::Data, "opened too late", "blocked");
    }
    void waitUntilReached() const { m_reached.acquire(); }
    void open()
    {
        m_isOpen = true;
        m_isOpen.notify_all();
    }

private:
    mutable std::counting_semaphore<> m_reached{0};
    std::atomic<bool> m_isOpen = false;
};

} // namespace

class TstTorchEngine final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void planTellsWhatWillBeDone()
    {
        const auto engine = makeTorchEngine(provider(repeated(9, {64, 64}), repeated(3, {40, 40})));
        RunConfig config = syntheticConfig();
        config.speed.threads = 2;
        const Result<RunPlan> plan = engine->prepare(config, {});
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->epochs, 2);
        QCOMPARE(plan->stepsPerEpoch, 2);
        QCOMPARE(plan->trainingSamples, 9);
        QCOMPARE(plan->validationSamples, 3);
        QCOMPARE(plan->classes.size(), 3);
        QCOMPARE(plan->device, std::string("CPU, 2 threads"));
        QCOMPARE(plan->threads, 2);
        QCOMPARE(plan->parameters, 14'328'499); // segmentation_models_pytorch: Unet("resnet18", classes=3)
        // Five slots or so of 5 x 64 x 64 pixels, with 12 bytes of image and 8 of labels each
        QVERIFY(plan->queueBytes >= 4 * 5 * 64 * 64 * 20);
        QCOMPARE(plan->notes.size(), std::size_t{2});
        QCOMPARE(plan->notes[0], std::string("a note of the data"));
        QVERIFY(plan->notes[1].contains("joins the batch before it"));
    }

    void aLookAtAPictureChangesNothingOfTheRun_data()
    {
        QTest::addColumn<double>("emaDecay");
        QTest::newRow("plain") << 0.0;
        QTest::newRow("with an average") << 0.9;
    }
    void aLookAtAPictureChangesNothingOfTheRun()
    {
        QFETCH(double, emaDecay);
        const ImageSize size{50, 70};
        RunConfig config = syntheticConfig();
        config.training.emaDecay = emaDecay;
        const auto data = [&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData made;
            made.training = std::make_shared<SyntheticSource>(repeated(8, {64, 64}));
            made.validation = std::make_shared<SyntheticSource>(repeated(2, size));
            made.classes = syntheticClasses();
            made.openPicture = [size](const ImagePair& pair) -> Result<std::shared_ptr<const SampleSource>> {
                if (pair.image == "gone")
                    return fail(ErrorCode::Data, "does not exist", "gone");
                return std::make_shared<SyntheticSource>(std::vector<ImageSize>{size}, 3, !pair.mask.empty());
            };
            return made;
        };
        const TemporaryFolder folder;
        const auto train = [&](bool looks, const std::filesystem::path& file) {
            std::vector<Inspection> seen;
            const auto engine = makeTorchEngine(data);
            if (!engine->prepare(config, {}))
                return seen;
            for (int i = 0; i < 4; ++i) {
                if (!engine->step({}))
                    return seen;
                if (!looks)
                    continue;
                if (engine->inspectPicture({{"gone", {}, {}}, 0}))
                    return seen;
                Result<Inspection> inspection = engine->inspectPicture({{"a", i % 2 == 0 ? "mask" : "", {}}, 1});
                if (inspection)
                    seen.push_back(std::move(*inspection));
            }
            (void)engine->validate({});
            (void)engine->saveCheckpoint({file}, {});
            (void)engine->waitForSaved();
            return seen;
        };
        const std::vector<Inspection> seen = train(true, folder.path() / "with.pt");
        (void)train(false, folder.path() / "without.pt");
        const auto bytes = [](const std::filesystem::path& file) {
            std::ifstream stream(file, std::ios::binary);
            return std::string(std::istreambuf_iterator<char>(stream), {});
        };
        QVERIFY(!bytes(folder.path() / "with.pt").empty());
        QVERIFY(bytes(folder.path() / "with.pt") == bytes(folder.path() / "without.pt"));

        QCOMPARE(seen.size(), std::size_t{4});
        const auto pixels = static_cast<std::size_t>(size.height * size.width);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const Inspection& look = seen[i];
            QCOMPARE(look.step, static_cast<std::int64_t>(i) + 1);
            QCOMPARE(look.picture.image.data.size(), 3 * pixels);
            QCOMPARE(look.picture.prediction.data.size(), pixels);
            QCOMPARE(look.confidence.data.size(), pixels);
            QCOMPARE(look.probability.data.size(), pixels);
            QVERIFY(look.milliseconds > 0);
            const bool hasTruth = i % 2 == 0;
            QCOMPARE(look.picture.truth.data.size(), hasTruth ? pixels : 0);
            QCOMPARE(look.iou.size(), std::size_t{hasTruth ? 3U : 0U});
            for (std::size_t p = 0; p < pixels; ++p) {
                QVERIFY(look.confidence.data[p] >= 85); // the largest of three shares
                QVERIFY(look.probability.data[p] <= look.confidence.data[p]);
                if (look.picture.prediction.data[p] == 1)
                    QCOMPARE(look.probability.data[p], look.confidence.data[p]);
            }
        }
    }

    void networksOfOtherChannelsTrain_data()
    {
        QTest::addColumn<int>("channels");
        QTest::addColumn<MemoryFormat>("format");
        QTest::newRow("grey, channels_last") << 1 << MemoryFormat::ChannelsLast;
        QTest::newRow("five, contiguous") << 5 << MemoryFormat::Contiguous;
    }
    void networksOfOtherChannelsTrain()
    {
        QFETCH(int, channels);
        QFETCH(MemoryFormat, format);
        RunConfig config = syntheticConfig();
        config.model.inputChannels = channels;
        config.speed.memoryFormat = format;
        const auto validation = std::make_shared<SyntheticSource>(std::vector<ImageSize>{{50, 70}}, 3, true, channels);
        const auto engine = makeTorchEngine([&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData data;
            data.training = std::make_shared<SyntheticSource>(repeated(8, {64, 64}), 3, true, channels);
            data.validation = validation;
            data.classes = syntheticClasses();
            return data;
        });
        const Result<RunPlan> plan = engine->prepare(config, {});
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->parameters, 14'328'499 + (channels - 3) * 64 * 7 * 7); // the first convolution differs
        std::vector<double> losses;
        for (int i = 0; i < 4; ++i) {
            const Result<StepRecord> record = engine->step({});
            QVERIFY2(record.has_value(), record ? "" : record.error().text().c_str());
            losses.push_back(record->loss);
        }
        QVERIFY(losses.back() < losses.front());
        const Result<Scores> scores = engine->validate({});
        QVERIFY(scores.has_value() && scores->labelledPixels == 50 * 70);
        const Result<PreviewSet> previews = engine->inspect({});
        QVERIFY(previews.has_value() && previews->previews.size() == 1);

        const TemporaryFolder folder;
        QVERIFY(engine->saveCheckpoint({folder.path() / "last.pt"}, {}).has_value());
        QVERIFY(!engine->waitForSaved().at(0).error);
        const auto services = makeTorchServices();
        const Result<CheckpointInfo> info = services->load(folder.path() / "last.pt");
        QVERIFY2(info.has_value(), info ? "" : info.error().text().c_str());
        QCOMPARE(info->config.model.inputChannels, channels);
        const Result<LabelImage> labels = services->predict(*validation, 0);
        QVERIFY(labels.has_value());
        QVERIFY(labels->data == previews->previews[0].prediction.data);
    }

    void sourcesOfOtherChannelsThanTheNetworksAreRefused()
    {
        RunConfig config = syntheticConfig();
        config.model.inputChannels = 1;
        const Result<RunPlan> plan = makeTorchEngine(provider(repeated(8, {64, 64})))->prepare(config, {});
        QVERIFY(!plan.has_value());
        QVERIFY(plan.error().message.contains("3 channels") && plan.error().message.contains("takes 1"));
    }

    void badSamplesAreSkippedCountedAndLoggedOnce()
    {
        // Sample 2 is bad in every epoch, and so is all of the second batch of epoch 1.
        RunConfig config = syntheticConfig();
        config.data.onBadSample = BadSampleRule::Skip;
        const EpochSampler sampler(8, 4, config.training.lastBatch, config.training.seed);
        const std::vector<std::int64_t> lost = sampler.plan(1, 1).samples;
        const auto engine = makeTorchEngine([&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData data;
            data.training = std::make_shared<DamagedSource>(8, [&](const SampleKey& key) {
                return key.sample == 2 || (key.epoch == 1 && std::ranges::find(lost, key.sample) != lost.end());
            });
            data.validation = std::make_shared<DamagedSource>(3, [](const SampleKey& key) { return key.sample == 2; });
            data.classes = syntheticClasses();
            return data;
        });
        const TemporaryFolder folder;
        const auto log = LogFile::open(folder.path() / "log.txt");
        QVERIFY(log.has_value());
        QVERIFY(engine->prepare(config, {}).has_value());
        int images = 0;
        int skipped = 0;
        for (int i = 0; i < 4; ++i) {
            const Result<StepRecord> record = engine->step({});
            QVERIFY2(record.has_value(), record ? "" : record.error().text().c_str());
            QCOMPARE(record->lastOfEpoch, i % 2 == 1);
            QCOMPARE(record->step, i < 3 ? i + 1 : 3); // the last was none
            images += record->images;
            skipped += record->skipped;
            if (i == 3)
                QCOMPARE(record->images, 0);
            if (i % 2 == 1) {
                const Result<Scores> scores = engine->validate({});
                QVERIFY(scores.has_value());
                QCOMPARE(scores->skippedImages, 1);
                QVERIFY(scores->labelledPixels > 0 && scores->labelledPixels <= 2 * 64 * 64);
            }
        }
        const bool isLost = std::ranges::find(lost, 2) != lost.end();
        QCOMPARE(images, 16 - skipped);
        QCOMPARE(skipped, isLost ? 5 : 6);
        std::ifstream stream(folder.path() / "log.txt");
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        // Picture 2 of training and of validation read the same; five names at most.
        QCOMPARE(QByteArray::fromStdString(text).count("left out: picture"), isLost ? 4 : 5);
    }

    void aBadSampleEndsTheRunUnlessItIsToBeSkipped()
    {
        const auto engine = makeTorchEngine([&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData data;
            data.training = std::make_shared<DamagedSource>(4, [](const SampleKey& key) { return key.sample == 2; });
            data.classes = syntheticClasses();
            return data;
        });
        QVERIFY(engine->prepare(syntheticConfig(), {}).has_value());
        const Result<StepRecord> record = engine->step({});
        QVERIFY(!record.has_value());
        QCOMPARE(record.error().code, ErrorCode::Data);
        QCOMPARE(record.error().context, std::string("picture 2"));
    }

    void stepsAreNumberedAndMeasured()
    {
        const auto engine = makeTorchEngine(provider(repeated(9, {16, 16})));
        RunConfig config = syntheticConfig();
        // Deepest features of 1 x 1: a batch of one could not be trained on, so the ninth picture joins a batch of
        // four.
        config.training.cropHeight = config.training.cropWidth = 32;
        QVERIFY(engine->prepare(config, {}).has_value());
        const std::array<int, 4> images{4, 5, 4, 5};
        for (int i = 0; i < 4; ++i) {
            const Result<StepRecord> record = engine->step({});
            QVERIFY2(record.has_value(), record ? "" : record.error().text().c_str());
            QCOMPARE(record->step, i + 1);
            QCOMPARE(record->epoch, i / 2 + 1);
            QCOMPARE(record->stepInEpoch, i % 2 + 1);
            QCOMPARE(record->lastOfEpoch, i % 2 == 1);
            QCOMPARE(record->images, images.at(static_cast<std::size_t>(i)));
            QVERIFY(std::abs(record->learningRate - 0.05 * std::pow(1 - i / 4.0, 0.9)) < 1e-12);
            QVERIFY(std::isfinite(record->loss) && record->loss > 0);
            QVERIFY(record->gradientNorm > 0);
            QVERIFY(record->stepMs > 0);
            QVERIFY(record->waitMs >= 0);
            QVERIFY(record->queueFill >= 0);
        }
    }

    void learnsFourPicturesByHeart()
    {
        const std::vector<ImageSize> sizes = repeated(4, {64, 64});
        const auto engine = makeTorchEngine(provider(sizes, sizes));
        RunConfig config = syntheticConfig();
        config.training.epochs = 40;
        QVERIFY(engine->prepare(config, {}).has_value());
        const Result<Scores> before = engine->validate({});
        QVERIFY2(before.has_value(), before ? "" : before.error().text().c_str());
        double first = 0;
        double last = 0;
        for (int i = 0; i < 40; ++i) {
            const Result<StepRecord> record = engine->step({});
            QVERIFY(record.has_value());
            (i == 0 ? first : last) = record->loss;
        }
        const Result<Scores> after = engine->validate({});
        QVERIFY(after.has_value());
        QVERIFY2(first > 0.7, qPrintable(QString::number(first)));
        QVERIFY2(last < 0.15, qPrintable(QString::number(last)));
        QVERIFY2(after->meanIou > 0.9, qPrintable(QString::number(after->meanIou)));
        QVERIFY(after->meanIou > before->meanIou);
        QVERIFY(after->loss.value() < before->loss.value());
    }

    void sameSeedGivesTheSameLosses()
    {
        RunConfig config = syntheticConfig();
        config.speed.threads = 2;
        const std::vector<double> once = firstLosses(config, 3);
        QCOMPARE(once.size(), std::size_t{3});
        QCOMPARE(firstLosses(config, 3), once);
        RunConfig other = config;
        other.training.seed = 4;
        QVERIFY(firstLosses(other, 3) != once);
    }

    void theRatesFactorActsFromTheNextStepOn()
    {
        RunConfig config = syntheticConfig();
        config.training.schedule = Schedule::Constant;
        const double rate = config.training.learningRate;
        std::vector<std::vector<double>> losses;
        for (const double before : {1.0, 2.0}) {
            // 2 x half the rate, then 1 x half the rate: the same steps as 1 x the rate, then half of it.
            config.training.learningRate = rate / before;
            config.training.learningRateFactor = before;
            const auto engine = makeTorchEngine(provider(repeated(8, {64, 64})));
            QVERIFY(engine->prepare(config, {}));
            std::vector<double>& run = losses.emplace_back();
            for (int step = 0; step < 3; ++step) {
                if (step == 1) {
                    LiveSettings settings = liveSettingsOf(config);
                    settings.learningRateFactor = before / 2;
                    QVERIFY(engine->change(settings));
                }
                const Result<StepRecord> record = engine->step({});
                QVERIFY(record);
                QCOMPARE(record->learningRate, step == 0 ? rate : rate / 2);
                run.push_back(record->loss);
            }
        }
        QCOMPARE(losses[0], losses[1]);
        config.training.learningRate = rate;
        config.training.learningRateFactor = 1;
        const std::vector<double> unchanged = firstLosses(config, 3);
        QCOMPARE(losses[0][1], unchanged[1]);
        QVERIFY(losses[0][2] != unchanged[2]);
    }

    void memoryFormatsTrainAlike()
    {
        RunConfig config = syntheticConfig();
        config.training.learningRate =
            0.005; // a steep descent multiplies differences of rounding, and so do many steps
        config.training.epochs = 3;
        config.speed.threads = 2;
        config.speed.memoryFormat = MemoryFormat::ChannelsLast;
        const std::vector<StepRecord> pixels = firstSteps(config, 3);
        config.speed.memoryFormat = MemoryFormat::Contiguous;
        const std::vector<StepRecord> planes = firstSteps(config, 3);
        QCOMPARE(pixels.size(), std::size_t{3});
        QCOMPARE(planes.size(), std::size_t{3});
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const auto text = [&] {
                return QString("step %1: losses %2 and %3, gradients %4 and %5")
                    .arg(i + 1)
                    .arg(pixels[i].loss, 0, 'g', 9)
                    .arg(planes[i].loss, 0, 'g', 9)
                    .arg(pixels[i].gradientNorm, 0, 'g', 9)
                    .arg(planes[i].gradientNorm, 0, 'g', 9);
            };
            const bool isFirst = i == 0;
            QVERIFY2(areNear(pixels[i].loss, planes[i].loss, isFirst ? 1e-5 : 5e-3), qPrintable(text()));
            QVERIFY2(areNear(pixels[i].gradientNorm, planes[i].gradientNorm, isFirst ? 1e-3 : 5e-2),
                     qPrintable(text()));
        }
    }

    void validationKeepsOriginalSizes_data()
    {
        QTest::addColumn<MemoryFormat>("format");
        QTest::newRow("channels_last") << MemoryFormat::ChannelsLast;
        QTest::newRow("contiguous") << MemoryFormat::Contiguous;
    }
    void validationKeepsOriginalSizes()
    {
        QFETCH(MemoryFormat, format);
        const std::vector<ImageSize> odd{{50, 70}, {37, 53}, {1, 1}};
        const auto engine = makeTorchEngine(provider(repeated(8, {64, 64}), odd));
        RunConfig config = syntheticConfig();
        config.speed.memoryFormat = format;
        config.output.previews = 5;
        QVERIFY(engine->prepare(config, {}).has_value());
        for (int epoch = 1; epoch <= 2; ++epoch) {
            for (int i = 0; i < 2; ++i)
                QVERIFY(engine->step({}).has_value());
            const Result<Scores> scores = engine->validate({});
            QVERIFY2(scores.has_value(), scores ? "" : scores.error().text().c_str());
            QCOMPARE(scores->labelledPixels, 50 * 70 + 37 * 53 + 1);
            QVERIFY(scores->loss.has_value());
            const Result<PreviewSet> set = engine->inspect({});
            QVERIFY(set.has_value());
            QCOMPARE(set->epoch, epoch);
            QCOMPARE(set->step, 2 * epoch);
            QCOMPARE(set->previews.size(), odd.size());
            for (std::size_t i = 0; i < odd.size(); ++i) {
                QVERIFY(set->previews[i].prediction.size == odd[i]);
                QCOMPARE(set->previews[i].prediction.data.size(),
                         static_cast<std::size_t>(odd[i].height * odd[i].width));
            }
        }
    }

    void previewsAfterValidationAreThoseOfThePresentWeights()
    {
        const auto engine = makeTorchEngine(provider(repeated(8, {64, 64}), {{50, 70}, {64, 64}}));
        QVERIFY(engine->prepare(syntheticConfig(), {}).has_value());
        QVERIFY(engine->step({}).has_value());
        QVERIFY(engine->validate({}).has_value());
        const Result<PreviewSet> kept = engine->inspect({});
        const Result<PreviewSet> made = engine->inspect({});
        QVERIFY(kept.has_value() && made.has_value());
        QCOMPARE(kept->previews.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(kept->previews[i].prediction.data == made->previews[i].prediction.data);

        QVERIFY(engine->validate({}).has_value());
        QVERIFY(engine->step({}).has_value()); // the kept ones are of the weights before it
        const Result<PreviewSet> later = engine->inspect({});
        QVERIFY(later.has_value());
        QCOMPARE(later->step, 2);
        QVERIFY(later->previews[0].prediction.data != made->previews[0].prediction.data);
    }

    void setSmallerThanOneBatchIsOneBatch()
    {
        const auto engine = makeTorchEngine(provider(repeated(3, {64, 64})));
        const Result<RunPlan> plan = engine->prepare(syntheticConfig(), {});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->stepsPerEpoch, 1);
        QVERIFY(plan->notes.back().contains("smaller than one batch"));
        const Result<StepRecord> record = engine->step({});
        QVERIFY(record.has_value());
        QCOMPARE(record->images, 3);
        QVERIFY(record->lastOfEpoch);
        const Result<PreviewSet> previews = engine->inspect({});
        QVERIFY(previews.has_value() && previews->previews.empty());
    }

    void singlePictureNeedsDeepestFeaturesAboveOnePixel()
    {
        const auto engine = makeTorchEngine(provider(repeated(1, {64, 64})));
        RunConfig config = syntheticConfig();
        config.training.cropHeight = config.training.cropWidth = 32;
        const Result<RunPlan> refused = engine->prepare(config, {});
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, ErrorCode::Config);
        QVERIFY(refused.error().remedy.contains("larger crop"));
        config.training.cropHeight = 64;
        QVERIFY(engine->prepare(config, {}).has_value());
        QVERIFY(engine->step({}).has_value());
    }

    void settingsThatAreNotOfferedAreRefused_data()
    {
        QTest::addColumn<int>("setting");
        QTest::addColumn<QString>("key");
        QTest::newRow("device") << 0 << "speed.device";
        QTest::newRow("precision") << 1 << "speed.precision";
        QTest::newRow("batch") << 2 << "training.batch";
        QTest::newRow("crop") << 3 << "training.crop_height";
        QTest::newRow("encoder") << 4 << "model.encoder";
    }
    void settingsThatAreNotOfferedAreRefused()
    {
        QFETCH(int, setting);
        QFETCH(QString, key);
        RunConfig config = syntheticConfig();
        if (setting == 0)
            config.speed.device = "abacus";
        if (setting == 1)
            config.speed.precision = "fp8";
        if (setting == 2)
            config.training.batch = 0;
        if (setting == 3)
            config.training.cropHeight = 50;
        if (setting == 4)
            config.model.encoder = "none of these";
        const Result<RunPlan> plan = makeTorchEngine(provider(repeated(4, {64, 64})))->prepare(config, {});
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::Config);
        QVERIFY2(QString::fromStdString(plan.error().context).contains(key), plan.error().text().c_str());
    }

    void trainingThatCannotFitIsRefusedBeforeItStarts()
    {
        const auto engine = makeTorchEngine(provider(repeated(200, {64, 64})));
        RunConfig config = syntheticConfig();
        config.training.batch = 200;
        config.training.cropHeight = config.training.cropWidth = 8192; // 17 TB
        const Result<RunPlan> plan = engine->prepare(config, {});
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::OutOfMemory);
        QVERIFY2(plan.error().message.contains("training needs at least"), plan.error().text().c_str());
    }

    void failedPreparationHoldsNothing()
    {
        std::weak_ptr<const SampleSource> source;
        const auto engine = makeTorchEngine([&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            const auto training = std::make_shared<SyntheticSource>(repeated(1, {64, 64}));
            source = training;
            TrainingData data;
            data.training = training;
            data.classes = syntheticClasses();
            return data;
        });
        RunConfig config = syntheticConfig();
        config.training.cropHeight = config.training.cropWidth = 32; // one picture: refused once the data is there
        QVERIFY(!engine->prepare(config, {}).has_value());
        QVERIFY(source.expired());
        QCOMPARE(engine->step({}).error().code, ErrorCode::Internal);
        QCOMPARE(engine->validate({}).error().code, ErrorCode::Internal);
        QCOMPARE(engine->inspect({}).error().code, ErrorCode::Internal);
        QCOMPARE(engine->saveCheckpoint({"nowhere.pt"}, {}).error().code, ErrorCode::Internal);

        config.training.cropHeight = 64;
        QVERIFY(engine->prepare(config, {}).has_value());
        QVERIFY(!source.expired());
        engine->release();
        QVERIFY(source.expired());
        engine->release();
    }

    void errorOfTheDataPassesThrough()
    {
        const auto engine = makeTorchEngine([](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            return fail(ErrorCode::Data, "no pairs", "folder");
        });
        const Result<RunPlan> plan = engine->prepare(syntheticConfig(), {});
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::Data);
        QCOMPARE(plan.error().message, std::string("no pairs"));
    }

    void exceptionOfTheDataIsAnError()
    {
        const auto engine = makeTorchEngine(
            [](const RunConfig&, std::stop_token) -> Result<TrainingData> { throw std::runtime_error("unforeseen"); });
        const Result<RunPlan> plan = engine->prepare(syntheticConfig(), {});
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::Internal);
        QVERIFY(plan.error().text().contains("unforeseen"));
    }

    void stopEndsAStalledWait()
    {
        const auto blocked = std::make_shared<BlockedSource>();
        const auto engine = makeTorchEngine([&](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData data;
            data.training = blocked;
            data.classes = syntheticClasses();
            return data;
        });
        QVERIFY(engine->prepare(syntheticConfig(), {}).has_value());
        std::stop_source stop;
        const std::jthread stopper([&] {
            blocked->waitUntilReached();
            stop.request_stop();
        });
        const Result<StepRecord> record = engine->step(stop.get_token());
        QVERIFY(!record.has_value());
        QCOMPARE(record.error().code, ErrorCode::Cancelled);
        blocked->open();
    }

    void stopEndsValidationBetweenPictures()
    {
        const auto engine = makeTorchEngine(provider(repeated(4, {64, 64}), repeated(4, {64, 64})));
        QVERIFY(engine->prepare(syntheticConfig(), {}).has_value());
        QVERIFY(engine->step({}).has_value());
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(engine->validate(stop.get_token()).error().code, ErrorCode::Cancelled);
        QCOMPARE(engine->inspect(stop.get_token()).error().code, ErrorCode::Cancelled);
    }

    void lossThatIsNoLongerFiniteIsToldAndIsNoStep()
    {
        const TemporaryFolder folder;
        const auto engine = makeTorchEngine(provider(repeated(8, {64, 64})));
        RunConfig config = syntheticConfig();
        config.training.epochs = 10;
        config.training.learningRate = 1e30;
        QVERIFY(engine->prepare(config, {}).has_value());
        Result<StepRecord> record = engine->step({});
        const auto isFinite = [&] { return std::isfinite(record->loss) && std::isfinite(record->gradientNorm); };
        for (int i = 0; i < 5 && record && isFinite(); ++i)
            record = engine->step({});
        QVERIFY(record.has_value());
        QVERIFY(!isFinite());
        const auto file = folder.path() / "after.pt";
        QVERIFY(engine->saveCheckpoint({file}, {}).has_value());
        QVERIFY(!engine->waitForSaved().at(0).error);
        QCOMPARE(readCheckpoint(file)->step, record->step - 1);
    }

    void threadsCanBeSetAndReset()
    {
        const int byDefault = setTorchThreads(0);
        QVERIFY(byDefault >= 1);
        QCOMPARE(setTorchThreads(1), 1);
        QCOMPARE(setTorchThreads(0), byDefault);
    }
};

} // namespace gapless::test

using gapless::test::TstTorchEngine;
GAPLESS_TEST(TstTorchEngine, "torch_engine")
#include "tst_torch_engine.moc"
