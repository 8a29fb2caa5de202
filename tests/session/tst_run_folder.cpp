// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_folder.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

#include <QObject>
#include <QtTest/QtTest>

#include "core/config/config_json.h"
#include "core/session/run_json.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

class TstRunFolder final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsMadeWithAllFoldersAboveIt();
    void theConfigurationCanBeRunAgain();
    void aFolderThatHoldsARunIsRefused_data();
    void aFolderThatHoldsARunIsRefused();
    void otherFilesAreLeftAlone();
    void aFolderThatCannotBeMadeIsNamed();
    void linesAreThereAfterAFlush();
    void aFullDiskIsToldAndTriedAgain();
    void logLinesGoIntoTheFolder();
    void aDiscardedFolderCanBeUsedAgain();
    void discardingKeepsWhatOthersPutThere();
    void aRunThatIsWrittenIntoCannotBeReopened();
    void changedSettingsAreThoseToResumeWith();
    void theNewestUnfinishedRunIsFound();
};

void TstRunFolder::itIsMadeWithAllFoldersAboveIt()
{
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "日本 2" / "my data (1)" / "run";
    const auto run = RunFolder::create(path, {});
    QVERIFY2(run, run ? "" : run.error().text().c_str());
    QCOMPARE((*run)->path(), path);
    QCOMPARE((*run)->checkpoint("last"), path / "checkpoints" / "last.pt");
    QVERIFY(fs::is_directory(path / "checkpoints"));
}

void TstRunFolder::theConfigurationCanBeRunAgain()
{
    const test::TemporaryFolder folder;
    RunConfig config;
    config.training.epochs = 7;
    QVERIFY(RunFolder::create(folder.path() / "run", config));
    const auto read = readConfigFile(folder.path() / "run" / "config.json");
    QVERIFY(read);
    QCOMPARE(configToJson(*read), configToJson(config));
}

void TstRunFolder::aFolderThatHoldsARunIsRefused_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"config.json", "metrics.jsonl", "log.txt", "report.json", "checkpoints"})
        QTest::newRow(name) << name;
}

void TstRunFolder::aFolderThatHoldsARunIsRefused()
{
    QFETCH(QString, name);
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / name.toStdString()) << "earlier";
    const auto run = RunFolder::create(folder.path(), {});
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::Config);
    QVERIFY(run.error().text().contains(name.toStdString()));
    QCOMPARE(run.error().context, folder.path().string());
    QCOMPARE(contentOf(folder.path() / name.toStdString()), std::string("earlier"));
    QCOMPARE(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

void TstRunFolder::otherFilesAreLeftAlone()
{
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "notes.md") << "mine";
    QVERIFY(RunFolder::create(folder.path(), {}));
    QCOMPARE(contentOf(folder.path() / "notes.md"), std::string("mine"));
}

void TstRunFolder::aFolderThatCannotBeMadeIsNamed()
{
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    const auto run = RunFolder::create(folder.path() / "file" / "run", {});
    QVERIFY(!run);
    QCOMPARE(run.error().code, ErrorCode::File);
    QCOMPARE(run.error().context, (folder.path() / "file" / "run").string());
}

void TstRunFolder::linesAreThereAfterAFlush()
{
    const test::TemporaryFolder folder;
    const auto run = RunFolder::create(folder.path() / "run", {});
    QVERIFY(run);
    StepRecord step;
    step.step = 41;
    (*run)->write(RunPlan{});
    (*run)->write(step);
    (*run)->write(EpochRecord{});
    (*run)->write(BoundaryRecord{});
    QVERIFY((*run)->flush());
    const std::string text = contentOf(folder.path() / "run" / "metrics.jsonl");
    QCOMPARE(std::ranges::count(text, '\n'), 4);
    QVERIFY(text.contains("\"step\":41"));
}

// /dev/full in place of the file, under the stream's own descriptor, is a full disk.
void TstRunFolder::aFullDiskIsToldAndTriedAgain()
{
    const test::TemporaryFolder folder;
    const auto run = RunFolder::create(folder.path() / "run", {});
    QVERIFY(run);
    QVERIFY((*run)->flush());
    const fs::path metrics = folder.path() / "run" / "metrics.jsonl";
    int descriptor = -1;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code error;
        if (fs::read_symlink(entry.path(), error) == metrics)
            descriptor = std::stoi(entry.path().filename());
    }
    QVERIFY(descriptor >= 0);
    const int kept = ::dup(descriptor);
    const int full = ::open("/dev/full", O_WRONLY);
    QVERIFY(kept >= 0 && full >= 0 && ::dup2(full, descriptor) >= 0);
    (*run)->write(StepRecord{});
    const auto flushed = (*run)->flush();
    QVERIFY(!flushed);
    QCOMPARE(flushed.error().code, ErrorCode::File);
    QCOMPARE(flushed.error().context, metrics.string());
    QCOMPARE(contentOf(metrics), std::string());
    QVERIFY(::dup2(kept, descriptor) >= 0);
    ::close(kept);
    ::close(full);
    QVERIFY((*run)->flush());
    QCOMPARE(contentOf(metrics), toJsonLine(StepRecord{}) + "\n");
}

