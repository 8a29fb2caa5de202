// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_reader.h"

#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <stop_token>

#include <sys/stat.h>

#include <QObject>
#include <QtTest/QtTest>

#include "core/config/config_json.h"
#include "core/session/run_folder.h"
#include "tests/session/run_lines.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;
using Detail = RunReader::Detail;

namespace
{

RunConfig configOf(std::int64_t epochs)
{
    RunConfig config;
    config.training.epochs = epochs;
    return config;
}

void write(const fs::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

} // namespace

class TstRunReader final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFateIsTold_data();
    void eachFateIsTold();
    void aRunThatIsWrittenIntoIsRunning();
    void epochsScoresAndConfigurationAreRead();
    void theBestScoreIsTheOneThatTheRunGoesBy();
    void curvesStandInStepsAndEpochs();
    void withoutStepsTheLastOneStillCounts();
    void valuesThatAreNotFiniteAreGaps();
    void aLineCutShortIsReadOnceItIsWhole();
    void onlyWhatWasAppendedIsNews();
    void aFileWrittenAnewIsReadFromItsStart_data();
    void aFileWrittenAnewIsReadFromItsStart();
    void aRunThatGoesOnIsFollowed();
    void readingThatWasStoppedGoesOnLater();
    void unknownLinesArePassedOver();
    void damageIsToldWithItsReason_data();
    void damageIsToldWithItsReason();
    void damageOfAnyKindIsSurvived();
    void aPipeIsNotWaitedFor();
    void theRevisionGrowsWithChangesOnly();
    void theNewestFileTellsWhenTheRunChanged();
};

void TstRunReader::eachFateIsTold_data()
{
    QTest::addColumn<std::optional<RunState>>("outcome");
    QTest::addColumn<RunFate>("fate");
    QTest::newRow("finished") << std::optional(RunState::Finished) << RunFate::Finished;
    QTest::newRow("stopped") << std::optional(RunState::Cancelled) << RunFate::Stopped;
    QTest::newRow("failed") << std::optional(RunState::Failed) << RunFate::Failed;
    QTest::newRow("interrupted") << std::optional<RunState>() << RunFate::Interrupted;
}

void TstRunReader::eachFateIsTold()
{
    QFETCH(std::optional<RunState>, outcome);
    QFETCH(RunFate, fate);
    const test::TemporaryFolder folder;
    const std::string failure = outcome == RunState::Failed ? "the disk is full" : "";
    test::makeRun(folder.path() / "run", configOf(3), 2, outcome, failure);
    RunReader reader(folder.path() / "run");
    (void)reader.read();
    QCOMPARE(reader.overview().fate, fate);
    QCOMPARE(reader.overview().reason, failure);
    QCOMPARE(reader.overview().checkpoint, folder.path() / "run/checkpoints/last.pt");
}

void TstRunReader::aRunThatIsWrittenIntoIsRunning()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 2, RunState::Cancelled);
    RunReader reader(folder.path() / "run");
    auto writing = RunFolder::reopen(folder.path() / "run");
    QVERIFY(writing);
    (void)reader.read();
    QCOMPARE(reader.overview().fate, RunFate::Running);
    writing->reset();
    (void)reader.read();
    QCOMPARE(reader.overview().fate, RunFate::Stopped);
}

void TstRunReader::epochsScoresAndConfigurationAreRead()
{
    const test::TemporaryFolder folder;
    RunConfig config = configOf(3);
    config.training.batch = 5;
    test::makeRun(folder.path() / "run", config, 2);
    fs::rename(folder.path() / "run", folder.path() / "moved");
    RunReader reader(folder.path() / "moved");
    (void)reader.read();
    const RunOverview& overview = reader.overview();
    QCOMPARE(overview.epochsDone, 2);
    QCOMPARE(overview.epochsPlanned, 3);
    QCOMPARE(overview.steps, 8);
    QCOMPARE(overview.stepsPerEpoch, test::stepsOfEpoch);
    QCOMPARE(overview.bestScore, std::optional(0.5));
    QCOMPARE(overview.bestBy, std::string("mean_iou"));
    QCOMPARE(overview.bestEpoch, 2);
    QVERIFY(overview.validation);
    QCOMPARE(overview.validation->meanIou, 0.5);
    QCOMPARE(overview.validation->loss, std::optional(0.5));
    QCOMPARE(overview.validation->dice.at(1), std::optional<double>());
    QVERIFY(reader.config());
    QCOMPARE(reader.config()->training.batch, 5);
    QCOMPARE(reader.config()->output.run, (folder.path() / "moved").string());
}

