// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>
#include <random>

#include <unistd.h>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// Validation passes: made early, skipped, left, repeated.
class TstLoaderValidation final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workFollowsThePlan();
    void whatTheTrainerWaitsForComesFirst();
    void firstPicturesAreReadyBeforeTheEpochEnds();
    void firstPicturesAreReadyAgainAfterASkippedPass();
    void passHasEveryPictureAtItsPaddedSize();
    void skippedValidationHoldsNothingUp_data();
    void skippedValidationHoldsNothingUp();
    void passLeftInTheMiddleHoldsNothingUp_data();
    void passLeftInTheMiddleHoldsNothingUp();
    void secondPassAndPassBeforeTraining_data();
    void secondPassAndPassBeforeTraining();
    void passLeftWithinAnEpochStartsAfresh();
    void hangingPictureOfADiscardedPassHoldsNothingUp();
    void anySequenceOfCallsKeepsTheOrder_data();
    void anySequenceOfCallsKeepsTheOrder();
    void withoutPicturesAskingIsAnError();

private:
    static void addModes()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<bool>("crossEpoch");
        for (const int workers : {1, 2, 4}) {
            for (const bool crossEpoch : {true, false})
                QTest::addRow("%d workers, crossEpoch %d", workers, crossEpoch) << workers << crossEpoch;
        }
    }
    static LoaderOptions fetchedOptions()
    {
        QFETCH(int, workers);
        QFETCH(bool, crossEpoch);
        LoaderOptions options = smallOptions(4, workers, 2);
        options.crossEpoch = crossEpoch;
        return options;
    }
    static void comparePicture(const Result<Batch>& batch, std::int64_t epoch, std::int64_t picture)
    {
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().epoch, epoch);
        QCOMPARE(batch->view().index, picture);
        QCOMPARE(batch->view().samples.size(), std::size_t{1});
        QCOMPARE(batch->view().samples[0], picture);
        QCOMPARE(batch->view().images[0], contentOf({7, epoch, picture}));
        QCOMPARE(batch->view().labels[0], picture);
    }
    static void trainOneEpoch(PrefetchLoader& loader, std::int64_t epoch)
    {
        for (std::int64_t index = 0; index < loader.sampler().batchesPerEpoch(); ++index) {
            const auto batch = loader.nextTraining({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().epoch, epoch);
            QCOMPARE(batch->view().index, index);
        }
    }
};

void TstLoaderValidation::workFollowsThePlan()
{
    // One worker: training of epoch 0, validation of epoch 0 until its ring is full, training of epoch 1 until its ring
    // is full.
    std::mutex mutex;
    std::string order;
    const auto note = [&](char kind) {
        return [&, kind](const SampleKey& key) {
            const std::scoped_lock lock(mutex);
            order += kind + std::to_string(key.epoch) + ' ';
            return std::optional<Error>();
        };
    };
    const auto training = std::make_shared<ScriptedSource>(4);
    training->setScript(note('t'));
    const auto validation = std::make_shared<ScriptedSource>(3);
    validation->setScript(note('v'));
    const auto loader = makeLoader(training, validation, smallOptions(2, 1, 4));
    QVERIFY(comesToRest(*loader));
    const std::scoped_lock lock(mutex);
    QCOMPARE(order, std::string("t0 t0 t0 t0 v0 v0 t1 t1 t1 t1 "));
}

void TstLoaderValidation::whatTheTrainerWaitsForComesFirst()
{
    // The only worker is in the first training sample when a picture is asked for: that one is next, not seven more
    // samples.
    const auto gate = std::make_shared<Gate>();
    const auto training = gatedSource(4, gate);
    const auto validation = std::make_shared<ScriptedSource>(3);
    const auto loader = makeLoader(training, validation, smallOptions(2, 1, 4));
    QVERIFY(eventually([&] { return gate->waiting() == 1; }));
    const pid_t trainer = gettid();
    const std::jthread reader([gate, trainer] {
        eventually([&] { return sleeps(trainer); });
        gate->permit();
    });
    comparePicture(loader->nextValidation({}), 0, 0); // would wait for ever behind the gate
    gate->open();
}

