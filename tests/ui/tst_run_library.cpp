// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include <QSignalSpy>

#include "core/session/run_folder.h"
#include "tests/session/run_lines.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "ui/bridge/run_library.h"

using namespace gapless;
using namespace gapless::ui;
namespace fs = std::filesystem;

namespace
{

RunConfig configOf(std::int64_t epochs)
{
    RunConfig config;
    config.training.epochs = epochs;
    return config;
}

/// A library, what it listed last, and what became of the curves it told of.
struct Library
{
    Library()
    {
        QObject::connect(&library, &RunLibrary::listed, &library, [this](const std::vector<ListedRun>& listed) {
            runs = listed;
            ++lists;
        });
        QObject::connect(&library, &RunLibrary::curvesRead, &library, [this](const fs::path& run, const RunNews& news) {
            std::size_t& count = losses[run.filename().string()];
            count = (news.isAnew ? 0 : count) + news.loss.size();
            ++tellings;
        });
        library.setRunsFolder(folder.path());
        library.setActive(true);
    }

    [[nodiscard]] const ListedRun* find(const std::string& name) const
    {
        for (const ListedRun& run : runs)
            if (run.overview.folder.filename() == name)
                return &run;
        return nullptr;
    }

    test::TemporaryFolder folder;
    std::vector<ListedRun> runs;
    std::map<std::string, std::size_t> losses;
    int lists = 0;
    int tellings = 0;
    RunLibrary library;
};

} // namespace

