// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <set>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

namespace
{

std::atomic<std::int64_t> allocations = 0;

} // namespace

// Counts what the whole executable allocates.
void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

/// Memory: known before, refused when absurd, and nothing more once running.
class TstLoaderMemory final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void toldMemoryIsWhatIsAllocated();
    void absurdMemoryIsRefusedBeforeItIsTaken_data();
    void absurdMemoryIsRefusedBeforeItIsTaken();
    void badOptionsAreRefused_data();
    void badOptionsAreRefused();
    void badSourcesAreRefused();
    void noMoreThanTheToldMemoryIsWritten();
    void nothingIsAllocatedOnceRunning_data();
    void nothingIsAllocatedOnceRunning();
};

void TstLoaderMemory::toldMemoryIsWhatIsAllocated()
{
    const auto training = std::make_shared<ScriptedSource>(9);
    const auto validation = std::make_shared<ScriptedSource>(3);
    validation->setSizes({{10, 20}, {33, 64}, {40, 10}});
    LoaderOptions options = smallOptions(4, 3, 5);
    options.crop = {16, 24};
    options.validationStride = 32;
    // Training: 6 slots of 5 samples of 384 pixels; validation: 4 slots of 64 x 64 pixels; 12 + 8 bytes a pixel.
    const std::int64_t expected = 6 * 5 * 384 * 20 + 4 * 64 * 64 * 20;
    QCOMPARE(loaderMemory(*training, validation.get(), options), expected);
    QCOMPARE(makeLoader(training, validation, options)->status().slotBytes, expected);
    QCOMPARE(loaderMemory(*training, nullptr, options), std::int64_t{6 * 5 * 384 * 20});
    QCOMPARE(makeLoader(training, nullptr, options)->status().slotBytes, std::int64_t{6 * 5 * 384 * 20});
}

void TstLoaderMemory::absurdMemoryIsRefusedBeforeItIsTaken_data()
{
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("crop");
    QTest::addColumn<int>("depth");
    QTest::addColumn<int>("picture");
    QTest::addColumn<QString>("word");
    QTest::newRow("crop") << 64 << 30'000 << 4 << 4 << "crop";
    QTest::newRow("depth") << 64 << 256 << 1'000'000 << 4 << "prefetch depth";
    QTest::newRow("more than 64 bits of bytes") << 64 << 2'000'000'000 << 1'000'000 << 4 << "crop";
    QTest::newRow("a picture") << 1 << 4 << 1 << 1'000'000 << "pictures";
}

void TstLoaderMemory::absurdMemoryIsRefusedBeforeItIsTaken()
{
    QFETCH(int, batch);
    QFETCH(int, crop);
    QFETCH(int, depth);
    QFETCH(int, picture);
    QFETCH(QString, word);
    const auto training = std::make_shared<ScriptedSource>(64);
    const auto validation = std::make_shared<ScriptedSource>(1, ImageSize{picture, picture});
    LoaderOptions options = smallOptions(batch, 1, depth);
    options.crop = {crop, crop};
    const auto loader = PrefetchLoader::create(training, validation, options);
    QVERIFY(!loader.has_value());
    QVERIFY(loader.error().code == ErrorCode::OutOfMemory);
    const std::string bytes = std::to_string(loaderMemory(*training, validation.get(), options));
    QVERIFY2(loader.error().message.contains(bytes + " bytes"), loader.error().message.c_str());
    QVERIFY2(loader.error().remedy.contains(word.toStdString()), loader.error().remedy.c_str());
    QCOMPARE(training->begun().size(), std::size_t{0});
}

void TstLoaderMemory::badOptionsAreRefused_data()
{
    QTest::addColumn<std::function<void(LoaderOptions&)>>("change");
    const auto row = [](const char* name, std::function<void(LoaderOptions&)> change) {
        QTest::newRow(name) << change;
    };
    row("batch", [](LoaderOptions& options) { options.batchSize = 0; });
    row("crop height", [](LoaderOptions& options) { options.crop.height = 0; });
    row("crop width", [](LoaderOptions& options) { options.crop.width = -1; });
    row("smallest batch", [](LoaderOptions& options) { options.minimumBatch = 0; });
    row("workers", [](LoaderOptions& options) { options.workers = 0; });
    row("too many workers", [](LoaderOptions& options) { options.workers = 1'000'000; });
    row("depth", [](LoaderOptions& options) { options.prefetchDepth = 0; });
    row("stride", [](LoaderOptions& options) { options.validationStride = 0; });
    row("end", [](LoaderOptions& options) { options.endEpoch = 0; });
    row("epoch", [](LoaderOptions& options) { options.startEpoch = -1; });
    row("index", [](LoaderOptions& options) { options.startIndex = -1; });
    row("index behind the epoch", [](LoaderOptions& options) { options.startIndex = 2; });
}

void TstLoaderMemory::badOptionsAreRefused()
{
    using Change = std::function<void(LoaderOptions&)>;
    QFETCH(Change, change);
    LoaderOptions options = smallOptions(4, 1, 1);
    const auto source = std::make_shared<ScriptedSource>(8);
    QVERIFY(loaderMemory(*source, nullptr, options) > 0);
    change(options);
    const auto loader = PrefetchLoader::create(source, nullptr, options);
    QVERIFY(!loader.has_value());
    QVERIFY(loader.error().code == ErrorCode::Config);
    QVERIFY(!loader.error().remedy.empty());
    QCOMPARE(loaderMemory(*source, nullptr, options), std::int64_t{0});
}

