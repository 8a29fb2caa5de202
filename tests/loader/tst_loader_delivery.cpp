// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/stopwatch.h"
#include "core/data/augment.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// Order, content, errors.
class TstLoaderDelivery final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void batchesFollowThePlanWhateverOrderSamplesFinishIn_data();
    void batchesFollowThePlanWhateverOrderSamplesFinishIn();
    void everySampleOnceInAnEpochWhateverTheSizes_data();
    void everySampleOnceInAnEpochWhateverTheSizes();
    void contentIsTheSameForAnyNumberOfWorkers();
    void copiesOfOnePictureAreAugmentedEachInItsOwnWay();
    void drawsAreKeyedBySeedEpochAndSample();
    void sampleOfASlowBatchIsTakenByAnotherWorker();
    void lastSingleSampleJoinsTheBatchBefore();
    void runBeginsAtItsStartPosition();
    void targetHasTheOptionsSizeAndFormat();
    void slotsHaveTheChannelsOfTheirSource();
    void waitFillAndStageTimesAreTold();
    void errorTravelsInItsBatchsPlace_data();
    void errorTravelsInItsBatchsPlace();
    void errorOfAPictureTravelsInItsPlace();
    void workersYieldToTheStepWhenAsked();
};

namespace
{

void compareToPlan(const BatchView& view, const BatchPlan& plan, std::uint64_t seed)
{
    QCOMPARE(view.epoch, plan.epoch);
    QCOMPARE(view.index, plan.index);
    QCOMPARE(view.lastOfEpoch, plan.lastOfEpoch);
    QCOMPARE(std::vector<std::int64_t>(view.samples.begin(), view.samples.end()), plan.samples);
    QCOMPARE(view.count, static_cast<int>(plan.samples.size()));
    const std::int64_t pixels = std::int64_t{view.size.height} * view.size.width;
    const std::int64_t floats = view.channels * pixels;
    for (int n = 0; n < view.count; ++n) {
        const std::int64_t sample = plan.samples[static_cast<std::size_t>(n)];
        const float* image = view.images + floats * n;
        const std::int64_t* labels = view.labels + pixels * n;
        QCOMPARE(std::count(image, image + floats, contentOf({seed, plan.epoch, sample})), floats);
        QCOMPARE(std::count(labels, labels + pixels, sample), pixels);
    }
}

} // namespace

void TstLoaderDelivery::batchesFollowThePlanWhateverOrderSamplesFinishIn_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<unsigned>("schedule");
    for (const int workers : {2, 3, 4, 8}) {
        for (unsigned schedule = 0; schedule < 3; ++schedule)
            QTest::addRow("%d workers, schedule %u", workers, schedule) << workers << schedule;
    }
}

void TstLoaderDelivery::batchesFollowThePlanWhateverOrderSamplesFinishIn()
{
    QFETCH(int, workers);
    QFETCH(unsigned, schedule);
    const auto shuffler = std::make_shared<Shuffler>(schedule);
    const auto source = std::make_shared<ScriptedSource>(11);
    source->setScript([shuffler](const SampleKey& key) {
        shuffler->pass(key.epoch * 1000 + key.sample);
        return std::optional<Error>();
    });
    const LoaderOptions options = smallOptions(3, workers, 3);
    const auto loader = makeLoader(source, nullptr, options);
    Batch batch;
    for (std::int64_t delivered = 0; delivered < 4 * 6; ++delivered) {
        while (loader->status().ready == 0) {
            // Every worker is either held or out of work: let one go, and only one.
            QVERIFY(eventually([&] { return shuffler->held() + loader->status().idleWorkers >= workers; }));
            shuffler->releaseOne();
        }
        auto next = loader->nextTraining({});
        QVERIFY(next.has_value());
        batch = *std::move(next);
        compareToPlan(batch.view(), loader->sampler().plan(delivered / 4, delivered % 4), options.seed);
    }
    shuffler->open();
}

void TstLoaderDelivery::everySampleOnceInAnEpochWhateverTheSizes_data()
{
    QTest::addColumn<bool>("keep");
    QTest::newRow("keep") << true;
    QTest::newRow("drop") << false;
}

