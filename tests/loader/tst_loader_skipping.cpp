// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// Samples that cannot be read, under both rules.
class TstLoaderSkipping final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void badSamplesAreLeftOutOfTheirBatches_data();
    void badSamplesAreLeftOutOfTheirBatches();
    void batchWithNothingLeftIsPassedOver();
    void epochsEndIsToldAlthoughNothingIsLeftOfItsLastBatch();
    void epochWithoutASampleIsAnErrorAndTheNextGoesOn();
    void restOfAnEpochMayBeEmptyWhenARunIsTakenUp();
    void loneSampleIsLeftOutWhereItCannotBeTrainedOn_data();
    void loneSampleIsLeftOutWhereItCannotBeTrainedOn();
    void onlyFaultsOfTheSampleAreSkipped_data();
    void onlyFaultsOfTheSampleAreSkipped();
    void errorBesideSkippedSamplesLosesNone();
    void badPicturesAreLeftOutOfTheirPass_data();
    void badPicturesAreLeftOutOfTheirPass();
    void passWithoutAPictureIsAnError();
    void passLeftBehindTellsNothingInTheNext();
    void outcomeIsTheSameForAnyNumberOfWorkers();
    void filesThatVanishOrAreCut_data();
    void filesThatVanishOrAreCut();
    void hangingFileHoldsUpItsBatchUntilItIsStopped_data();
    void hangingFileHoldsUpItsBatchUntilItIsStopped();

private:
    static LoaderOptions skipOptions(int batch, int workers, int depth)
    {
        LoaderOptions options = smallOptions(batch, workers, depth);
        options.onBadSample = BadSampleRule::Skip;
        return options;
    }
    static std::shared_ptr<ScriptedSource> sourceWithBad(std::int64_t samples,
                                                         std::function<bool(const SampleKey&)> isBad)
    {
        auto source = std::make_shared<ScriptedSource>(samples);
        source->setScript([isBad = std::move(isBad)](const SampleKey& key) -> std::optional<Error> {
            if (!isBad(key))
                return {};
            return Error{ErrorCode::Data, "is cut", {}, "mend it"};
        });
        return source;
    }
    static std::vector<std::int64_t> samplesOf(std::span<const SkippedSample> skipped)
    {
        std::vector<std::int64_t> samples;
        for (const SkippedSample& one : skipped)
            samples.push_back(one.sample);
        return samples;
    }
    /// The batch holds these samples, and their pixels.
    static void compareContent(const BatchView& view, const std::vector<std::int64_t>& samples)
    {
        QCOMPARE(std::vector<std::int64_t>(view.samples.begin(), view.samples.end()), samples);
        QCOMPARE(view.count, static_cast<int>(samples.size()));
        for (std::size_t n = 0; n < samples.size(); ++n) {
            const float* image = view.images + 48 * n;
            QCOMPARE(std::count(image, image + 48, contentOf({7, view.epoch, samples[n]})), 48);
            QCOMPARE(std::count(view.labels + 16 * n, view.labels + 16 * (n + 1), samples[n]), 16);
        }
    }
};

void TstLoaderSkipping::badSamplesAreLeftOutOfTheirBatches_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<bool>("crossEpoch");
    for (const int workers : {1, 2, 4}) {
        for (const bool crossEpoch : {true, false})
            QTest::addRow("%d workers, crossEpoch %d", workers, crossEpoch) << workers << crossEpoch;
    }
}