void TstLoaderValidation::firstPicturesAreReadyBeforeTheEpochEnds()
{
    const auto validation = std::make_shared<ScriptedSource>(6);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(12), validation, smallOptions(4, 2, 3));
    Batch held;
    for (int step = 0; step < 3; ++step)
        held = *loader->nextTraining({});
    QVERIFY(held.view().lastOfEpoch);
    QVERIFY(comesToRest(*loader));
    QCOMPARE(validation->begunOfEpoch(0), 2);
    const auto picture = loader->nextValidation({}); // while the training batch is still held
    comparePicture(picture, 0, 0);
    QCOMPARE(picture->view().queueFill, 2);
}

void TstLoaderValidation::firstPicturesAreReadyAgainAfterASkippedPass()
{
    const auto validation = std::make_shared<ScriptedSource>(6);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(12), validation, smallOptions(4, 2, 3));
    trainOneEpoch(*loader, 0);
    trainOneEpoch(*loader, 1);
    QVERIFY(comesToRest(*loader));
    QCOMPARE(validation->begunOfEpoch(1), 2);
    const auto picture = loader->nextValidation({});
    comparePicture(picture, 1, 0);
    QCOMPARE(picture->view().queueFill, 2);
}

void TstLoaderValidation::passHasEveryPictureAtItsPaddedSize()
{
    const auto validation = std::make_shared<ScriptedSource>(3);
    validation->setSizes({{3, 5}, {64, 32}, {33, 1}});
    LoaderOptions options = smallOptions(4, 2, 2);
    options.validationStride = 32;
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(8), validation, options);
    const std::vector<ImageSize> padded{{32, 32}, {64, 32}, {64, 32}};
    for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
        trainOneEpoch(*loader, epoch);
        for (std::int64_t picture = 0; picture < 3; ++picture) {
            const auto batch = loader->nextValidation({});
            comparePicture(batch, epoch, picture);
            QCOMPARE(batch->view().size, padded[static_cast<std::size_t>(picture)]);
            QCOMPARE(batch->view().count, 1);
            QCOMPARE(batch->view().lastOfEpoch, picture == 2);
            const std::int64_t pixels = std::int64_t{batch->view().size.height} * batch->view().size.width;
            QCOMPARE(batch->view().images[3 * pixels - 1], contentOf({7, epoch, picture}));
        }
    }
}

void TstLoaderValidation::skippedValidationHoldsNothingUp_data()
{
    addModes();
}

void TstLoaderValidation::skippedValidationHoldsNothingUp()
{
    const auto loader =
        makeLoader(std::make_shared<ScriptedSource>(9), std::make_shared<ScriptedSource>(5), fetchedOptions());
    for (std::int64_t epoch = 0; epoch < 20; ++epoch)
        trainOneEpoch(*loader, epoch);
    for (std::int64_t picture = 0; picture < 5; ++picture)
        comparePicture(loader->nextValidation({}), 19, picture);
    trainOneEpoch(*loader, 20);
}

void TstLoaderValidation::passLeftInTheMiddleHoldsNothingUp_data()
{
    addModes();
}

void TstLoaderValidation::passLeftInTheMiddleHoldsNothingUp()
{
    const auto loader =
        makeLoader(std::make_shared<ScriptedSource>(9), std::make_shared<ScriptedSource>(5), fetchedOptions());
    for (std::int64_t epoch = 0; epoch < 30; ++epoch) {
        trainOneEpoch(*loader, epoch);
        for (std::int64_t picture = 0; picture < epoch % 6; ++picture)
            comparePicture(loader->nextValidation({}), epoch, picture);
    }
}

void TstLoaderValidation::secondPassAndPassBeforeTraining_data()
{
    addModes();
}