void TstLoaderMemory::badSourcesAreRefused()
{
    const auto options = smallOptions(4, 1, 1);
    const auto none = PrefetchLoader::create(std::make_shared<ScriptedSource>(0), nullptr, options);
    QVERIFY(!none.has_value());
    QVERIFY(none.error().code == ErrorCode::Data);
    const auto validation = std::make_shared<ScriptedSource>(2);
    for (const ImageSize bad : {ImageSize{0, 5}, ImageSize{5, 0}, ImageSize{std::numeric_limits<int>::max(), 1}}) {
        validation->setSizes({{4, 4}, bad});
        const auto loader = PrefetchLoader::create(std::make_shared<ScriptedSource>(4), validation, options);
        QVERIFY(!loader.has_value());
        QVERIFY(loader.error().code == ErrorCode::Data);
        QCOMPARE(loader.error().context, std::string("picture1.png"));
    }
}

void TstLoaderMemory::noMoreThanTheToldMemoryIsWritten()
{
    class Source final : public SampleSource
    {
    public:
        [[nodiscard]] std::int64_t size() const override { return 40; }
        [[nodiscard]] std::string name(std::int64_t) const override { return "x"; }
        [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {4, 4}; }
        [[nodiscard]] Normalisation normalisation() const override { return {}; }
        [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
        {
            const std::scoped_lock lock(m_mutex);
            m_images.insert(target.image);
            m_labels.insert(target.labels);
            if (key.sample % 7 == 0)
                return fail(ErrorCode::Data, "is cut");
            return {};
        }
        [[nodiscard]] std::int64_t bytes() const
        {
            const std::scoped_lock lock(m_mutex);
            return static_cast<std::int64_t>(m_images.size()) * 3 * 16 * 4 +
                   static_cast<std::int64_t>(m_labels.size()) * 16 * 8;
        }

    private:
        mutable std::mutex m_mutex;
        mutable std::set<const void*> m_images; // guarded by m_mutex
        mutable std::set<const void*> m_labels; // guarded by m_mutex
    };
    const auto source = std::make_shared<Source>();
    LoaderOptions options = smallOptions(4, 3, 3);
    options.onBadSample = BadSampleRule::Skip;
    const auto loader = makeLoader(source, nullptr, options);
    Batch held;
    for (int delivered = 0; delivered < 100; ++delivered) {
        held = *loader->nextTraining({});
        QVERIFY(comesToRest(*loader));
    }
    QCOMPARE(source->bytes(), loaderMemory(*source, nullptr, options));
}

void TstLoaderMemory::nothingIsAllocatedOnceRunning_data()
{
    QTest::addColumn<bool>("crossEpoch");
    QTest::addColumn<bool>("skip");
    QTest::addColumn<bool>("changed");
    QTest::newRow("crossEpoch") << true << false << false;
    QTest::newRow("not crossEpoch") << false << false << false;
    QTest::newRow("bad samples would be skipped") << true << true << false;
    QTest::newRow("settings changed in mid-run") << true << true << true;
}

void TstLoaderMemory::nothingIsAllocatedOnceRunning()
{
    QFETCH(bool, crossEpoch);
    QFETCH(bool, skip);
    QFETCH(bool, changed);
    const auto source = std::make_shared<ScriptedSource>(9);
    source->setSilent();
    LoaderOptions options = smallOptions(4, 3, 3);
    options.crossEpoch = crossEpoch;
    options.onBadSample = skip ? BadSampleRule::Skip : BadSampleRule::Stop;
    const auto loader = makeLoader(source, source, options);
    const auto runEpoch = [&](std::int64_t pictures) {
        bool good = true;
        for (int batch = 0; batch < 2; ++batch)
            good = loader->nextTraining({}).has_value() && good;
        for (std::int64_t picture = 0; picture < pictures; ++picture)
            good = loader->nextValidation({}).has_value() && good;
        return good;
    };
    QVERIFY(runEpoch(9));
    for (const auto& [workers, depth] : {std::pair{4, 7}, {2, 2}, {3, 5}}) {
        if (!changed)
            break;
        QVERIFY(loader->change({workers, depth, true, Augmentation::None}).has_value());
        for (int epoch = 0; epoch < 4; ++epoch) // all of the old ring is used up
            QVERIFY(runEpoch(9));
        QVERIFY(comesToRest(*loader));
    }
    const std::int64_t before = allocations;
    bool good = true;
    for (int epoch = 0; epoch < 100; ++epoch)
        good = runEpoch(epoch % 3 == 0 ? 9 : epoch % 5) && good; // whole, left and skipped passes
    const std::int64_t after = allocations;
    QVERIFY(good);
    QCOMPARE(after - before, std::int64_t{0});
    const auto counted = std::make_unique<int>(1);
    QVERIFY(allocations > after);
}

GAPLESS_TEST(TstLoaderMemory, "loader_memory")
#include "tst_loader_memory.moc"