class TstRunLibrary final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyFolderIsLookedThroughToo()
    {
        Library parts;
        QVERIFY(!parts.library.hasLooked());
        QTRY_VERIFY(parts.library.hasLooked());
        QVERIFY(parts.runs.empty());
    }

    void runsAreListedWithTheirScores()
    {
        Library parts;
        test::makeRun(parts.folder.path() / "one", configOf(3), 2, RunState::Cancelled);
        test::makeRun(parts.folder.path() / "two", configOf(3), 3, RunState::Finished);
        fs::create_directory(parts.folder.path() / "pictures");
        QTRY_COMPARE(parts.runs.size(), std::size_t{2});
        QVERIFY(parts.find("one") != nullptr);
        QTRY_COMPARE(parts.find("one")->overview.fate, RunFate::Stopped);
        QCOMPARE(parts.find("two")->meanIou, (std::vector<double>{0.25, 0.5, 0.75}));
        QCOMPARE(parts.find("two")->config->training.epochs, 3);
    }

    void brokenFoldersAreListedWithTheirReason()
    {
        Library parts;
        test::makeRun(parts.folder.path() / "broken", configOf(3), 2, RunState::Cancelled);
        std::ofstream(parts.folder.path() / "broken/config.json") << "{";
        QTRY_VERIFY(parts.find("broken") != nullptr);
        QTRY_COMPARE(parts.find("broken")->overview.fate, RunFate::Unreadable);
        QVERIFY(parts.find("broken")->overview.reason.contains("config.json"));
    }

    void newChangedAndRemovedRunsAreNoticed()
    {
        Library parts;
        QTRY_VERIFY(parts.library.hasLooked());
        test::makeRun(parts.folder.path() / "run", configOf(3), 1);
        QTRY_VERIFY(parts.find("run") != nullptr);
        QTRY_COMPARE(parts.find("run")->overview.epochsDone, 1);
        test::append(parts.folder.path() / "run/metrics.jsonl", test::epochLines(2, 0.75));
        QTRY_COMPARE(parts.find("run")->overview.epochsDone, 2);
        QCOMPARE(parts.find("run")->meanIou, (std::vector<double>{0.25, 0.75}));
        const std::int64_t before = parts.find("run")->revision;
        std::ofstream(parts.folder.path() / "run/metrics.jsonl", std::ios::trunc) << test::epochLines(1, 0.125);
        QTRY_COMPARE(parts.find("run")->meanIou, (std::vector<double>{0.125}));
        QVERIFY(parts.find("run")->revision != before);
        fs::remove_all(parts.folder.path() / "run");
        QTRY_VERIFY(parts.runs.empty());
    }

    void nothingIsToldWhileNothingChanges()
    {
        Library parts;
        test::makeRun(parts.folder.path() / "run", configOf(3), 1, RunState::Finished);
        parts.library.setFollowed({parts.folder.path() / "run"});
        QTRY_COMPARE(parts.losses["run"], std::size_t{4});
        QTRY_VERIFY(parts.find("run") != nullptr);
        QTRY_COMPARE(parts.find("run")->overview.fate, RunFate::Finished); // the last that was written
        const int lists = parts.lists;
        const int tellings = parts.tellings;
        // Two more rounds, each of which ends idle.
        QSignalSpy idle(&parts.library, &RunLibrary::becameIdle);
        QTRY_VERIFY(idle.count() >= 2);
        QCOMPARE(parts.lists, lists);
        QCOMPARE(parts.tellings, tellings);
    }

    void aFollowedRunIsReadAsItGrows()
    {
        Library parts;
        const fs::path run = parts.folder.path() / "run";
        test::makeRun(run, configOf(3), 1);
        test::makeRun(parts.folder.path() / "other", configOf(3), 1);
        parts.library.setFollowed({run});
        QTRY_COMPARE(parts.losses["run"], std::size_t{4});
        QVERIFY(!parts.losses.contains("other"));
        test::append(run / "metrics.jsonl", test::epochLines(2, 0.75));
        QTRY_COMPARE(parts.losses["run"], std::size_t{8});
        // As a resumed run does.
        std::ofstream(run / "metrics.jsonl", std::ios::trunc) << test::epochLines(1, 0.25);
        QTRY_COMPARE(parts.losses["run"], std::size_t{4});
    }

    void aRunFollowedAgainIsReadFromItsStart()
    {
        Library parts;
        test::makeRun(parts.folder.path() / "run", configOf(3), 2);
        parts.library.setFollowed({parts.folder.path() / "run"});
        QTRY_COMPARE(parts.losses["run"], std::size_t{8});
        parts.library.setFollowed({});
        parts.losses.clear();
        parts.library.setFollowed({parts.folder.path() / "run"});
        QTRY_COMPARE(parts.losses["run"], std::size_t{8});
    }

    void whileNobodyLooksNothingIsRead()
    {
        Library parts;
        QTRY_VERIFY(parts.library.hasLooked());
        QTRY_VERIFY(!parts.library.isBusy());
        parts.library.setActive(false);
        test::makeRun(parts.folder.path() / "run", configOf(3), 1);
        parts.library.setFollowed({parts.folder.path() / "run"});
        parts.library.setRunsFolder(parts.folder.path() / "elsewhere");
        parts.library.setRunsFolder(parts.folder.path());
        QVERIFY(!parts.library.isBusy());
        parts.library.setActive(true);
        QTRY_VERIFY(parts.find("run") != nullptr);
        QTRY_COMPARE(parts.losses["run"], std::size_t{4});
    }

    void whatIsBeingReadEndsWhenNobodyLooksAndGoesOnLater()
    {
        constexpr std::int64_t epochs = 2000;
        Library parts;
        const fs::path run = parts.folder.path() / "run";
        test::makeRun(run, configOf(epochs), 0);
        std::string lines;
        for (std::int64_t epoch = 1; epoch <= epochs; ++epoch)
            lines += test::epochLines(epoch, 0.5);
        test::append(run / "metrics.jsonl", lines);
        parts.library.setFollowed({run});
        QVERIFY(parts.library.isBusy());
        parts.library.setActive(false);
        QTRY_VERIFY(!parts.library.isBusy());
        QVERIFY(parts.losses["run"] < epochs * test::stepsOfEpoch);
        parts.library.setActive(true);
        QTRY_COMPARE_WITH_TIMEOUT(parts.losses["run"], static_cast<std::size_t>(epochs * test::stepsOfEpoch), 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(parts.find("run") != nullptr, 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(parts.find("run")->meanIou.size(), static_cast<std::size_t>(epochs), 60'000);
    }

    void anotherFolderTakesThePlaceOfTheOneBefore()
    {
        Library parts;
        test::makeRun(parts.folder.path() / "a/first", configOf(3), 1);
        test::makeRun(parts.folder.path() / "b/second", configOf(3), 1);
        parts.library.setRunsFolder(parts.folder.path() / "a");
        parts.library.setRunsFolder(parts.folder.path() / "b");
        QTRY_VERIFY(parts.find("second") != nullptr);
        QCOMPARE(parts.runs.size(), std::size_t{1});
        // What is read by other readers, and anew, is not taken for what was there before.
        const std::int64_t before = parts.find("second")->revision;
        parts.library.setRunsFolder(parts.folder.path() / "a");
        QTRY_VERIFY(parts.find("second") == nullptr && parts.library.hasLooked());
        test::append(parts.folder.path() / "b/second/metrics.jsonl", test::epochLines(2, 0.75));
        parts.library.setRunsFolder(parts.folder.path() / "b");
        QTRY_VERIFY(parts.find("second") != nullptr);
        QVERIFY(parts.find("second")->revision != before);
    }

    void addedFoldersAreRunsOrHoldThem()
    {
        Library parts;
        const test::TemporaryFolder other;
        test::makeRun(other.path() / "runs/below", configOf(3), 1);
        test::makeRun(other.path() / "single", configOf(3), 1);
        test::makeRun(parts.folder.path() / "own", configOf(3), 1);
        parts.library.addFolder((other.path() / "runs/").string());
        parts.library.addFolder(other.path() / "single");
        parts.library.addFolder(other.path() / "single/");
        parts.library.addFolder(parts.folder.path() / "own");
        parts.library.addFolder({}); // of a run that failed before it had a folder
        QCOMPARE(parts.library.folders(),
                 (std::vector<fs::path>{parts.folder.path(), other.path() / "runs", other.path() / "single"}));
        QTRY_COMPARE(parts.runs.size(), std::size_t{3});
        QVERIFY(parts.find("below") != nullptr && parts.find("single") != nullptr && parts.find("own") != nullptr);
    }

    void endingInMidReadIsClean()
    {
        const test::TemporaryFolder folder;
        for (int i = 0; i < 20; ++i)
            test::makeRun(folder.path() / std::to_string(i), configOf(3), 3);
        for (int i = 0; i < 10; ++i) {
            auto library = std::make_unique<RunLibrary>();
            library->setRunsFolder(folder.path());
            library->setActive(true);
            library->setFollowed({folder.path() / "1", folder.path() / "2"});
        }
    }
};

GAPLESS_TEST(TstRunLibrary, "run_library")
#include "tst_run_library.moc"