void TstRunFolder::logLinesGoIntoTheFolder()
{
    const test::TemporaryFolder folder;
    {
        const auto run = RunFolder::create(folder.path() / "run", {});
        QVERIFY(run);
        logLine(LogLevel::Info, "inside");
    }
    logLine(LogLevel::Info, "outside");
    const std::string text = contentOf(folder.path() / "run" / "log.txt");
    QVERIFY(text.contains("inside"));
    QVERIFY(!text.contains("outside"));
}

void TstRunFolder::aDiscardedFolderCanBeUsedAgain()
{
    const test::TemporaryFolder folder;
    auto run = RunFolder::create(folder.path() / "run", {});
    QVERIFY(run);
    RunFolder::discard(std::move(*run));
    QVERIFY(!fs::exists(folder.path() / "run"));
    QVERIFY(RunFolder::create(folder.path() / "run", {}));
}

void TstRunFolder::discardingKeepsWhatOthersPutThere()
{
    const test::TemporaryFolder folder;
    auto run = RunFolder::create(folder.path(), {});
    QVERIFY(run);
    std::ofstream(folder.path() / "notes.md") << "mine";
    std::ofstream(folder.path() / "checkpoints" / "last.pt") << "weights";
    RunFolder::discard(std::move(*run));
    QCOMPARE(contentOf(folder.path() / "notes.md"), std::string("mine"));
    QCOMPARE(contentOf(folder.path() / "checkpoints" / "last.pt"), std::string("weights"));
    QVERIFY(!fs::exists(folder.path() / "config.json"));
}

void TstRunFolder::aRunThatIsWrittenIntoCannotBeReopened()
{
    const test::TemporaryFolder folder;
    auto run = RunFolder::create(folder.path() / "run", {});
    QVERIFY(run);
    const auto second = RunFolder::reopen(folder.path() / "run");
    QVERIFY(!second);
    QCOMPARE(second.error().code, ErrorCode::Config);
    QVERIFY(second.error().text().contains("another program"));
    run->reset();
    QVERIFY(RunFolder::reopen(folder.path() / "run"));
}

void TstRunFolder::changedSettingsAreThoseToResumeWith()
{
    const test::TemporaryFolder folder;
    const auto run = RunFolder::create(folder.path() / "run", {});
    QVERIFY(run);
    LiveSettings settings = liveSettingsOf(RunConfig{});
    settings.augmentation = Augmentation::None;
    (*run)->write(SettingsChange{settings, 1, 5});
    QCOMPARE(readConfigFile(folder.path() / "run" / "config.json")->training.augment, Augmentation::None);
}

void TstRunFolder::theNewestUnfinishedRunIsFound()
{
    const test::TemporaryFolder folder;
    QVERIFY(!newestUnfinishedRun(folder.path() / "away"));
    QVERIFY(!newestUnfinishedRun(folder.path()));
    const auto hour = std::chrono::hours(1);
    const auto now = fs::file_time_type::clock::now();
    int age = 0;
    for (const char* name : {"going on", "finished", "unsaved", "broken", "crashed", "crashed before"}) {
        RunConfig config;
        config.training.epochs = 7;
        config.output.run = "elsewhere"; // the folder was moved
        auto run = RunFolder::create(folder.path() / name, config);
        QVERIFY(run);
        const fs::path last = (*run)->checkpoint("last");
        std::ofstream(last) << "checkpoint";
        fs::last_write_time(last, now - ++age * hour);
    }
    auto goingOn = RunFolder::reopen(folder.path() / "going on");
    std::ofstream(folder.path() / "finished/report.json") << "{}";
    fs::remove(folder.path() / "unsaved/checkpoints/last.pt");
    std::ofstream(folder.path() / "broken/config.json") << "{";
    const auto found = newestUnfinishedRun(folder.path());
    QVERIFY(found);
    QCOMPARE(found->folder.filename(), fs::path("crashed"));
    QCOMPARE(found->checkpoint, found->folder / "checkpoints/last.pt");
    QCOMPARE(found->config.training.epochs, 7);
    QCOMPARE(found->config.output.run, found->folder.string());
    QVERIFY(!found->hasFailed);

    // One that failed is offered, too, as long as no other was saved since.
    std::ofstream(folder.path() / "finished/report.json") << R"({"outcome":"failed"})";
    QCOMPARE(newestUnfinishedRun(folder.path())->folder.filename(), fs::path("crashed"));
    goingOn->reset();
    fs::remove_all(folder.path() / "going on");
    const auto failed = newestUnfinishedRun(folder.path());
    QVERIFY(failed && failed->hasFailed);
    QCOMPARE(failed->folder.filename(), fs::path("finished"));
}

GAPLESS_TEST(TstRunFolder, "run_folder")
#include "tst_run_folder.moc"
