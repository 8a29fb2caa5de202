// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <csignal>
#include <filesystem>

#include <QProcess>

#include "app/resident_source.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::runCli;
using test::text;

namespace
{

/// Twelve pairs, and the arguments of a bench on them: three batches an epoch.
struct BenchFolder
{
    test::TemporaryFolder folder;

    BenchFolder()
    {
        for (int number = 0; number < 12; ++number)
            test::makePair(folder.path(), "pair" + std::to_string(number));
    }
    [[nodiscard]] QStringList bench(const QStringList& more) const
    {
        return QStringList{"bench",    "loader",
                           "--images", text(folder.path() / "images"),
                           "--masks",  text(folder.path() / "masks"),
                           "--crop",   "32",
                           "32",       "--batch",
                           "4"} +
               more;
    }
};

class CountedSource final : public SampleSource
{
public:
    [[nodiscard]] std::int64_t size() const override { return 7; }
    [[nodiscard]] std::string name(std::int64_t) const override { return "picture"; }
    [[nodiscard]] ImageSize sampleSize(std::int64_t) const override { return {1, 1}; }
    [[nodiscard]] Normalisation normalisation() const override { return {}; }
    [[nodiscard]] Result<StageTimes> write(const SampleKey&, const SampleTarget&) const override
    {
        ++m_writes;
        return StageTimes{};
    }
    [[nodiscard]] int writes() const { return m_writes; }

private:
    mutable int m_writes = 0;
};

} // namespace

class TstBenchCommand final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatItFed();
    void keptPicturesAreNotDecodedAgain();
    void withoutTheCacheEveryEpochDecodes();
    void residentBatchesAreMadeOnce();
    void aSimulatedStepTakesItsTime();
    void writesNothing();
    void oneEpochShowsNothing();
    void unknownBenchesAreRefusedByName();
    void runFoldersAreNotOffered();
    void damagedDataEndsIt();
    void ctrlCEndsIt();
};

void TstBenchCommand::countsWhatItFed()
{
    const BenchFolder data;
    const auto result = runCli(data.bench({"--step-ms", "0", "--epochs", "5", "--workers", "1", "--json"}));
    QCOMPARE(result.exitCode, 0);
    const auto json = result.json();
    QCOMPARE(json.at("epochs").get<int>(), 5);
    QCOMPARE(json.at("steps").get<int>(), 15);
    QCOMPARE(json.at("workers").get<int>(), 1);
    QVERIFY(json.at("images_per_s").get<double>() > 0);
    for (const char* key : {"step_ms", "wait_ms", "boundary_ms"})
        for (const char* part : {"median", "p95", "p99", "max"})
            QVERIFY(json.at(key).at(part).get<double>() >= 0);
    const double share = json.at("stall_share").get<double>();
    QVERIFY(share >= 0 && share <= 1);
    QVERIFY(json.at("peak_rss_mb").get<double>() > 1);
    const auto words = runCli(data.bench({"--step-ms", "0", "--epochs", "2"}));
    QCOMPARE(words.exitCode, 0);
    for (const char* figure : {"images/s", "wait", "boundary gap", "stall share", "kept pictures"})
        QVERIFY2(words.out.contains(figure), words.out.constData());
}

void TstBenchCommand::keptPicturesAreNotDecodedAgain()
{
    // With one worker: two may meet in the same picture, the one in an epoch's end, the other in the next one's begin.
    const auto json = runCli(BenchFolder().bench({"--step-ms", "0", "--epochs", "3", "--workers", "1", "--last-batch",
                                                  "keep", "--json"}))
                          .json();
    QCOMPARE(json.at("cache").at("pictures").get<int>(), 12);
    QCOMPARE(json.at("cache").at("stored").get<int>(), 12);
    QCOMPARE(json.at("sample_ms").at("read").get<double>(), 0.0); // the first epoch does not count
    QCOMPARE(json.at("sample_ms").at("decode").get<double>(), 0.0);
    QVERIFY(json.at("sample_ms").at("write").get<double>() > 0);
}

void TstBenchCommand::withoutTheCacheEveryEpochDecodes()
{
    const auto json =
        runCli(BenchFolder().bench({"--step-ms", "0", "--epochs", "3", "--cache", "off", "--json"})).json();
    QCOMPARE(json.at("cache").at("pictures").get<int>(), 0);
    QVERIFY(json.at("sample_ms").at("decode").get<double>() > 0);
}

void TstBenchCommand::residentBatchesAreMadeOnce()
{
    const auto counted = std::make_shared<CountedSource>();
    const auto resident = makeResidentSource(counted);
    QCOMPARE(resident->size(), counted->size());
    std::array<float, 2> places{};
    for (std::int64_t epoch = 0; epoch < 3; ++epoch)
        for (float& place : places)
            QVERIFY(resident->write({0, epoch, 1}, {&place, nullptr, {1, 1}, MemoryFormat::Contiguous}).has_value());
    QCOMPARE(counted->writes(), 2); // one for each place

    const auto json = runCli(BenchFolder().bench({"--step-ms", "0", "--epochs", "9", "--resident", "--json"})).json();
    QCOMPARE(json.at("steps").get<int>(), 27);
}

void TstBenchCommand::aSimulatedStepTakesItsTime()
{
    const auto json = runCli(BenchFolder().bench({"--step-ms", "20", "--epochs", "2", "--json"})).json();
    QVERIFY(json.at("step_ms").at("median").get<double>() >= 20.0);
}

void TstBenchCommand::writesNothing()
{
    const BenchFolder data;
    QCOMPARE(runCli(data.bench({"--step-ms", "0", "--epochs", "2"})).exitCode, 0);
    QCOMPARE(test::fileNames(data.folder.path()), (std::vector<std::string>{"images", "masks"}));
}

void TstBenchCommand::oneEpochShowsNothing()
{
    const auto result = runCli(BenchFolder().bench({"--step-ms", "0", "--epochs", "1"}));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("first epoch"), result.err.constData());
}

void TstBenchCommand::unknownBenchesAreRefusedByName()
{
    const auto result = runCli({"bench", "grid"});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("\"grid\"") && result.err.contains("loader"), result.err.constData());
}

void TstBenchCommand::runFoldersAreNotOffered()
{
    const auto result = runCli(BenchFolder().bench({"--step-ms", "0", "--run", "x"}));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains("--run"), result.err.constData());
}

void TstBenchCommand::damagedDataEndsIt()
{
    const BenchFolder data;
    test::truncateFile(data.folder.path() / "masks" / "pair3.png");
    const auto result = runCli(data.bench({"--step-ms", "0", "--epochs", "2", "--json"}));
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.err.contains("pair3.png"), result.err.constData());
    QVERIFY(result.json().contains("error"));
}

void TstBenchCommand::ctrlCEndsIt()
{
    const BenchFolder data;
    QProcess process;
    process.start(QStringLiteral(GAPLESS_CLI), data.bench({"--step-ms", "100000", "--epochs", "2", "--json"}));
    QVERIFY(process.waitForStarted());
    QVERIFY(test::waitForSignalHandler(process)); // before, the signal would end it at once
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardError().contains("no figures"));
}

GAPLESS_TEST(TstBenchCommand, "bench_command")
#include "tst_bench_command.moc"