void TstRunReader::theBestScoreIsTheOneThatTheRunGoesBy()
{
    const test::TemporaryFolder folder;
    RunConfig config = configOf(3);
    config.training.bestBy = "iou:nucleus";
    test::makeRun(folder.path() / "run", config, 2);
    RunReader reader(folder.path() / "run");
    (void)reader.read();
    QCOMPARE(reader.overview().bestBy, std::string("iou:nucleus"));
    QCOMPARE(reader.overview().bestScore, std::optional(0.125));
}

void TstRunReader::curvesStandInStepsAndEpochs()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 2);
    RunReader reader(folder.path() / "run", Detail::Steps);
    const RunNews news = reader.read();
    QVERIFY(news.isAnew);
    QCOMPARE(news.loss.size(), std::size_t{8});
    QCOMPARE(news.loss.at(4).step, 5.0);
    QCOMPARE(news.loss.at(4).epoch, 1.25);
    QCOMPARE(news.loss.at(4).value, 0.2);
    QCOMPARE(news.meanIou.size(), std::size_t{2});
    QCOMPARE(news.meanIou.at(1).step, 8.0);
    QCOMPARE(news.meanIou.at(1).epoch, 2.0);
    QCOMPARE(news.meanIou.at(1).value, 0.5);
    QCOMPARE(news.validationLoss.at(0).value, 0.75);
}

void TstRunReader::withoutStepsTheLastOneStillCounts()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 2);
    test::append(folder.path() / "run/metrics.jsonl", toJsonLine(test::stepOf(9, 0.1)) + "\n");
    RunReader reader(folder.path() / "run", Detail::Epochs);
    const RunNews news = reader.read();
    QVERIFY(news.loss.empty());
    QCOMPARE(news.meanIou.size(), std::size_t{2});
    QCOMPARE(reader.overview().steps, 9);
    QCOMPARE(reader.overview().elapsedSeconds, 9.0);
}

void TstRunReader::valuesThatAreNotFiniteAreGaps()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 0);
    EpochRecord epoch = test::epochOf(1, std::numeric_limits<double>::quiet_NaN());
    epoch.validation->loss.reset();
    test::append(folder.path() / "run/metrics.jsonl",
                 toJsonLine(test::stepOf(1, std::numeric_limits<double>::infinity())) + "\n" + toJsonLine(epoch) +
                     "\n");
    RunReader reader(folder.path() / "run", Detail::Steps);
    const RunNews news = reader.read();
    QCOMPARE(news.loss.size(), std::size_t{1});
    QVERIFY(std::isnan(news.loss.at(0).value));
    QVERIFY(std::isnan(news.meanIou.at(0).value));
    QVERIFY(std::isnan(news.validationLoss.at(0).value));
    QVERIFY(!reader.overview().bestScore);
}

void TstRunReader::aLineCutShortIsReadOnceItIsWhole()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 1);
    const std::string line = toJsonLine(test::stepOf(5, 0.25)) + "\n";
    test::append(folder.path() / "run/metrics.jsonl", line.substr(0, 30));
    RunReader reader(folder.path() / "run", Detail::Steps);
    QCOMPARE(reader.read().loss.size(), std::size_t{4});
    QCOMPARE(reader.overview().steps, 4);
    QCOMPARE(reader.overview().fate, RunFate::Interrupted);
    test::append(folder.path() / "run/metrics.jsonl", line.substr(30));
    const RunNews news = reader.read();
    QVERIFY(!news.isAnew);
    QCOMPARE(news.loss.size(), std::size_t{1});
    QCOMPARE(news.loss.at(0).value, 0.25);
}

