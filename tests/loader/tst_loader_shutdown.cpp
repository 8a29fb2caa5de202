// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/loader/scripted_source.h"

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

/// Stop at any point; nothing stays behind.
class TstLoaderShutdown final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stopTokenWakesAStalledPop_data();
    void stopTokenWakesAStalledPop();
    void stoppedPopLosesNoBatch();
    void longWaitIsToldOnceWithTheFile_data();
    void longWaitIsToldOnceWithTheFile();
    void hangingReaderIsAbandonedAndCounted_data();
    void hangingReaderIsAbandonedAndCounted();
    void cutShortEpochsLeaveThreadsAndMemoryAsTheyWere();

private:
    /// A figure of /proc/self/status.
    static std::int64_t processStatus(const std::string& field)
    {
        std::ifstream status("/proc/self/status");
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with(field + ":"))
                return std::stoll(line.substr(field.size() + 1));
        }
        return -1;
    }
};

void TstLoaderShutdown::stopTokenWakesAStalledPop_data()
{
    QTest::addColumn<bool>("training");
    QTest::newRow("training") << true;
    QTest::newRow("validation") << false;
}

void TstLoaderShutdown::stopTokenWakesAStalledPop()
{
    QFETCH(bool, training);
    const auto gate = std::make_shared<Gate>();
    const auto source = gatedSource(4, gate);
    const auto loader = makeLoader(source, source, smallOptions(4, 2, 2));
    const pid_t trainer = gettid();
    std::stop_source stop;
    const std::jthread user([&] {
        eventually([&] { return gate->waiting() == 2 && sleeps(trainer); });
        stop.request_stop();
    });
    const auto batch = training ? loader->nextTraining(stop.get_token()) : loader->nextValidation(stop.get_token());
    QVERIFY(!batch.has_value());
    QVERIFY(batch.error().code == ErrorCode::Cancelled);
    QCOMPARE(gate->waiting(), 2);
    gate->open();
}

void TstLoaderShutdown::stoppedPopLosesNoBatch()
{
    const auto loader = makeLoader(std::make_shared<ScriptedSource>(8), nullptr, smallOptions(4, 2, 2));
    QVERIFY(comesToRest(*loader));
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled = loader->nextTraining(stop.get_token());
    QVERIFY(!cancelled.has_value());
    QVERIFY(cancelled.error().code == ErrorCode::Cancelled);
    QCOMPARE(loader->status().ready, 2);
    const auto batch = loader->nextTraining({});
    QVERIFY(batch.has_value());
    QCOMPARE(batch->view().index, 0);
}

void TstLoaderShutdown::longWaitIsToldOnceWithTheFile_data()
{
    QTest::addColumn<bool>("training");
    QTest::newRow("training") << true;
    QTest::newRow("validation") << false;
}

void TstLoaderShutdown::longWaitIsToldOnceWithTheFile()
{
    QFETCH(bool, training);
    const auto gate = std::make_shared<Gate>();
    const auto source = std::make_shared<ScriptedSource>(4);
    source->setScript([gate](const SampleKey& key) {
        if (key.sample == 2 && key.epoch == 0)
            gate->pass();
        return std::optional<Error>();
    });
    std::vector<LongWait> told;
    LoaderOptions options = smallOptions(4, 2, 2);
    options.longWait = std::chrono::milliseconds(50);
    options.onLongWait = [&](const LongWait& wait) {
        told.push_back(wait);
        gate->open();
    };
    const auto loader = makeLoader(training ? source : std::make_shared<ScriptedSource>(4), source, options);
    for (int index = 0; index < 4; ++index)
        QVERIFY(training ? loader->nextTraining({}).has_value() : loader->nextValidation({}).has_value());
    QCOMPARE(told.size(), std::size_t{1});
    QCOMPARE(told.front().unfinished, std::vector<std::string>{"picture2.png"});
    QVERIFY(longWaitText(told.front()).contains("picture2.png"));
    QCOMPARE(told.front().seconds, 0.05);
}

void TstLoaderShutdown::hangingReaderIsAbandonedAndCounted_data()
{
    QTest::addColumn<bool>("training");
    QTest::newRow("in a training sample") << true;
    QTest::newRow("in a validation picture") << false;
}