void TstLoaderSkipping::badSamplesAreLeftOutOfTheirBatches()
{
    QFETCH(int, workers);
    QFETCH(bool, crossEpoch);
    const std::set<std::int64_t> bad{3, 7, 8};
    const auto source = sourceWithBad(16, [&](const SampleKey& key) { return bad.contains(key.sample); });
    LoaderOptions options = skipOptions(8, workers, 2);
    options.crossEpoch = crossEpoch;
    const auto loader = makeLoader(source, nullptr, options);
    for (std::int64_t delivered = 0; delivered < 20; ++delivered) {
        const BatchPlan plan = loader->sampler().plan(delivered / 2, delivered % 2);
        std::vector<std::int64_t> left;
        std::vector<std::int64_t> out;
        for (const std::int64_t sample : plan.samples)
            (bad.contains(sample) ? out : left).push_back(sample);
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        const BatchView& view = batch->view();
        QCOMPARE(view.epoch, plan.epoch);
        QCOMPARE(view.index, plan.index);
        QCOMPARE(view.lastOfEpoch, plan.lastOfEpoch);
        compareContent(view, left);
        QCOMPARE(samplesOf(view.skipped), out);
        for (const SkippedSample& skipped : view.skipped) {
            QCOMPARE(skipped.error.message, std::string("is cut"));
            QCOMPARE(skipped.error.context, source->name(skipped.sample));
        }
        QCOMPARE(view.stages.readMs, static_cast<float>(left.size()));
    }
    QVERIFY(source->begunOfEpoch(9) == 16); // a bad sample keeps no other one from being tried
}

void TstLoaderSkipping::batchWithNothingLeftIsPassedOver()
{
    // The second and third batch of epoch 0, and nothing else; a ring smaller than these.
    const LoaderOptions options = skipOptions(4, 2, 1);
    const EpochSampler sampler(20, 4, LastBatch::Keep, options.seed);
    std::vector<std::int64_t> bad = sampler.plan(0, 1).samples;
    std::ranges::copy(sampler.plan(0, 2).samples, std::back_inserter(bad));
    const auto source = sourceWithBad(
        20, [&](const SampleKey& key) { return key.epoch == 0 && std::ranges::find(bad, key.sample) != bad.end(); });
    const auto loader = makeLoader(source, nullptr, options);
    for (const std::int64_t index : {0, 3, 4}) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().index, index);
        compareContent(batch->view(), sampler.plan(0, index).samples);
        QCOMPARE(samplesOf(batch->view().skipped), index == 3 ? bad : std::vector<std::int64_t>());
    }
    const auto next = loader->nextTraining({});
    QVERIFY(next.has_value());
    QCOMPARE(next->view().epoch, std::int64_t{1});
    QCOMPARE(next->view().index, std::int64_t{0});
}

void TstLoaderSkipping::epochsEndIsToldAlthoughNothingIsLeftOfItsLastBatch()
{
    const LoaderOptions options = skipOptions(4, 3, 3);
    const EpochSampler sampler(12, 4, LastBatch::Keep, options.seed);
    const std::vector<std::int64_t> bad = sampler.plan(0, 2).samples;
    const auto source = sourceWithBad(
        12, [&](const SampleKey& key) { return key.epoch == 0 && std::ranges::find(bad, key.sample) != bad.end(); });
    const auto loader = makeLoader(source, std::make_shared<ScriptedSource>(2), options);
    int ends = 0;
    for (std::int64_t delivered = 0; delivered < 9; ++delivered) {
        const auto batch = loader->nextTraining({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().epoch, delivered / 3);
        ends += batch->view().lastOfEpoch ? 1 : 0;
        QCOMPARE(batch->view().lastOfEpoch, delivered % 3 == 2);
        QCOMPARE(batch->view().count, delivered == 2 ? 0 : 4);
        QCOMPARE(samplesOf(batch->view().skipped), delivered == 2 ? bad : std::vector<std::int64_t>());
        if (delivered % 3 == 2)
            QCOMPARE(loader->nextValidation({})->view().epoch, delivered / 3);
    }
    QCOMPARE(ends, 3);
}

void TstLoaderSkipping::epochWithoutASampleIsAnErrorAndTheNextGoesOn()
{
    const LoaderOptions options = skipOptions(4, 2, 2);
    const auto source = sourceWithBad(10, [](const SampleKey& key) { return key.epoch == 1; });
    const auto loader = makeLoader(source, nullptr, options);
    for (std::int64_t delivered = 0; delivered < 3; ++delivered)
        QVERIFY(loader->nextTraining({}).has_value());
    const auto empty = loader->nextTraining({});
    QVERIFY(!empty.has_value());
    QVERIFY(empty.error().code == ErrorCode::Data);
    QVERIFY2(empty.error().message.contains("epoch 2"), empty.error().message.c_str());
    QVERIFY2(empty.error().message.contains("10 samples"), empty.error().message.c_str());
    QVERIFY2(empty.error().message.contains("is cut"), empty.error().message.c_str());
    QCOMPARE(empty.error().context, source->name(loader->sampler().plan(1, 2).samples.back()));
    const auto next = loader->nextTraining({});
    QVERIFY(next.has_value());
    QCOMPARE(next->view().epoch, std::int64_t{2});
    QVERIFY(next->view().skipped.empty());
}

void TstLoaderSkipping::restOfAnEpochMayBeEmptyWhenARunIsTakenUp()
{
    LoaderOptions options = skipOptions(4, 2, 2);
    options.startIndex = 2;
    const auto source = sourceWithBad(12, [](const SampleKey& key) { return key.epoch == 0; });
    const auto loader = makeLoader(source, nullptr, options);
    const auto batch = loader->nextTraining({});
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().count, 0);
    QVERIFY(batch->view().lastOfEpoch);
    QCOMPARE(loader->nextTraining({})->view().epoch, std::int64_t{1});
}

