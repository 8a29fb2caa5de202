// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// Settings changed in mid-run, and the run's end.
class TstLoaderSettings final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchesBegunAreUsedUpBeforeTheNewSettings();
    void batchHasOneAugmentationAlthoughItChangesMeanwhile();
    void moreWorkersTakeUpWorkAtOnce();
    void surplusWorkersFinishTheirSampleAndLeave();
    void workersChangedBackAndForthAreAsManyAsWanted();
    void largerRingKeepsWhatIsHeldAndReady();
    void smallerRingIsUsedUpAndFreed();
    void changedLoaderHoldsWhatACreatedOneWould();
    void refusedSettingsChangeNothing_data();
    void refusedSettingsChangeNothing();
    void crossEpochCanBeSwitchedInMidRun();
    void orderAndContentAreTheSameThroughChanges();
    void nothingIsBegunBehindTheLastEpoch_data();
    void nothingIsBegunBehindTheLastEpoch();

private:
    static LiveSettings settings(int workers, int depth)
    {
        LiveSettings settings;
        settings.workers = workers;
        settings.prefetchDepth = depth;
        return settings;
    }
    /// The augmentations that a batch's samples were written with.
    static std::vector<Augmentation> augmentationsOf(const ScriptedSource& source, const BatchView& view)
    {
        std::vector<Augmentation> result;
        for (const SampleKey& key : source.begun()) {
            if (key.epoch == view.epoch && std::ranges::find(view.samples, key.sample) != view.samples.end())
                result.push_back(key.augmentation);
        }
        return result;
    }
};

void TstLoaderSettings::batchesBegunAreUsedUpBeforeTheNewSettings()
{
    const auto source = std::make_shared<ScriptedSource>(40);
    const auto loader = makeLoader(source, std::make_shared<ScriptedSource>(3), smallOptions(4, 2, 3));
    QVERIFY(comesToRest(*loader));
    LiveSettings changed = loader->settings();
    QCOMPARE(changed, (LiveSettings{2, 3, true, Augmentation::Basic, 1}));
    changed.augmentation = Augmentation::None;
    const auto version = loader->change(changed);
    QVERIFY(version.has_value());
    QCOMPARE(*version, std::int64_t{1});
    QCOMPARE(loader->settings(), changed);
    for (int delivered = 0; delivered < 9; ++delivered) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().index, delivered);
        QCOMPARE(batch->view().settingsVersion, std::int64_t{delivered < 3 ? 0 : 1});
        const Augmentation expected = delivered < 3 ? Augmentation::Basic : Augmentation::None;
        QCOMPARE(augmentationsOf(*source, batch->view()), std::vector<Augmentation>(4, expected));
    }
    QCOMPARE(*loader->change(changed), std::int64_t{2});
    QVERIFY(comesToRest(*loader));
    const auto early = loader->nextValidation({});
    QVERIFY(early.has_value());
}

void TstLoaderSettings::batchHasOneAugmentationAlthoughItChangesMeanwhile()
{
    const auto gate = std::make_shared<Gate>();
    const auto source = gatedSource(8, gate);
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 1, 2));
    gate->permit(1);
    QVERIFY(eventually([&] { return gate->waiting() == 1 && source->begun().size() == 2; }));
    LiveSettings changed = loader->settings();
    changed.augmentation = Augmentation::None;
    QVERIFY(loader->change(changed).has_value());
    gate->open();
    for (const std::int64_t version : {0, 1}) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().settingsVersion, version);
        const Augmentation expected = version == 0 ? Augmentation::Basic : Augmentation::None;
        QCOMPARE(augmentationsOf(*source, batch->view()), std::vector<Augmentation>(4, expected));
    }
}

void TstLoaderSettings::moreWorkersTakeUpWorkAtOnce()
{
    const auto gate = std::make_shared<Gate>();
    const auto source = gatedSource(40, gate);
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 1, 4));
    QVERIFY(eventually([&] { return gate->waiting() == 1; }));
    QVERIFY(loader->change(settings(5, 4)).has_value());
    QVERIFY(eventually([&] { return gate->waiting() == 5; }));
    QCOMPARE(loader->status().workers, 5);
    gate->open();
    QVERIFY(loader->nextTraining({}).has_value());
}