void TstLoaderShutdown::hangingReaderIsAbandonedAndCounted()
{
    QFETCH(bool, training);
    const TemporaryFolder folder;
    const std::string pipe = folder.path() / "picture.png"; // a FIFO nobody writes to: opening it never returns
    QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
    const auto hanging = std::make_shared<std::atomic<int>>(0);
    auto source = std::make_shared<ScriptedSource>(4);
    source->setScript([pipe, hanging](const SampleKey& key) -> std::optional<Error> {
        if (key.sample != 0 || key.epoch != 0)
            return {};
        ++*hanging;
        close(open(pipe.c_str(), O_RDONLY | O_CLOEXEC));
        return {};
    });
    const std::weak_ptr<ScriptedSource> alive = source;
    const std::int64_t threads = processStatus("Threads");

    auto loader = makeLoader(training ? source : std::make_shared<ScriptedSource>(4),
                             training ? std::shared_ptr<ScriptedSource>() : source, smallOptions(4, 3, 2));
    source.reset();
    QVERIFY(eventually([&] { return *hanging == 1; }));
    QCOMPARE(abandonedReaderCount(), 0);
    loader.reset(); // returns
    QCOMPARE(abandonedReaderCount(), 1);
    QVERIFY(!alive.expired());
    QVERIFY(eventually([&] { return processStatus("Threads") == threads + 1; })); // the others were joined

    auto another = makeLoader(std::make_shared<ScriptedSource>(4), nullptr, smallOptions(4, 2, 2));
    QCOMPARE(another->status().abandonedReaders, 1);
    QVERIFY(another->nextTraining({}).has_value());
    another.reset();

    const int writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC); // the read comes back after all
    QVERIFY(writer >= 0);
    close(writer);
    QVERIFY(eventually([] { return abandonedReaderCount() == 0; }));
    QVERIFY(alive.expired());
    QVERIFY(eventually([&] { return processStatus("Threads") == threads; }));
}

void TstLoaderShutdown::cutShortEpochsLeaveThreadsAndMemoryAsTheyWere()
{
#ifdef __SANITIZE_THREAD__
    constexpr int cycles = 100; // 50 ms each there
#else
    constexpr int cycles = 1000;
#endif
    std::int64_t threads = 0;
    [[maybe_unused]] std::int64_t resident = 0;
    const auto source = std::make_shared<ScriptedSource>(256, ImageSize{64, 64});
    source->setSilent();
    LoaderOptions options = smallOptions(8, 4, 4);
    options.crop = {64, 64};
    for (int cycle = 1; cycle <= cycles; ++cycle) {
        options.seed = static_cast<std::uint64_t>(cycle);
        const auto loader = makeLoader(source, source, options);
        for (int index = 0; index < cycle % 3; ++index) {
            const auto batch = loader->nextTraining({});
            QVERIFY(batch.has_value());
            QCOMPARE(batch->view().index, index);
            QCOMPARE(batch->view().images[0],
                     contentOf({options.seed, 0, batch->view().samples[0]})); // of no older one
        }
        if (cycle % 5 == 0)
            QVERIFY(loader->nextValidation({}).has_value());
        if (cycle == 10) {
            QVERIFY(comesToRest(*loader)); // all slots written
            threads = processStatus("Threads");
            resident = processStatus("VmRSS");
        }
        if (cycle == cycles) {
            QVERIFY(comesToRest(*loader));
            QVERIFY(eventually([&] { return processStatus("Threads") == threads; }));
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__) // shadow memory grows, freed memory is held back
            const std::int64_t now = processStatus("VmRSS");
            // The allocator keeps an arena for a thread or two more or less: 4 MB beside a leak of at least 300 kB a
            // cycle.
            constexpr std::int64_t arenas = 4096;
            QVERIFY2(now < resident + resident / 20 + arenas,
                     qPrintable(QString("%1 kB, then %2 kB").arg(resident).arg(now)));
#endif
        }
    }
}

GAPLESS_TEST(TstLoaderShutdown, "loader_shutdown")
#include "tst_loader_shutdown.moc"