void TstLoaderSkipping::loneSampleIsLeftOutWhereItCannotBeTrainedOn_data()
{
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("minimum");
    QTest::addColumn<QList<int>>("counts");
    QTest::newRow("left out") << 4 << 2 << QList<int>{4, 4};
    QTest::newRow("trained on") << 4 << 1 << QList<int>{4, 1, 4};
    QTest::newRow("planned as one") << 1 << 2 << QList<int>(9, 1);
}

void TstLoaderSkipping::loneSampleIsLeftOutWhereItCannotBeTrainedOn()
{
    QFETCH(int, batch);
    QFETCH(int, minimum);
    QFETCH(QList<int>, counts);
    LoaderOptions options = skipOptions(batch, 2, 2);
    options.minimumBatch = minimum;
    std::vector<std::int64_t> bad = EpochSampler(12, 4, LastBatch::Keep, options.seed).plan(0, 1).samples;
    bad.pop_back();
    const auto source =
        sourceWithBad(12, [&](const SampleKey& key) { return std::ranges::find(bad, key.sample) != bad.end(); });
    const auto loader = makeLoader(source, nullptr, options);
    QList<int> found;
    std::vector<std::int64_t> skipped;
    for (bool last = false; !last;) {
        const auto next = loader->nextTraining({});
        QVERIFY(next.has_value());
        found.append(next->view().count);
        std::ranges::copy(samplesOf(next->view().skipped), std::back_inserter(skipped));
        last = next->view().lastOfEpoch;
    }
    QCOMPARE(found, counts);
    QCOMPARE(skipped, bad); // the lone one is not to blame
}

void TstLoaderSkipping::onlyFaultsOfTheSampleAreSkipped_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("skipped");
    QTest::newRow("data") << static_cast<int>(ErrorCode::Data) << true;
    QTest::newRow("file") << static_cast<int>(ErrorCode::File) << true;
    QTest::newRow("memory") << static_cast<int>(ErrorCode::OutOfMemory) << false;
    QTest::newRow("exception") << static_cast<int>(ErrorCode::Internal) << false;
}

void TstLoaderSkipping::onlyFaultsOfTheSampleAreSkipped()
{
    QFETCH(int, code);
    QFETCH(bool, skipped);
    const auto source = std::make_shared<ScriptedSource>(4);
    source->setScript([code](const SampleKey& key) -> std::optional<Error> {
        if (key.sample != 2)
            return {};
        if (code == static_cast<int>(ErrorCode::Internal))
            throw std::runtime_error("fell over");
        return Error{static_cast<ErrorCode>(code), "failed", {}, {}};
    });
    const auto loader = makeLoader(source, nullptr, skipOptions(4, 1, 1));
    const auto batch = loader->nextTraining({});
    QCOMPARE(batch.has_value(), skipped);
    if (skipped)
        QCOMPARE(samplesOf(batch->view().skipped), std::vector<std::int64_t>{2});
    else
        QCOMPARE(static_cast<int>(batch.error().code), code);
}

