// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>

#include "core/files/checkpoint.h"
#include "core/train/torch_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/train/synthetic_source.h"

namespace gapless::test
{
namespace
{

const std::vector<ImageSize> validationSizes{{50, 70}, {64, 64}};

/// A run of three steps with its checkpoint, and what the engine itself sees with these weights.
struct TrainedRun
{
    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "last.pt";
    Scores scores;
    PreviewSet previews;
    QString failure;

    TrainedRun()
    {
        const auto engine = makeTorchEngine([](const RunConfig&, std::stop_token) -> Result<TrainingData> {
            TrainingData data;
            data.training = std::make_shared<SyntheticSource>(std::vector<ImageSize>(8, {64, 64}));
            data.validation = std::make_shared<SyntheticSource>(validationSizes);
            data.classes = syntheticClasses();
            return data;
        });
        RunConfig config = syntheticConfig();
        config.training.epochs = 4;
        note(engine->prepare(config, {}));
        for (int i = 0; i < 3; ++i)
            note(engine->step({}));
        if (const Result<Scores> validated = engine->validate({}); note(validated))
            scores = *validated;
        if (const Result<PreviewSet> inspected = engine->inspect({}); note(inspected))
            previews = *inspected;
        note(engine->saveCheckpoint({file}, {.bestScore = 0.25, .bestEpoch = 1}));
        (void)engine->waitForSaved();
    }

    template<class T>
    bool note(const Result<T>& result)
    {
        if (!result && failure.isEmpty())
            failure = QString::fromStdString(result.error().text());
        return result.has_value();
    }
};

} // namespace

class TstTorchServices final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_run = std::make_unique<TrainedRun>();
        QVERIFY2(m_run->failure.isEmpty(), qPrintable(m_run->failure));
    }
    void cleanupTestCase() { m_run.reset(); }

    void aLookFromTheCheckpointIsThatOfTheRun()
    {
        const auto services = makeTorchServices();
        const SyntheticSource source(validationSizes);
        QVERIFY(!services->inspectPicture(source, {}));
        QVERIFY(services->load(m_run->file));
        const Result<Inspection> seen = services->inspectPicture(source, {{"a", "b", {}}, 2});
        QVERIFY2(seen.has_value(), seen ? "" : seen.error().text().c_str());
        QCOMPARE(seen->step, 3);
        QCOMPARE(seen->classes.size(), 3);
        const Preview& preview = m_run->previews.previews.at(0);
        QVERIFY(seen->picture.prediction.data == preview.prediction.data);
        QVERIFY(seen->picture.truth.data == preview.truth.data);
        QVERIFY(seen->picture.image.data == preview.image.data);
        QCOMPARE(seen->picture.meanIou, preview.meanIou);
        QCOMPARE(m_run->scores.pictureIou.size(), validationSizes.size());
        QCOMPARE(m_run->scores.pictureIou.at(0), *preview.meanIou);
    }

    void checkpointOfTheEngineIsComplete()
    {
        const Result<Checkpoint> checkpoint = readCheckpoint(m_run->file);
        QVERIFY2(checkpoint.has_value(), checkpoint ? "" : checkpoint.error().text().c_str());
        QCOMPARE(checkpoint->step, 3);
        QCOMPARE(checkpoint->totalSteps, 8);
        QVERIFY(std::abs(checkpoint->learningRate - 0.05 * std::pow(1 - 3.0 / 8, 0.9)) < 1e-12);
        QCOMPARE(checkpoint->epoch, 1); // two steps an epoch: the next batch is the second of the second epoch
        QCOMPARE(checkpoint->batchInEpoch, 1);
        QCOMPARE(checkpoint->progress.bestScore.value(), 0.25);
        QCOMPARE(checkpoint->progress.bestEpoch, 1);
        QCOMPARE(checkpoint->classes, syntheticClasses());
        QCOMPARE(checkpoint->config.training.cropHeight, 64);
        QCOMPARE(checkpoint->optimizer.buffers.at(0).second.size(), std::size_t{92});
        QVERIFY(checkpoint->generator.defined() && checkpoint->generator.numel() > 1000);
    }

    void loadedNetworkPredictsAsTheEngineDid()
    {
        const auto services = makeTorchServices();
        const Result<CheckpointInfo> info = services->load(m_run->file);
        QVERIFY2(info.has_value(), info ? "" : info.error().text().c_str());
        QCOMPARE(info->step, 3);
        QCOMPARE(info->classes, syntheticClasses());
        QCOMPARE(info->config.training.seed, std::uint64_t{3});
        const SyntheticSource source(validationSizes);
        QCOMPARE(m_run->previews.previews.size(), validationSizes.size());
        for (std::int64_t sample = 0; sample < source.size(); ++sample) {
            const Result<LabelImage> labels = services->predict(source, sample);
            QVERIFY(labels.has_value());
            const LabelImage& expected = m_run->previews.previews.at(static_cast<std::size_t>(sample)).prediction;
            QVERIFY(labels->size == expected.size);
            QVERIFY(labels->data == expected.data);
        }
    }

    void evaluationEqualsTheEnginesValidation()
    {
        const auto services = makeTorchServices();
        QVERIFY(services->load(m_run->file).has_value());
        std::vector<std::int64_t> told;
        const Result<Scores> scores = services->evaluate(SyntheticSource(validationSizes), [&](std::int64_t done) {
            told.push_back(done);
            return true;
        });
        QVERIFY(scores.has_value());
        QCOMPARE(scores->meanIou, m_run->scores.meanIou);
        QCOMPARE(scores->labelledPixels, m_run->scores.labelledPixels);
        QVERIFY(std::abs(scores->loss.value() - m_run->scores.loss.value()) < 1e-6);
        QCOMPARE(told, (std::vector<std::int64_t>{1, 2}));
    }

    void evaluationStopsWhenToldTo()
    {
        const auto services = makeTorchServices();
        QVERIFY(services->load(m_run->file).has_value());
        int calls = 0;
        const Result<Scores> scores = services->evaluate(SyntheticSource(validationSizes), [&](std::int64_t) {
            ++calls;
            return false;
        });
        QCOMPARE(scores.error().code, ErrorCode::Cancelled);
        QCOMPARE(calls, 1);
    }

    void failedLoadKeepsTheNetworkBefore()
    {
        const auto services = makeTorchServices();
        QCOMPARE(services->predict(SyntheticSource(validationSizes), 0).error().code, ErrorCode::Internal);
        QCOMPARE(services->evaluate(SyntheticSource(validationSizes), {}).error().code, ErrorCode::Internal);
        QVERIFY(services->load(m_run->file).has_value());
        const std::filesystem::path broken = m_run->folder.path() / "broken.pt";
        std::ofstream(broken) << "not a checkpoint";
        const Result<CheckpointInfo> info = services->load(broken);
        QVERIFY(!info.has_value());
        QCOMPARE(info.error().code, ErrorCode::Data);
        QVERIFY(info.error().text().contains("broken.pt"));
        QVERIFY(services->predict(SyntheticSource(validationSizes), 0).has_value());
    }

private:
    std::unique_ptr<TrainedRun> m_run;
};

} // namespace gapless::test

using gapless::test::TstTorchServices;
GAPLESS_TEST(TstTorchServices, "torch_services")
#include "tst_torch_services.moc"
