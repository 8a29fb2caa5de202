// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::runCli;
using test::text;

class TstTrainStops final : public QObject
{
    Q_OBJECT

    test::TemporaryFolder m_folder;
    std::filesystem::path m_set = m_folder.path() / "set";

    void startTraining(QProcess& process, const std::filesystem::path& run, const QStringList& further = {}) const
    {
        process.start(QStringLiteral(GAPLESS_CLI),
                      QStringList{"train", "--images", text(m_set / "images"), "--masks", text(m_set / "masks"),
                                  "--run", text(run), "--epochs", "100000", "--crop", "64", "64", "--batch", "4",
                                  "--threads", "1", "--json"} +
                          further);
    }

private Q_SLOTS:
    void initTestCase() { QCOMPARE(runCli({"sample", text(m_set), "--count", "8", "--size", "64", "64"}).exitCode, 0); }

    void finishesTheStepAndWritesTheCheckpoint_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("terminal closed") << SIGHUP;
    }

    void finishesTheStepAndWritesTheCheckpoint()
    {
        QFETCH(int, signal);
        const auto run = m_folder.path() / ("run" + std::to_string(signal));
        QProcess process;
        startTraining(process, run);
        QVERIFY(test::waitForError(process, "epoch 2/"));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 128 + signal);

        QVERIFY(process.readAllStandardError().contains("the checkpoint written"));
        const test::CliResult result{0, process.readAllStandardOutput(), {}};
        QCOMPARE(result.json().at("outcome").get<std::string>(), std::string("cancelled"));
        QVERIFY(result.json().at("steps").get<int>() >= 4);
        const auto scored = runCli({"evaluate", "--checkpoint", text(run / "checkpoints" / "last.pt"), "--images",
                                    text(m_set / "images"), "--masks", text(m_set / "masks")});
        QVERIFY2(scored.exitCode == 0, scored.err.constData());
        for (const std::string& name : test::fileNames(run / "checkpoints"))
            QVERIFY2(name == "last.pt" || name == "best.pt", name.c_str());
    }

    void promisesNoCheckpointBeforeTheFirstStep()
    {
        const auto run = m_folder.path() / "early";
        QProcess process;
        startTraining(process, run);
        QVERIFY(test::waitForSignalHandler(process)); // it still has to check the pairs and to build the network
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        const QByteArray told = process.readAllStandardError();
        QVERIFY2(told.contains("no step has been taken yet") && !told.contains("checkpoint"), told.constData());
        QVERIFY(!std::filesystem::exists(run));
    }

    void tellsTheReasonOfAFailureLast()
    {
        const auto set = m_folder.path() / "to be damaged";
        for (const char* name : {"a", "b", "c", "d"})
            test::makePair(set, name);
        QProcess process;
        process.start(QStringLiteral(GAPLESS_CLI), {"train",
                                                    "--images",
                                                    text(set / "images"),
                                                    "--masks",
                                                    text(set / "masks"),
                                                    "--run",
                                                    text(m_folder.path() / "damaged"),
                                                    "--epochs",
                                                    "100000",
                                                    "--crop",
                                                    "64",
                                                    "64",
                                                    "--batch",
                                                    "2",
                                                    "--val-share",
                                                    "0",
                                                    "--threads",
                                                    "1",
                                                    "--cache",
                                                    "off"});
        QVERIFY(test::waitForError(process, "epoch 1/"));
        test::truncateFile(set / "images" / "b.png");
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 3);
        const QByteArray last = process.readAllStandardError().trimmed().split('\n').last();
        QVERIFY2(last.startsWith("gapless-cli: " + (set / "images" / "b.png").string()), last.constData());
    }

    void signalsThatComeTogetherAreOne()
    {
        // As timeout(1) sends them, to the process and to its group.
        const auto run = m_folder.path() / "together";
        QProcess process;
        startTraining(process, run);
        QVERIFY(test::waitForError(process, "epoch 1/"));
        for (const int signal : {SIGTERM, SIGHUP})
            QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(30'000));
        QVERIFY(process.exitCode() == 128 + SIGTERM || process.exitCode() == 128 + SIGHUP); // whichever came first
        QVERIFY(process.readAllStandardOutput().contains("cancelled"));
        QVERIFY(std::filesystem::exists(run / "checkpoints" / "last.pt"));
    }

    void endsAtOnceOnASecondSignal()
    {
        // Both are delivered before it runs on, so that the first has no time to act.
        QProcess process;
        startTraining(process, m_folder.path() / "twice");
        QVERIFY(test::waitForError(process, "epoch 1/"));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGSTOP), 0);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGCONT), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QVERIFY(process.exitCode() == 128 + SIGINT || process.exitCode() == 128 + SIGTERM);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }

    void keepsTrainingWhenNobodyReadsItsProgress()
    {
        QProcess shell;
        shell.start("bash", {"-c",
                             R"("$0" train --images "$1/images" --masks "$1/masks" --run "$2" --epochs 2 \
                                --crop 64 64 --threads 1 2> >(head -n 1 >/dev/null) >/dev/null)",
                             GAPLESS_CLI, text(m_set), text(m_folder.path() / "unread")});
        QVERIFY(shell.waitForFinished(120'000));
        QCOMPARE(shell.exitCode(), 0);
        QVERIFY(std::filesystem::exists(m_folder.path() / "unread" / "report.json"));
    }
};

GAPLESS_TEST(TstTrainStops, "train_stops")
#include "tst_train_stops.moc"