void TstLoaderSkipping::errorBesideSkippedSamplesLosesNone()
{
    // A skipped sample, then a fault: the batch is an error, and its skipped sample is told with the batch behind.
    const std::vector<std::int64_t> first = EpochSampler(8, 4, LastBatch::Keep, 7).plan(0, 0).samples;
    const auto source = std::make_shared<ScriptedSource>(8);
    source->setScript([first](const SampleKey& key) -> std::optional<Error> {
        if (key.epoch == 0 && key.sample == first[0])
            return Error{ErrorCode::Data, "is cut", {}, {}};
        if (key.epoch == 0 && key.sample == first[1])
            return Error{ErrorCode::Internal, "a fault", {}, {}};
        return {};
    });
    const auto loader = makeLoader(source, nullptr, skipOptions(4, 1, 2));
    const auto error = loader->nextTraining({});
    QVERIFY(!error.has_value());
    QCOMPARE(error.error().message, std::string("a fault"));
    const auto batch = loader->nextTraining({});
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().count, 4);
    QCOMPARE(samplesOf(batch->view().skipped), std::vector<std::int64_t>{first[0]});
}

void TstLoaderSkipping::badPicturesAreLeftOutOfTheirPass_data()
{
    QTest::addColumn<int>("workers");
    QTest::addColumn<bool>("crossEpoch");
    for (const int workers : {1, 4}) {
        for (const bool crossEpoch : {true, false})
            QTest::addRow("%d workers, crossEpoch %d", workers, crossEpoch) << workers << crossEpoch;
    }
}

void TstLoaderSkipping::badPicturesAreLeftOutOfTheirPass()
{
    QFETCH(int, workers);
    QFETCH(bool, crossEpoch);
    // In odd epochs the last picture is bad, too.
    const auto validation = sourceWithBad(6, [](const SampleKey& key) {
        return key.sample == 0 || key.sample == 2 || key.sample == 3 || (key.sample == 5 && key.epoch % 2 == 1);
    });
    LoaderOptions options = skipOptions(4, workers, 2);
    options.crossEpoch = crossEpoch;
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(8), validation, options);
    for (std::int64_t epoch = 0; epoch < 6; ++epoch) {
        for (int step = 0; step < 2; ++step)
            QVERIFY(loader->nextTraining({}).has_value());
        for (int pass = 0; pass < 2; ++pass) {
            const auto first = loader->nextValidation({});
            QVERIFY(first.has_value());
            compareContent(first->view(), {1});
            QCOMPARE(samplesOf(first->view().skipped), std::vector<std::int64_t>{0});
            const auto second = loader->nextValidation({});
            QVERIFY(second.has_value());
            compareContent(second->view(), {4});
            QCOMPARE(samplesOf(second->view().skipped), (std::vector<std::int64_t>{2, 3}));
            QVERIFY(!second->view().lastOfEpoch);
            const auto last = loader->nextValidation({});
            QVERIFY(last.has_value());
            QVERIFY(last->view().lastOfEpoch);
            QCOMPARE(last->view().epoch, epoch);
            QCOMPARE(last->view().count, epoch % 2 == 1 ? 0 : 1);
            QCOMPARE(last->view().skipped.size(), std::size_t{epoch % 2 == 1 ? 1U : 0U});
        }
    }
}

void TstLoaderSkipping::passWithoutAPictureIsAnError()
{
    const auto validation = sourceWithBad(3, [](const SampleKey& key) { return key.epoch == 0; });
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(4), validation, skipOptions(4, 2, 2));
    QVERIFY(loader->nextTraining({}).has_value());
    const auto pass = loader->nextValidation({});
    QVERIFY(!pass.has_value());
    QVERIFY(pass.error().code == ErrorCode::Data);
    QCOMPARE(pass.error().context, std::string("picture2.png"));
    QVERIFY2(pass.error().message.contains("3 samples"), pass.error().message.c_str());
    QVERIFY(loader->nextTraining({}).has_value());
    QCOMPARE(loader->nextValidation({})->view().index, std::int64_t{0});
}