void TstRunReader::onlyWhatWasAppendedIsNews()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 1);
    RunReader reader(folder.path() / "run", Detail::Steps);
    QVERIFY(reader.read().isAnew);
    RunNews news = reader.read();
    QVERIFY(!news.isAnew && news.loss.empty() && news.meanIou.empty());
    test::append(folder.path() / "run/metrics.jsonl", test::epochLines(2, 0.75));
    news = reader.read();
    QVERIFY(!news.isAnew);
    QCOMPARE(news.loss.size(), std::size_t{4});
    QCOMPARE(news.meanIou.size(), std::size_t{1});
    QCOMPARE(reader.overview().epochsDone, 2);
    QCOMPARE(reader.overview().bestScore, std::optional(0.75));
}

void TstRunReader::aFileWrittenAnewIsReadFromItsStart_data()
{
    QTest::addColumn<int>("epochs");
    QTest::newRow("shorter than before") << 1;
    QTest::newRow("longer than before") << 3;
    QTest::newRow("empty") << 0;
}

void TstRunReader::aFileWrittenAnewIsReadFromItsStart()
{
    QFETCH(int, epochs);
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 2);
    RunReader reader(folder.path() / "run", Detail::Steps);
    (void)reader.read();
    std::string lines;
    for (int epoch = 1; epoch <= epochs; ++epoch)
        lines += test::epochLines(epoch, 0.125 * epoch);
    write(folder.path() / "run/metrics.jsonl", lines);
    const RunNews news = reader.read();
    QVERIFY(news.isAnew);
    QCOMPARE(news.loss.size(), static_cast<std::size_t>(epochs * test::stepsOfEpoch));
    QCOMPARE(news.meanIou.size(), static_cast<std::size_t>(epochs));
    QCOMPARE(reader.overview().epochsDone, epochs);
    QCOMPARE(reader.overview().bestScore, epochs > 0 ? std::optional(0.125 * epochs) : std::nullopt);
}

// As a resume does: the lines behind the checkpoint go, others follow.
void TstRunReader::aRunThatGoesOnIsFollowed()
{
    const test::TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    test::makeRun(run, configOf(3), 2, RunState::Cancelled);
    RunReader reader(run, Detail::Steps);
    (void)reader.read();
    auto reopened = RunFolder::reopen(run);
    QVERIFY(reopened);
    StartPoint start;
    start.step = 6;
    start.epoch = 1;
    start.isInEpoch = true;
    QVERIFY((*reopened)->continueFrom(run / "checkpoints/last.pt", start, configOf(5)));
    (*reopened)->write(test::planOf(5));
    for (const std::int64_t step : {7, 8, 9})
        (*reopened)->write(test::stepOf(step, 0.5));
    QVERIFY((*reopened)->flush());
    const RunNews news = reader.read();
    QVERIFY(news.isAnew);
    QCOMPARE(news.loss.size(), std::size_t{9});
    QCOMPARE(news.loss.at(6).value, 0.5);
    QCOMPARE(news.meanIou.size(), std::size_t{1});
    QCOMPARE(reader.overview().fate, RunFate::Running);
    QCOMPARE(reader.overview().epochsDone, 1);
    QCOMPARE(reader.overview().epochsPlanned, 5);
    QCOMPARE(reader.config()->training.epochs, 5);
}

void TstRunReader::readingThatWasStoppedGoesOnLater()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 2);
    RunReader reader(folder.path() / "run", Detail::Steps);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(reader.read(stop.get_token()).loss.empty());
    QCOMPARE(reader.read().loss.size(), std::size_t{8});
}