void TstLoaderValidation::secondPassAndPassBeforeTraining()
{
    LoaderOptions options = fetchedOptions();
    options.startEpoch = 3;
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(9), std::make_shared<ScriptedSource>(5), options);
    for (std::int64_t picture = 0; picture < 5; ++picture)
        comparePicture(loader->nextValidation({}), 3, picture);
    for (std::int64_t epoch = 3; epoch < 6; ++epoch) {
        trainOneEpoch(*loader, epoch);
        for (std::int64_t picture = 0; picture < 15; ++picture)
            comparePicture(loader->nextValidation({}), epoch, picture % 5);
    }
}

void TstLoaderValidation::passLeftWithinAnEpochStartsAfresh()
{
    const auto loader =
        makeLoader(std::make_shared<ScriptedSource>(16), std::make_shared<ScriptedSource>(5), smallOptions(4, 2, 2));
    static_cast<void>(loader->nextTraining({}));
    comparePicture(loader->nextValidation({}), 0, 0);
    comparePicture(loader->nextValidation({}), 0, 1);
    static_cast<void>(loader->nextTraining({}));
    comparePicture(loader->nextValidation({}), 0, 0);
}

void TstLoaderValidation::hangingPictureOfADiscardedPassHoldsNothingUp()
{
    const auto gate = std::make_shared<Gate>();
    const auto validation = std::make_shared<ScriptedSource>(4);
    validation->setScript([gate](const SampleKey& key) {
        if (key.epoch == 0)
            gate->pass();
        return std::optional<Error>();
    });
    LoaderOptions options = smallOptions(4, 3, 2);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(8), validation, options);
    gate->permit(2); // of three pictures begun, one hangs
    QVERIFY(eventually([&] { return gate->waiting() == 1 && loader->status().idleWorkers == 2; }));
    trainOneEpoch(*loader, 0);
    trainOneEpoch(*loader, 1);
    for (std::int64_t picture = 0; picture < 4; ++picture)
        comparePicture(loader->nextValidation({}), 1, picture);
    QCOMPARE(gate->waiting(), 1);
    gate->open();
    trainOneEpoch(*loader, 2);
    for (std::int64_t picture = 0; picture < 4; ++picture)
        comparePicture(loader->nextValidation({}), 2, picture);
}

void TstLoaderValidation::anySequenceOfCallsKeepsTheOrder_data()
{
    addModes();
}

void TstLoaderValidation::anySequenceOfCallsKeepsTheOrder()
{
    std::mt19937 random(5);
    const auto loader =
        makeLoader(std::make_shared<ScriptedSource>(9), std::make_shared<ScriptedSource>(5), fetchedOptions());
    std::int64_t delivered = 0; // training batches, two an epoch
    std::int64_t picture = 0;
    for (int round = 0; round < 600; ++round) {
        for (auto training = random() % 6; training > 0; --training, ++delivered) {
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().epoch, delivered / 2);
            QCOMPARE(batch->view().index, delivered % 2);
            const BatchPlan plan = loader->sampler().plan(delivered / 2, delivered % 2);
            QVERIFY(std::ranges::equal(batch->view().samples, plan.samples));
            QCOMPARE(batch->view().images[0], contentOf({7, plan.epoch, plan.samples[0]}));
            picture = 0;
        }
        for (auto pictures = random() % 8; pictures > 0; --pictures, picture = (picture + 1) % 5)
            comparePicture(loader->nextValidation({}), delivered == 0 ? 0 : (delivered - 1) / 2, picture);
    }
}

void TstLoaderValidation::withoutPicturesAskingIsAnError()
{
    for (const auto& validation : {std::shared_ptr<ScriptedSource>(), std::make_shared<ScriptedSource>(0)}) {
        const auto loader = makeLoader(std::make_shared<ScriptedSource>(4), validation, smallOptions(4, 1, 1));
        const auto batch = loader->nextValidation({});
        QVERIFY(!batch.has_value());
        QVERIFY(batch.error().code == ErrorCode::Internal);
        QVERIFY(loader->nextTraining({}).has_value());
    }
}

GAPLESS_TEST(TstLoaderValidation, "loader_validation")
#include "tst_loader_validation.moc"