void TstLoaderDelivery::everySampleOnceInAnEpochWhateverTheSizes()
{
    QFETCH(bool, keep);
    for (int samples = 1; samples <= 50; ++samples) {
        for (int size = 1; size <= 8; ++size) {
            LoaderOptions options = smallOptions(size, 1 + (samples + size) % 3, 1 + samples % 4);
            options.lastBatch = keep ? LastBatch::Keep : LastBatch::Drop;
            const auto loader = makeLoader(std::make_shared<ScriptedSource>(samples), nullptr, options);
            for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
                std::vector<std::int64_t> seen;
                for (bool last = false; !last;) {
                    const auto batch = loader->nextTraining({});
                    QVERIFY(batch.has_value());
                    QCOMPARE(batch->view().epoch, epoch);
                    seen.insert(seen.end(), batch->view().samples.begin(), batch->view().samples.end());
                    last = batch->view().lastOfEpoch;
                }
                std::ranges::sort(seen);
                QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
                QVERIFY(seen.front() >= 0 && seen.back() < samples);
                QCOMPARE(static_cast<int>(seen.size()), keep || samples < size ? samples : samples / size * size);
            }
        }
    }
}

void TstLoaderDelivery::contentIsTheSameForAnyNumberOfWorkers()
{
    std::vector<std::vector<float>> runs;
    for (const int workers : {1, 2, 4}) {
        const auto source = std::make_shared<ScriptedSource>(13);
        const auto loader = makeLoader(source, nullptr, smallOptions(4, workers, 2));
        std::vector<float>& run = runs.emplace_back();
        for (int delivered = 0; delivered < 12; ++delivered) {
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            const BatchView& view = batch->view();
            run.insert(run.end(), view.images, view.images + std::int64_t{view.count} * 3 * 16);
        }
    }
    QCOMPARE(runs[1], runs[0]);
    QCOMPARE(runs[2], runs[0]);
}

void TstLoaderDelivery::drawsAreKeyedBySeedEpochAndSample()
{
    // 16 samples, 2 epochs: each key once, whatever the number of workers; nothing else reaches the source.
    const auto keys = [](int workers, std::uint64_t seed) {
        const auto source = std::make_shared<ScriptedSource>(16);
        LoaderOptions options = smallOptions(4, workers, 2);
        options.seed = seed;
        const auto loader = makeLoader(source, nullptr, options);
        for (int delivered = 0; delivered < 8; ++delivered)
            static_cast<void>(loader->nextTraining({}));
        std::map<std::pair<std::int64_t, std::int64_t>, int> counts;
        for (const SampleKey& key : source->begun()) {
            if (key.epoch < 2 && key.seed == seed)
                ++counts[{key.epoch, key.sample}];
        }
        return counts;
    };
    const auto one = keys(1, 7);
    QCOMPARE(one.size(), std::size_t{32});
    QVERIFY(std::ranges::all_of(one, [](const auto& entry) { return entry.second == 1; }));
    QVERIFY(keys(4, 7) == one);
    QVERIFY(keys(4, 8) == one);
}

void TstLoaderDelivery::copiesOfOnePictureAreAugmentedEachInItsOwnWay()
{
    // 16 copies, two epochs: what is drawn for them, in the order of delivery. wolny/pytorch-3dunet#32.
    using Draws = std::vector<std::tuple<int, int, int, bool>>;
    const auto drawsOf = [](int workers) {
        const auto source = std::make_shared<ScriptedSource>(16);
        const LoaderOptions options = smallOptions(4, workers, 2);
        const auto loader = makeLoader(source, nullptr, options);
        std::array<Draws, 2> draws;
        for (int delivered = 0; delivered < 8; ++delivered) {
            const auto batch = loader->nextTraining({});
            const std::vector<SampleKey> keys = source->begun();
            for (const std::int64_t sample : batch->view().samples) {
                const auto key = std::ranges::find_if(keys, [&](const SampleKey& one) {
                    return one.epoch == batch->view().epoch && one.sample == sample;
                });
                const AugmentDraw draw = drawAugmentation(*key, {64, 64}, {32, 32}, key->augmentation);
                draws[static_cast<std::size_t>(key->epoch)].emplace_back(draw.scaled.height, draw.top, draw.left,
                                                                         draw.flip);
            }
        }
        return draws;
    };
    const auto draws = drawsOf(4);
    for (const Draws& epoch : draws)
        QCOMPARE(std::set(epoch.begin(), epoch.end()).size(), std::size_t{16});
    QVERIFY(draws[0] != draws[1]);
    QVERIFY(drawsOf(4) == draws);
    QVERIFY(drawsOf(1) == draws);
}

void TstLoaderDelivery::sampleOfASlowBatchIsTakenByAnotherWorker()
{
    // One sample of the first batch hangs; the other worker makes all the rest of the ring.
    const auto gate = std::make_shared<Gate>();
    const auto source = std::make_shared<ScriptedSource>(12);
    const std::int64_t slow = EpochSampler(12, 4, LastBatch::Keep, 7).plan(0, 0).samples[0];
    source->setScript([gate, slow](const SampleKey& key) {
        if (key.epoch == 0 && key.sample == slow)
            gate->pass();
        return std::optional<Error>();
    });
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 2, 3));
    QVERIFY(eventually([&] { return gate->waiting() == 1 && loader->status().idleWorkers == 1; }));
    QCOMPARE(source->begun().size(), std::size_t{12});
    QCOMPARE(loader->status().ready, 0);
    gate->open();
    QVERIFY(eventually([&] { return loader->status().ready == 3; }));
}

