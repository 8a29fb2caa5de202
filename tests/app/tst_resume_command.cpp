// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <fstream>
#include <map>
#include <random>

#include <QDir>
#include <QRegularExpression>
#include <QThread>

#include "core/config/config_json.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::runCli;
using test::text;

/// Going on with a run, as its users meet it.
class TstResumeCommand final : public QObject
{
    Q_OBJECT

    test::TemporaryFolder m_folder;
    std::filesystem::path m_set = m_folder.path() / "set";

    [[nodiscard]] QStringList trainInto(const std::filesystem::path& run, int epochs) const
    {
        return {"train",
                "--images",
                text(m_set / "images"),
                "--masks",
                text(m_set / "masks"),
                "--run",
                text(run),
                "--epochs",
                QString::number(epochs),
                "--crop",
                "64",
                "64",
                "--batch",
                "4",
                "--threads",
                "1",
                "--set",
                "training.ema_decay=0.9",
                "--optimizer",
                "adamw",
                "--lr",
                "0.001",
                "--json"};
    }

    /// Step and loss, as metrics.jsonl has them.
    static std::map<int, double> lossesOf(const std::filesystem::path& run)
    {
        std::map<int, double> losses;
        std::ifstream stream(run / "metrics.jsonl");
        for (std::string line; std::getline(stream, line);) {
            const auto json = nlohmann::json::parse(line, nullptr, false);
            if (json.is_object() && json.value("type", "") == "step")
                losses[json.at("step").get<int>()] = json.at("loss").get<double>();
        }
        return losses;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(runCli({"sample", text(m_set), "--count", "12", "--size", "64", "64"}).exitCode, 0);
        const auto trained = runCli(trainInto(m_folder.path() / "unbroken", 3));
        QVERIFY2(trained.exitCode == 0, trained.err.constData());
    }