void TstLoaderSkipping::passLeftBehindTellsNothingInTheNext()
{
    // The pass is left when the bad picture 1 has been passed over and picture 2 is waited for.
    const auto gate = std::make_shared<Gate>();
    const auto validation = std::make_shared<ScriptedSource>(4);
    validation->setScript([gate](const SampleKey& key) -> std::optional<Error> {
        if (key.sample == 2 && key.epoch == 0)
            gate->pass();
        return key.sample == 1 ? std::optional(Error{ErrorCode::Data, "is cut", {}, {}}) : std::nullopt;
    });
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(4), validation, skipOptions(4, 2, 2));
    QVERIFY(loader->nextTraining({}).has_value());
    QCOMPARE(loader->nextValidation({})->view().index, std::int64_t{0});
    const pid_t trainer = gettid();
    std::stop_source stop;
    const std::jthread user([&] {
        eventually([&] { return gate->waiting() == 1 && sleeps(trainer); });
        stop.request_stop();
    });
    QVERIFY(loader->nextValidation(stop.get_token()).error().code == ErrorCode::Cancelled);
    gate->open();
    QVERIFY(loader->nextTraining({}).has_value());
    for (const std::int64_t picture : {0, 2, 3}) {
        const auto batch = loader->nextValidation({});
        QVERIFY(batch.has_value());
        QCOMPARE(batch->view().epoch, std::int64_t{1});
        QCOMPARE(batch->view().index, picture);
        QCOMPARE(batch->view().skipped.size(), std::size_t{picture == 2 ? 1U : 0U});
    }
}

void TstLoaderSkipping::outcomeIsTheSameForAnyNumberOfWorkers()
{
    std::vector<std::vector<std::int64_t>> runs;
    for (const int workers : {1, 2, 4}) {
        const auto source = sourceWithBad(
            23, [](const SampleKey& key) { return (key.sample * 7 + key.epoch * 5) % 11 < 5 || key.sample % 5 == 0; });
        LoaderOptions options = skipOptions(3, workers, 3);
        options.minimumBatch = 2;
        const auto loader = makeLoader(source, nullptr, options);
        std::vector<std::int64_t>& run = runs.emplace_back();
        for (int delivered = 0; delivered < 100; ++delivered) {
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            const BatchView& view = batch->view();
            run.insert(run.end(), {view.epoch, view.index, view.lastOfEpoch ? 1 : 0});
            run.insert(run.end(), view.samples.begin(), view.samples.end());
            run.push_back(-1);
            for (const SkippedSample& skipped : view.skipped)
                run.push_back(skipped.sample);
            compareContent(view, {view.samples.begin(), view.samples.end()});
        }
    }
    QCOMPARE(runs[1], runs[0]);
    QCOMPARE(runs[2], runs[0]);
}

namespace
{

/// Reads a whole file of four bytes, as a decoder would.
std::optional<Error> readFour(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Error{ErrorCode::File, "cannot be opened", file.string(), {}};
    char bytes[4];
    if (!stream.read(bytes, 4))
        return Error{ErrorCode::Data, "is cut", file.string(), {}};
    return {};
}

} // namespace

void TstLoaderSkipping::filesThatVanishOrAreCut_data()
{
    QTest::addColumn<bool>("skip");
    QTest::addColumn<bool>("vanish");
    for (const bool skip : {true, false}) {
        for (const bool vanish : {true, false})
            QTest::addRow("%s, %s", skip ? "skip" : "stop", vanish ? "vanished" : "cut") << skip << vanish;
    }
}