void TstLoaderDelivery::lastSingleSampleJoinsTheBatchBefore()
{
    const LoaderOptions options = smallOptions(4, 2, 2);
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(9), nullptr, options);
    for (std::int64_t delivered = 0; delivered < 6; ++delivered) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().count, delivered % 2 == 0 ? 4 : 5);
        compareToPlan(batch->view(), loader->sampler().plan(delivered / 2, delivered % 2), options.seed);
    }
}

void TstLoaderDelivery::runBeginsAtItsStartPosition()
{
    LoaderOptions options = smallOptions(4, 2, 2);
    options.startEpoch = 5;
    options.startIndex = 2;
    const auto source = std::make_shared<ScriptedSource>(16);
    const auto loader = makeLoader(source, nullptr, options);
    for (const auto& [epoch, index] : {std::pair{5, 2}, {5, 3}, {6, 0}, {6, 1}}) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        compareToPlan(batch->view(), loader->sampler().plan(epoch, index), options.seed);
    }
    QCOMPARE(source->begunOfEpoch(5), 8);
}

void TstLoaderDelivery::targetHasTheOptionsSizeAndFormat()
{
    class Source final : public SampleSource
    {
    public:
        [[nodiscard]] std::int64_t size() const override { return 2; }
        [[nodiscard]] std::string name(std::int64_t) const override { return "x"; }
        [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {3, 5}; }
        [[nodiscard]] Normalisation normalisation() const override { return {}; }
        [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
        {
            std::fill_n(target.image, 3, static_cast<float>(target.size.height * 100 + target.size.width));
            *target.labels = key.sample * 10 + (target.memoryFormat == MemoryFormat::Contiguous ? 1 : 2);
            return {};
        }
    };
    for (const MemoryFormat format : {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast}) {
        LoaderOptions options = smallOptions(2, 1, 1);
        options.crop = {6, 7};
        options.memoryFormat = format;
        options.validationStride = 4;
        const auto loader = makeLoader(std::make_shared<Source>(), std::make_shared<Source>(), options);
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        const std::int64_t mark = format == MemoryFormat::Contiguous ? 1 : 2;
        QCOMPARE(batch->view().size, (ImageSize{6, 7}));
        QVERIFY(batch->view().memoryFormat == format);
        for (int n = 0; n < 2; ++n) {
            QCOMPARE(batch->view().images[n * 3 * 42], 607.0F);
            QCOMPARE(batch->view().labels[n * 42], batch->view().samples[static_cast<std::size_t>(n)] * 10 + mark);
        }
        const auto picture = loader->nextValidation({});
        QVERIFY(picture.has_value());
        QCOMPARE(picture->view().size, (ImageSize{4, 8}));
        QCOMPARE(picture->view().images[0], 408.0F);
    }
}

void TstLoaderDelivery::slotsHaveTheChannelsOfTheirSource()
{
    for (const int channels : {1, 5}) {
        const auto training = std::make_shared<ScriptedSource>(8);
        const auto validation = std::make_shared<ScriptedSource>(2, ImageSize{3, 5});
        training->setChannels(channels);
        validation->setChannels(channels);
        const LoaderOptions options = smallOptions(4, 2, 2);
        const auto loader = makeLoader(training, validation, options);
        QCOMPARE(loader->status().slotBytes, loaderMemory(*training, validation.get(), options));
        for (std::int64_t index = 0; index < 4; ++index) {
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().channels, channels);
            compareToPlan(batch->view(), loader->sampler().plan(index / 2, index % 2), options.seed);
        }
        const auto picture = loader->nextValidation({});
        QVERIFY(picture.has_value());
        const BatchView& view = picture->view();
        QCOMPARE(view.channels, channels);
        QCOMPARE(view.size, (ImageSize{4, 6}));
        QCOMPARE(std::count(view.images, view.images + channels * 24, contentOf({options.seed, 1, 0})), channels * 24);
    }
}