void TstLoaderSettings::surplusWorkersFinishTheirSampleAndLeave()
{
    const auto gate = std::make_shared<Gate>();
    const auto source = gatedSource(40, gate);
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 4, 4));
    QVERIFY(eventually([&] { return gate->waiting() == 4; }));
    QVERIFY(loader->change(settings(1, 4)).has_value());
    QCOMPARE(loader->settings().workers, 1);
    QCOMPARE(loader->status().workers, 4);
    gate->permit(4);
    // All four samples were finished, and one worker goes on.
    QVERIFY(eventually([&] { return loader->status().workers == 1 && source->begun().size() == 5; }));
    QVERIFY(eventually([&] { return gate->waiting() == 1; }));
    const auto idle = makeLoader(std::make_shared<ScriptedSource>(40), nullptr, smallOptions(4, 4, 4));
    QVERIFY(comesToRest(*idle));
    QVERIFY(idle->change(settings(2, 4)).has_value());
    QVERIFY(eventually([&] { return idle->status().workers == 2; })); // idle ones are called to leave
    gate->open();
    for (int delivered = 0; delivered < 20; ++delivered) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().index, delivered % 10);
        QVERIFY(idle->nextTraining({}).has_value());
    }
}

void TstLoaderSettings::workersChangedBackAndForthAreAsManyAsWanted()
{
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(40), nullptr, smallOptions(4, 4, 4));
    for (int change = 0; change < 300; ++change) {
        QVERIFY(loader->change(settings(1 + change * 5 % 7, 1 + change * 3 % 5)).has_value());
        QVERIFY(loader->nextTraining({}).has_value());
    }
    for (const int workers : {1, 8, 3}) {
        QVERIFY(loader->change(settings(workers, 4)).has_value());
        QVERIFY(eventually([&] { return loader->status().workers == workers; }));
        QVERIFY(comesToRest(*loader));
    }
}

void TstLoaderSettings::largerRingKeepsWhatIsHeldAndReady()
{
    const LoaderOptions options = smallOptions(4, 2, 2);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(40), nullptr, options);
    Batch held = *loader->nextTraining({});
    const std::vector<float> content(held.view().images, held.view().images + 4 * 3 * 16);
    QVERIFY(comesToRest(*loader));
    QVERIFY(loader->change(settings(2, 6)).has_value());
    QVERIFY(eventually([&] { return loader->status().ready == 6; }));
    QCOMPARE(loader->status().prefetchDepth, 6);
    QCOMPARE(std::vector<float>(held.view().images, held.view().images + 4 * 3 * 16), content);
    for (int delivered = 1; delivered < 10; ++delivered) {
        held = *loader->nextTraining({});
        const BatchPlan plan = loader->sampler().plan(0, delivered);
        QVERIFY(std::ranges::equal(held.view().samples, plan.samples));
        for (std::size_t n = 0; n < plan.samples.size(); ++n)
            QCOMPARE(held.view().images[48 * n], contentOf({options.seed, 0, plan.samples[n]}));
        QCOMPARE(held.view().settingsVersion, std::int64_t{delivered <= 2 ? 0 : 1});
    }
}