    void aStoppedRunEndsAsAnUnbrokenOne()
    {
        const auto run = m_folder.path() / "stopped";
        QProcess process;
        process.start(QStringLiteral(GAPLESS_CLI), trainInto(run, 3));
        QVERIFY(test::waitForError(process, "epoch 1/"));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        const auto resumed = runCli({"resume", text(run), "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        QCOMPARE(resumed.json().at("epochs").get<int>(), 3);
        QCOMPARE(lossesOf(run), lossesOf(m_folder.path() / "unbroken"));
    }

    void aKilledRunEndsAsAnUnbrokenOne()
    {
        const auto run = m_folder.path() / "killed";
        QStringList arguments = trainInto(run, 3);
        arguments << "--set"
                  << "output.save_seconds=0.02";
        std::minstd_rand random(7);
        const auto killWithin = [&](const QStringList& command) {
            QProcess process;
            process.start(QStringLiteral(GAPLESS_CLI), command);
            QVERIFY(test::waitForError(process, "steps "));
            QThread::msleep(100 + random() % 300);
            process.kill();
            QVERIFY(process.waitForFinished(30'000));
        };
        killWithin(arguments);
        int resumes = 0;
        for (; resumes < 3 && std::filesystem::exists(run / "checkpoints" / "last.pt") &&
               !std::filesystem::exists(run / "report.json");
             ++resumes)
            killWithin({"resume", text(run)});
        if (!std::filesystem::exists(run / "checkpoints" / "last.pt"))
            QSKIP("it was killed before its first checkpoint");
        if (!std::filesystem::exists(run / "report.json")) {
            const auto resumed = runCli({"resume", text(run)});
            QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        }
        QCOMPARE(lossesOf(run), lossesOf(m_folder.path() / "unbroken"));
        for (const std::string& name : test::fileNames(run / "checkpoints"))
            QVERIFY2(name == "last.pt" || name == "best.pt", name.c_str());
    }

    void aRunIsMadeLongerAndItsScheduleIsTold()
    {
        const auto run = m_folder.path() / "longer";
        QCOMPARE(runCli(trainInto(run, 1)).exitCode, 0);
        const auto over = runCli({"resume", text(run)});
        QCOMPARE(over.exitCode, 2);
        QVERIFY2(over.err.contains("--epochs"), over.err.constData());
        const auto resumed = runCli({"resume", text(run), "--epochs", "2", "--set", "speed.workers=1", "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        QVERIFY2(resumed.err.contains("schedule is computed anew"), resumed.err.constData());
        QCOMPARE(resumed.json().at("epochs").get<int>(), 2);
        QCOMPARE(resumed.json().at("steps").get<std::size_t>(), lossesOf(run).size());
    }

    void whatWasChangedSinceTheLastCheckpointIsNotForgotten()
    {
        const auto run = m_folder.path() / "changed";
        QCOMPARE(runCli(trainInto(run, 1)).exitCode, 0);
        // As a resume with --epochs 2 leaves it that is killed before its first checkpoint.
        auto config = readConfigFile(run / "config.json");
        QVERIFY(config);
        config->training.epochs = 2;
        config->training.batch = 2; // belongs to the run: the checkpoint knows better
        std::ofstream(run / "config.json") << configToJson(*config);
        std::filesystem::remove(run / "report.json");
        const auto resumed = runCli({"resume", text(run), "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        QCOMPARE(resumed.json().at("epochs").get<int>(), 2);
        QCOMPARE(readConfigFile(run / "config.json")->training.batch, 4);
    }

    void theProofMayStandBeforeTheRunAndTakesWhatIsLeft()
    {
        const auto run = m_folder.path() / "unbroken"; // three steps an epoch
        const auto proof = runCli({"resume", "--prove", text(run), "--epochs", "4", "--json"});
        QVERIFY2(proof.exitCode == 0, proof.err.constData());
        QVERIFY(proof.json().at("equal").get<bool>());
        QCOMPARE(proof.json().at("losses_unbroken").size(), std::size_t{3});
    }

    void proofHoldsAndLeavesTheRunAlone()
    {
        const auto run = m_folder.path() / "unbroken";
        const auto before = std::filesystem::last_write_time(run / "metrics.jsonl");
        const auto proof = runCli({"resume", text(run), "--epochs", "9", "--prove=3", "--json"});
        QVERIFY2(proof.exitCode == 0, proof.err.constData());
        QVERIFY(proof.json().at("equal").get<bool>());
        QVERIFY(proof.json().at("checkpoints_equal").get<bool>());
        QCOMPARE(proof.json().at("losses_unbroken").size(), std::size_t{3});
        QVERIFY(std::filesystem::last_write_time(run / "metrics.jsonl") == before);
    }

    void whatCannotBeResumedIsRefused_data()
    {
        QTest::addColumn<QStringList>("further");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("setting of the run")
            << QStringList{"--set", "training.batch=2"} << QByteArray("belongs to the run");
        QTest::newRow("unknown setting") << QStringList{"--set", "speed.wrokers=2"} << QByteArray("speed.workers");
        QTest::newRow("no assignment") << QStringList{"--set", "speed.workers"} << QByteArray("KEY=VALUE");
        QTest::newRow("fewer epochs") << QStringList{"--epochs", "2"} << QByteArray("has done 3 epochs");
        QTest::newRow("a proof longer than the run")
            << QStringList{"--epochs", "4", "--prove=100"} << QByteArray("steps are left");
        QTest::newRow("no epochs") << QStringList{"--epochs", "0"} << QByteArray("training.epochs");
    }
    void whatCannotBeResumedIsRefused()
    {
        QFETCH(QStringList, further);
        QFETCH(QByteArray, words);
        const auto result = runCli(QStringList{"resume", text(m_folder.path() / "unbroken")} + further);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(words), result.err.constData());
    }

    void aFolderWithoutARunIsRefused()
    {
        const auto result = runCli({"resume", text(m_folder.path() / "nowhere")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("nowhere") && result.err.contains("does not exist"), result.err.constData());
        const auto other = runCli({"resume", text(m_set)});
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.err.contains("no run that can be resumed"), other.err.constData());
    }

    void aDamagedCheckpointNamesAnotherOne()
    {
        const auto run = m_folder.path() / "damaged";
        QCOMPARE(runCli(trainInto(run, 1)).exitCode, 0);
        std::filesystem::copy_file(run / "checkpoints/last.pt", run / "checkpoints/copy.pt");
        std::filesystem::rename(run / "checkpoints/copy.pt", run / "checkpoints/last.pt"); // no longer also "best"
        test::truncateFile(run / "checkpoints/last.pt");
        const auto refused = runCli({"resume", text(run), "--epochs", "2"});
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.err.contains("last.pt") && refused.err.contains("best.pt"), refused.err.constData());
        const auto resumed = runCli({"resume", text(run / "checkpoints/best.pt"), "--epochs", "2", "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        QCOMPARE(resumed.json().at("run").get<std::string>(), run.string());
    }

    void aSecondRunIntoTheFolderIsToldOfResuming()
    {
        const auto result = runCli(trainInto(m_folder.path() / "unbroken", 3));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("resume"), result.err.constData());
    }

    void aMovedRunIsFound()
    {
        const auto run = m_folder.path() / "before";
        const auto moved = m_folder.path() / "after";
        QCOMPARE(runCli(trainInto(run, 1)).exitCode, 0);
        std::filesystem::rename(run, moved);
        const auto resumed = runCli({"resume", text(moved), "--epochs", "2", "--json"});
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        QVERIFY(!std::filesystem::exists(run));
    }

    void movedDataMayBeNamedFromHere()
    {
        const auto run = m_folder.path() / "elsewhere";
        QCOMPARE(runCli(trainInto(run, 1)).exitCode, 0);
        const auto moved = m_folder.path() / "moved";
        std::filesystem::copy(m_set, moved, std::filesystem::copy_options::recursive);
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(text(m_folder.path())));
        const auto resumed = runCli({"resume", "elsewhere", "--epochs", "2", "--set", "data.images=moved/images",
                                     "--set", "data.masks=moved/masks"});
        QDir::setCurrent(before);
        QVERIFY2(resumed.exitCode == 0, resumed.err.constData());
        const auto config = readConfigFile(run / "config.json");
        QVERIFY(config);
        QCOMPARE(config->data.images, (moved / "images").string());
        QCOMPARE(config->data.masks, (moved / "masks").string());
    }

    void theScoreThatDecidesIsShown()
    {
        QStringList arguments = trainInto(m_folder.path() / "by-dice", 1);
        arguments << "--set"
                  << "training.best_by=mean_dice";
        const auto trained = runCli(arguments);
        QVERIFY2(trained.exitCode == 0, trained.err.constData());
        const qsizetype line = trained.err.indexOf("mean Dice 0.");
        QVERIFY2(line > trained.err.indexOf("epoch 1/1"), trained.err.constData());
        QVERIFY2(trained.err.indexOf("(best)") > line, trained.err.constData());
    }
};

GAPLESS_TEST(TstResumeCommand, "resume_command")
#include "tst_resume_command.moc"