void TstLoaderSkipping::filesThatVanishOrAreCut()
{
    QFETCH(bool, skip);
    QFETCH(bool, vanish);
    const TemporaryFolder folder;
    const auto fileOf = [&](std::int64_t sample) { return folder.path() / (std::to_string(sample) + ".bin"); };
    for (int sample = 0; sample < 12; ++sample)
        std::ofstream(fileOf(sample)) << "four";
    const auto source = std::make_shared<ScriptedSource>(12);
    source->setScript([&](const SampleKey& key) { return readFour(fileOf(key.sample)); });
    LoaderOptions options = skipOptions(4, 2, 1);
    options.onBadSample = skip ? BadSampleRule::Skip : BadSampleRule::Stop;
    options.crossEpoch = false;
    const auto loader = makeLoader(source, nullptr, options);
    for (int delivered = 0; delivered < 3; ++delivered)
        QCOMPARE(loader->nextTraining({})->view().count, 4);
    if (vanish) // between two epochs
        std::filesystem::remove(fileOf(5));
    else
        std::ofstream(fileOf(5)) << "fo";
    int told = 0;
    for (int delivered = 0; delivered < 6; ++delivered) {
        const BatchPlan plan = loader->sampler().plan(1 + delivered / 3, delivered % 3);
        const bool isHit = std::ranges::find(plan.samples, 5) != plan.samples.end();
        const auto batch = loader->nextTraining({});
        QCOMPARE(batch.has_value(), skip || !isHit);
        if (!batch) {
            ++told;
            QCOMPARE(batch.error().context, fileOf(5).string());
            continue;
        }
        QCOMPARE(batch->view().count, isHit ? 3 : 4);
        told += static_cast<int>(batch->view().skipped.size());
        for (const SkippedSample& skipped : batch->view().skipped) {
            QCOMPARE(skipped.error.context, fileOf(5).string());
            QVERIFY(skipped.error.code == (vanish ? ErrorCode::File : ErrorCode::Data));
        }
    }
    QCOMPARE(told, 2);
}

void TstLoaderSkipping::hangingFileHoldsUpItsBatchUntilItIsStopped_data()
{
    QTest::addColumn<bool>("skip");
    QTest::newRow("skip") << true;
    QTest::newRow("stop") << false;
}

void TstLoaderSkipping::hangingFileHoldsUpItsBatchUntilItIsStopped()
{
    QFETCH(bool, skip);
    const TemporaryFolder folder;
    const std::string pipe = folder.path() / "5.bin"; // a FIFO nobody writes to
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    const auto hanging = std::make_shared<std::atomic<int>>(0);
    LoaderOptions options = skipOptions(4, 2, 2);
    options.onBadSample = skip ? BadSampleRule::Skip : BadSampleRule::Stop;
    const std::int64_t sample = EpochSampler(12, 4, LastBatch::Keep, options.seed).plan(0, 1).samples[1];
    const auto source = std::make_shared<ScriptedSource>(12);
    source->setScript([pipe, hanging, sample](const SampleKey& key) -> std::optional<Error> {
        if (key.epoch != 0 || key.sample != sample)
            return {};
        ++*hanging;
        return readFour(pipe);
    });
    auto loader = makeLoader(source, nullptr, options);
    QCOMPARE(loader->nextTraining({})->view().index, std::int64_t{0});
    QVERIFY(eventually([&] { return *hanging == 1; }));
    const pid_t trainer = gettid();
    std::stop_source stop;
    const std::jthread user([&] {
        eventually([&] { return loader->status().idleWorkers == 1 && sleeps(trainer); });
        stop.request_stop();
    });
    const auto stalled = loader->nextTraining(stop.get_token());
    QVERIFY(!stalled.has_value());
    QVERIFY(stalled.error().code == ErrorCode::Cancelled);
    const int before = abandonedReaderCount();
    loader.reset();
    QCOMPARE(abandonedReaderCount(), before + 1);
    const int writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC); // the read comes back, and fails
    QVERIFY(writer >= 0);
    close(writer);
    QVERIFY(eventually([&] { return abandonedReaderCount() == before; }));
}

GAPLESS_TEST(TstLoaderSkipping, "loader_skipping")
#include "tst_loader_skipping.moc"