void TstLoaderSettings::smallerRingIsUsedUpAndFreed()
{
    const auto source = std::make_shared<ScriptedSource>(40);
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 2, 6));
    const std::int64_t slot = loader->status().slotBytes / 7;
    Batch held = *loader->nextTraining({});
    QVERIFY(comesToRest(*loader));
    QCOMPARE(loader->status().ready, 6);
    QVERIFY(loader->change(settings(2, 1)).has_value());
    QCOMPARE(loader->status().slotBytes, 7 * slot); // all in use
    for (int delivered = 1; delivered <= 6; ++delivered) {
        QCOMPARE(loader->status().slotBytes, (8 - delivered) * slot);
        QCOMPARE(source->begun().size(), std::size_t{28}); // nothing more while the old ones last
        held = *loader->nextTraining({});
        QCOMPARE(held.view().index, delivered);
        QCOMPARE(held.view().settingsVersion, std::int64_t{0});
    }
    QCOMPARE(loader->status().slotBytes, 2 * slot);
    held = *loader->nextTraining({});
    QCOMPARE(held.view().index, 7);
    QCOMPARE(held.view().settingsVersion, std::int64_t{1});
    QVERIFY(comesToRest(*loader));
    QCOMPARE(loader->status().ready, 1);
}

void TstLoaderSettings::changedLoaderHoldsWhatACreatedOneWould()
{
    const auto training = std::make_shared<ScriptedSource>(40);
    const auto validation = std::make_shared<ScriptedSource>(8);
    LoaderOptions options = smallOptions(4, 1, 2);
    const auto loader = makeLoader(training, validation, options);
    QVERIFY(comesToRest(*loader));
    for (const int workers : {4, 1}) {
        options.workers = workers;
        options.prefetchDepth = workers + 1;
        QVERIFY(loader->change(settings(workers, workers + 1)).has_value());
        for (int delivered = 0; delivered < 20; ++delivered)
            QVERIFY(loader->nextTraining({}).has_value());
        QVERIFY(comesToRest(*loader));
        QCOMPARE(loader->status().slotBytes, loaderMemory(*training, validation.get(), options));
        QCOMPARE(loader->status().ready, workers + 1);
    }
}

void TstLoaderSettings::refusedSettingsChangeNothing_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("depth");
    QTest::addColumn<int>("code");
    QTest::newRow("no workers") << 0 << 3 << static_cast<int>(ErrorCode::Config);
    QTest::newRow("no depth") << 2 << 0 << static_cast<int>(ErrorCode::Config);
    QTest::newRow("more memory than the machine has") << 2 << 1'000'000 << static_cast<int>(ErrorCode::OutOfMemory);
}

void TstLoaderSettings::refusedSettingsChangeNothing()
{
    QFETCH(int, workers);
    QFETCH(int, depth);
    QFETCH(int, code);
    LoaderOptions options = smallOptions(4, 2, 3);
    options.crop = {256, 256};
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(40), nullptr, options);
    QVERIFY(comesToRest(*loader));
    const LiveSettings before = loader->settings();
    const std::int64_t bytes = loader->status().slotBytes;
    LiveSettings wanted = settings(workers, depth);
    wanted.augmentation = Augmentation::None;
    const auto version = loader->change(wanted);
    QVERIFY(!version.has_value());
    QCOMPARE(static_cast<int>(version.error().code), code);
    QVERIFY(!version.error().remedy.empty());
    QCOMPARE(loader->settings(), before);
    QCOMPARE(loader->status().slotBytes, bytes);
    QCOMPARE(loader->status().workers, 2);
    for (int delivered = 0; delivered < 10; ++delivered)
        QCOMPARE(loader->nextTraining({})->view().settingsVersion, std::int64_t{0});
}