void TstRunReader::unknownLinesArePassedOver()
{
    const test::TemporaryFolder folder;
    const fs::path metrics = folder.path() / "run/metrics.jsonl";
    test::makeRun(folder.path() / "run", configOf(3), 1);
    for (const char* line :
         {"", "no json", "[1,2]", "7", "null", "{}", R"({"type":7})", R"({"type":"weather","wind":3})", "\xff\xfe",
          R"({"type":"step"})", R"({"type":"step","step":"five","loss":[]})", R"({"type":"step","step":-3})",
          R"({"type":"step","step":1e300})", R"({"type":"epoch","epoch":null,"validation":3})",
          R"({"type":"epoch","epoch":1e999})", R"({"type":"plan","epochs":{},"classes":[3,null,{"name":4}]})",
          R"({"type":"boundary","epoch":2,"parts_ms":null})", R"({"type":"settings","version":"x"})"})
        test::append(metrics, std::string(line) + "\n");
    test::append(metrics, std::string(100'000, '[') + "\n");
    // Longer than a line may be, though it ends as one.
    test::append(metrics, std::string(std::size_t{40} << 20, ' ') + toJsonLine(test::stepOf(100, 0.5)) + "\n");
    test::append(metrics, std::string("{\"type\":\"st\0ep\"}\n", 17));
    test::append(metrics, toJsonLine(test::planOf(3)) + "\n" + test::epochLines(2, 0.75));
    RunReader reader(folder.path() / "run", Detail::Steps);
    const RunNews news = reader.read();
    QCOMPARE(news.loss.size(), std::size_t{8});
    QCOMPARE(reader.overview().epochsDone, 2);
    QCOMPARE(reader.overview().epochsPlanned, 3);
    QCOMPARE(reader.overview().fate, RunFate::Interrupted);
}

void TstRunReader::damageIsToldWithItsReason_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no folder") << "away"
                               << "no run lies in this folder";
    QTest::newRow("an empty folder") << "empty"
                                     << "no run lies in this folder";
    QTest::newRow("a folder of other files") << "foreign"
                                             << "no run lies in this folder";
    QTest::newRow("a file") << "file"
                            << "no run lies in this folder";
    QTest::newRow("no configuration") << "no config"
                                      << "config.json, are not there";
    QTest::newRow("a configuration cut short") << "cut config"
                                               << "config.json";
    QTest::newRow("a configuration that is a folder") << "folder config"
                                                      << "config.json holds no settings";
    QTest::newRow("a configuration with unknown settings") << "foreign config"
                                                           << "there is no such setting";
    QTest::newRow("a report cut short") << "cut report"
                                        << "report.json does not tell";
    QTest::newRow("a report of something else") << "foreign report"
                                                << "report.json does not tell";
    QTest::newRow("metrics that are a folder") << "folder metrics"
                                               << "metrics.jsonl cannot be read";
}

void TstRunReader::damageIsToldWithItsReason()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    const test::TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    if (what == "empty" || what == "foreign")
        fs::create_directory(run);
    else if (what == "file")
        write(run, "text");
    else if (what != "away")
        test::makeRun(run, configOf(3), 2);
    if (what == "foreign")
        for (const char* name : {"notes.md", "log.txt", "config.json"})
            write(run / name, "{}");
    if (what.contains("config"))
        fs::remove(run / "config.json");
    if (what == "cut config")
        write(run / "config.json", R"({"version": 1, "training": {"epo)");
    if (what == "folder config")
        fs::create_directory(run / "config.json");
    if (what == "foreign config")
        write(run / "config.json", R"({"training": {"epochs": 3, "colour": "red"}})");
    if (what == "cut report")
        write(run / "report.json", R"({"outcome": "fini)");
    if (what == "foreign report")
        write(run / "report.json", R"([{"outcome": "finished"}])");
    if (what == "folder metrics") {
        fs::remove(run / "metrics.jsonl");
        fs::create_directory(run / "metrics.jsonl");
    }
    RunReader reader(run, Detail::Steps);
    const RunNews news = reader.read();
    QCOMPARE(reader.overview().fate, RunFate::Unreadable);
    QVERIFY2(reader.overview().reason.contains(reason.toStdString()), reader.overview().reason.c_str());
    QCOMPARE(reader.config().has_value(), what.contains("report") || what.contains("metrics") || what == "foreign");
    // What can be read is shown nevertheless.
    const bool hasCurves = what.contains("config") || what.contains("report");
    QCOMPARE(news.meanIou.size(), std::size_t{hasCurves ? 2U : 0U});
}

// One reader follows files whose bytes are exchanged, cut and repeated at random.
void TstRunReader::damageOfAnyKindIsSurvived()
{
    const test::TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    test::makeRun(run, configOf(3), 3, RunState::Finished);
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same damage each time
    const auto below = [&random](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
    const auto contentOf = [](const fs::path& file) {
        std::ifstream stream(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const std::array names{"config.json", "metrics.jsonl", "report.json"};
    const std::array originals{contentOf(run / names[0]), contentOf(run / names[1]), contentOf(run / names[2])};
    RunReader reader(run, Detail::Steps);
    for (int round = 0; round < 500; ++round) {
        const std::size_t which = below(names.size());
        std::string text = originals.at(which);
        for (std::size_t i = below(20); i > 0 && !text.empty(); --i) {
            const std::size_t place = below(text.size());
            switch (below(4)) {
            case 0:
                text.at(place) = static_cast<char>(below(256));
                break;
            case 1:
                text.resize(place);
                break;
            case 2:
                text.insert(place, text.substr(below(text.size()), below(100)));
                break;
            default:
                text.erase(place, below(100));
            }
        }
        write(run / names.at(which), text);
        const RunNews news = reader.read();
        double before = 0;
        if (news.isAnew)
            for (const RunPoint& point : news.loss) {
                QVERIFY(point.step >= before);
                before = point.step;
            }
        const bool isUnreadable = reader.overview().fate == RunFate::Unreadable;
        QVERIFY(!isUnreadable || !reader.overview().reason.empty());
        QVERIFY(reader.overview().epochsDone >= 0 && reader.overview().steps >= 0);
    }
    for (std::size_t which = 0; which < names.size(); ++which)
        write(run / names.at(which), originals.at(which));
    (void)reader.read();
    QCOMPARE(reader.overview().fate, RunFate::Finished);
    QCOMPARE(reader.overview().epochsDone, 3);
}

void TstRunReader::aPipeIsNotWaitedFor()
{
    const test::TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    test::makeRun(run, configOf(3), 2);
    for (const char* name : {"metrics.jsonl", "config.json", "report.json"}) {
        fs::remove(run / name);
        QCOMPARE(::mkfifo((run / name).c_str(), 0600), 0);
    }
    RunReader reader(run);
    (void)reader.read();
    QCOMPARE(reader.overview().fate, RunFate::Unreadable);
}

void TstRunReader::theRevisionGrowsWithChangesOnly()
{
    const test::TemporaryFolder folder;
    test::makeRun(folder.path() / "run", configOf(3), 1);
    RunReader reader(folder.path() / "run");
    (void)reader.read();
    std::int64_t before = reader.revision();
    (void)reader.read();
    QCOMPARE(reader.revision(), before);
    test::append(folder.path() / "run/metrics.jsonl", test::epochLines(2, 0.75));
    (void)reader.read();
    QVERIFY(reader.revision() > before);
    before = reader.revision();
    write(folder.path() / "run/report.json", R"({"outcome":"failed","failure":"x"})");
    (void)reader.read();
    QVERIFY(reader.revision() > before);
    QCOMPARE(reader.overview().fate, RunFate::Failed);
    before = reader.revision();
    fs::remove_all(folder.path() / "run");
    const RunNews news = reader.read();
    QVERIFY(reader.revision() > before);
    QVERIFY(news.isAnew);
    QCOMPARE(reader.overview().fate, RunFate::Unreadable);
}

void TstRunReader::theNewestFileTellsWhenTheRunChanged()
{
    const test::TemporaryFolder folder;
    const fs::path run = folder.path() / "run";
    test::makeRun(run, configOf(3), 1);
    const auto now = fs::file_time_type::clock::now();
    for (const char* name : {"config.json", "metrics.jsonl", "checkpoints/last.pt"})
        fs::last_write_time(run / name, now - std::chrono::hours(5));
    fs::last_write_time(run / "metrics.jsonl", now - std::chrono::hours(2));
    RunReader reader(run);
    (void)reader.read();
    const auto age = std::chrono::system_clock::now() - reader.overview().changed;
    QVERIFY(age > std::chrono::minutes(119) && age < std::chrono::minutes(125));
}

GAPLESS_TEST(TstRunReader, "run_reader")
#include "tst_run_reader.moc"