void TstLoaderDelivery::waitFillAndStageTimesAreTold()
{
    const auto gate = std::make_shared<Gate>();
    const auto source = gatedSource(12, gate);
    const auto loader = makeLoader(source, nullptr, smallOptions(4, 1, 2));
    gate->permit(8);
    QVERIFY(eventually([&] { return loader->status().ready == 2; }));
    auto batch = loader->nextTraining({});
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().queueFill, 2);
    const StageTimes& stages = batch->view().stages;
    QCOMPARE(stages.readMs, 4.0F);
    QCOMPARE(stages.decodeMs, 8.0F);
    QCOMPARE(stages.augmentMs, 12.0F);
    QCOMPARE(stages.writeMs, 16.0F);
    batch = loader->nextTraining({});
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().queueFill, 1);
    const Stopwatch since; // giving the batch back counts in the next one's wait
    *batch = Batch();
    QVERIFY(eventually([&] { return gate->waiting() == 1; }));
    const std::jthread helper([&] {
        eventually([&] { return since.milliseconds() > 5; });
        gate->open();
    });
    batch = loader->nextTraining({});
    const double tookMs = since.milliseconds();
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().queueFill, 0);
    QVERIFY(batch->view().waitMs > 0 && batch->view().waitMs <= tookMs);
    for (int more = 0; more < 6; ++more) { // slots used again start from nothing
        batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().stages.readMs, 4.0F);
    }
}

void TstLoaderDelivery::errorTravelsInItsBatchsPlace_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<bool>("throws");
    for (const int workers : {1, 4}) {
        QTest::addRow("%d workers, error", workers) << workers << false;
        QTest::addRow("%d workers, exception", workers) << workers << true;
    }
}

void TstLoaderDelivery::errorTravelsInItsBatchsPlace()
{
    QFETCH(int, workers);
    QFETCH(bool, throws);
    const LoaderOptions options = smallOptions(4, workers, 3);
    const auto source = std::make_shared<ScriptedSource>(12);
    source->setScript([throws](const SampleKey& key) -> std::optional<Error> {
        if (key.sample != 3)
            return {};
        if (throws)
            throw std::runtime_error("decoder fell over");
        return Error{ErrorCode::Data, "cut short", {}, {}};
    });
    const auto loader = makeLoader(source, nullptr, options);
    int errors = 0;
    for (std::int64_t delivered = 0; delivered < 12; ++delivered) {
        const BatchPlan plan = loader->sampler().plan(delivered / 3, delivered % 3);
        const auto batch = loader->nextTraining({});
        if (std::ranges::find(plan.samples, 3) == plan.samples.end()) {
            QVERIFY(batch.has_value());
            compareToPlan(batch->view(), plan, options.seed);
            continue;
        }
        ++errors;
        QVERIFY(!batch.has_value());
        QCOMPARE(batch.error().context, std::string("picture3.png"));
        QVERIFY(batch.error().code == (throws ? ErrorCode::Internal : ErrorCode::Data));
        QVERIFY(batch.error().message.contains(throws ? "decoder fell over" : "cut short"));
    }
    QCOMPARE(errors, 4);
}

void TstLoaderDelivery::errorOfAPictureTravelsInItsPlace()
{
    const auto validation = std::make_shared<ScriptedSource>(4);
    validation->setScript([](const SampleKey& key) {
        return key.sample == 1 ? std::optional(Error{ErrorCode::Data, "cut short", "its own context", {}})
                               : std::nullopt;
    });
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(4), validation, smallOptions(4, 2, 2));
    static_cast<void>(loader->nextTraining({}));
    for (std::int64_t picture = 0; picture < 4; ++picture) {
        const auto batch = loader->nextValidation({});
        QCOMPARE(batch.has_value(), picture != 1);
        if (picture == 1)
            QCOMPARE(batch.error().context, std::string("its own context"));
        else
            QCOMPARE(batch->view().index, picture);
    }
}

void TstLoaderDelivery::workersYieldToTheStepWhenAsked()
{
    const int own = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
    const int ownPolicy = sched_getscheduler(0);
    for (const bool low : {false, true}) {
        std::atomic<int> niceness = -100;
        std::atomic<int> policy = -1;
        const auto source = std::make_shared<ScriptedSource>(1);
        source->setScript([&](const SampleKey&) {
            niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
            policy = sched_getscheduler(0);
            return std::optional<Error>();
        });
        LoaderOptions options = smallOptions(1, 1, 1);
        options.lowPriority = low;
        const auto loader = makeLoader(source, nullptr, options);
        QVERIFY(loader->nextTraining({}).has_value());
        QCOMPARE(niceness.load(), low ? std::min(own + 10, 19) : own);
        QCOMPARE(policy.load(), low ? SCHED_BATCH : ownPolicy);
    }
    QCOMPARE(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())), own);
}

GAPLESS_TEST(TstLoaderDelivery, "loader_delivery")
#include "tst_loader_delivery.moc"