void TstLoaderSettings::crossEpochCanBeSwitchedInMidRun()
{
    const auto source = std::make_shared<ScriptedSource>(8);
    const auto validation = std::make_shared<ScriptedSource>(4);
    LoaderOptions options = smallOptions(4, 2, 4);
    options.crossEpoch = false;
    const auto loader = makeLoader(source, validation, options);
    for (int delivered = 0; delivered < 2; ++delivered)
        QVERIFY(loader->nextTraining({}).has_value());
    QVERIFY(comesToRest(*loader));
    QCOMPARE(source->begunOfEpoch(1), 0);
    LiveSettings changed = loader->settings();
    changed.crossEpoch = true;
    QVERIFY(loader->change(changed).has_value());
    QVERIFY(eventually([&] { return loader->status().ready == 4; })); // workers are called without a batch asked for
    QVERIFY(validation->begunOfEpoch(0) > 0);
    changed.crossEpoch = false;
    QVERIFY(loader->change(changed).has_value());
    const std::int64_t begun = source->begunOfEpoch(2);
    for (int delivered = 2; delivered < 4; ++delivered)
        QCOMPARE(loader->nextTraining({})->view().epoch, std::int64_t{1});
    for (int picture = 0; picture < 4; ++picture)
        QCOMPARE(loader->nextValidation({})->view().index, picture);
    QVERIFY(comesToRest(*loader));
    QCOMPARE(source->begunOfEpoch(2), begun); // what was begun is kept, and no more is begun
    QCOMPARE(source->begunOfEpoch(3), 0);
    QCOMPARE(loader->nextTraining({})->view().epoch, std::int64_t{2});
}

void TstLoaderSettings::orderAndContentAreTheSameThroughChanges()
{
    const LoaderOptions options = smallOptions(4, 2, 3);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(13), nullptr, options);
    std::mt19937 random(3);
    for (std::int64_t delivered = 0; delivered < 300; ++delivered) {
        if (random() % 3 == 0) {
            LiveSettings changed = settings(1 + static_cast<int>(random() % 5), 1 + static_cast<int>(random() % 5));
            changed.crossEpoch = random() % 2 == 0;
            QVERIFY(loader->change(changed).has_value());
        }
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        const BatchPlan plan = loader->sampler().plan(delivered / 3, delivered % 3);
        QCOMPARE(batch->view().epoch, plan.epoch);
        QCOMPARE(batch->view().index, plan.index);
        QVERIFY(std::ranges::equal(batch->view().samples, plan.samples));
        for (std::size_t n = 0; n < plan.samples.size(); ++n)
            QCOMPARE(batch->view().images[48 * n], contentOf({options.seed, plan.epoch, plan.samples[n]}));
    }
}

void TstLoaderSettings::nothingIsBegunBehindTheLastEpoch_data()
{
    QTest::addColumn<std::int64_t>("start");
    QTest::addColumn<bool>("crossEpoch");
    QTest::newRow("whole run") << std::int64_t{0} << true;
    QTest::newRow("last epoch only") << std::int64_t{2} << true;
    QTest::newRow("without crossEpoch") << std::int64_t{0} << false;
}

void TstLoaderSettings::nothingIsBegunBehindTheLastEpoch()
{
    QFETCH(std::int64_t, start);
    QFETCH(bool, crossEpoch);
    const auto source = std::make_shared<ScriptedSource>(8);
    const auto validation = std::make_shared<ScriptedSource>(3);
    LoaderOptions options = smallOptions(4, 2, 5);
    options.startEpoch = start;
    options.endEpoch = 3;
    options.crossEpoch = crossEpoch;
    const auto loader = makeLoader(source, validation, options);
    for (std::int64_t epoch = start; epoch < 3; ++epoch) {
        for (int index = 0; index < 2; ++index)
            QCOMPARE(loader->nextTraining({})->view().epoch, epoch);
        for (int picture = 0; picture < 6; ++picture) // two passes, also in the last epoch
            QCOMPARE(loader->nextValidation({})->view().index, picture % 3);
    }
    QVERIFY(comesToRest(*loader));
    QCOMPARE(source->begunOfEpoch(3), 0);
    QCOMPARE(validation->begunOfEpoch(3), 0);
    QCOMPARE(source->begunOfEpoch(2), 8);
    const auto beyond = loader->nextTraining({});
    QVERIFY(!beyond.has_value());
    QVERIFY(beyond.error().code == ErrorCode::Internal);
    QVERIFY2(beyond.error().message.contains("3 epochs"), beyond.error().message.c_str());
    QCOMPARE(loader->nextValidation({})->view().epoch, std::int64_t{2}); // which is still possible
}

GAPLESS_TEST(TstLoaderSettings, "loader_settings")
#include "tst_loader_settings.moc"
