// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "core/config/config_json.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::runCli;
using test::text;

class TstUsage final : public QObject
{
    Q_OBJECT

    const QStringList m_folders{"train", "--images", "i", "--masks", "m", "--run", "r"};

private Q_SLOTS:
    void answersHelpAndVersionOnStandardOutput_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("version") << QStringList{"--version"} << QByteArray("gapless-cli 0.");
        QTest::newRow("help") << QStringList{"--help"} << QByteArray("130 or 143 after");
        QTest::newRow("sample") << QStringList{"sample", "--help"} << QByteArray("--count");
        QTest::newRow("check") << QStringList{"check", "--help"} << QByteArray("--ignore-value");
        QTest::newRow("train") << QStringList{"train", "--help"} << QByteArray("--prefetch-depth");
        QTest::newRow("predict") << QStringList{"predict", "--help"} << QByteArray("--overlay");
        QTest::newRow("photos") << QStringList{"predict", "--help"} << QByteArray("orientation");
        QTest::newRow("evaluate") << QStringList{"evaluate", "--help"} << QByteArray("--checkpoint");
    }

    void answersHelpAndVersionOnStandardOutput()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const auto result = runCli(arguments);
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.contains(words), result.out.constData());
        QVERIFY(result.err.isEmpty());
    }

    void refusesByName_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        const QStringList train = m_folders;
        QTest::newRow("nothing asked for") << QStringList{} << QByteArray("name a command");
        QTest::newRow("unknown command") << QStringList{"fly"} << QByteArray("fly");
        QTest::newRow("unknown flag") << QStringList{"--fly"} << QByteArray("--fly");
        QTest::newRow("command of a later version") << QStringList{"export", "r"} << QByteArray("export");
        QTest::newRow("resume without a run") << QStringList{"resume"} << QByteArray("run");
        QTest::newRow("a proof of one step") << QStringList{"resume", "nowhere", "--prove=1"} << QByteArray("--prove");
        QTest::newRow("a score that is none")
            << train + QStringList{"--set", "training.best_by=beauty"} << QByteArray("mean_dice");
        QTest::newRow("flag of a later version") << train + QStringList{"--tile", "512"} << QByteArray("--tile");
        QTest::newRow("one side of the crop") << train + QStringList{"--crop", "64"} << QByteArray("--crop");
        QTest::newRow("no folder for the sample") << QStringList{"sample"} << QByteArray("DIR");
        QTest::newRow("check without masks") << QStringList{"check", "--images", "i"} << QByteArray("--masks");
        QTest::newRow("train without anything") << QStringList{"train"} << QByteArray("--run (output.run)");
        QTest::newRow("precision of a later version")
            << train + QStringList{"--precision", "bf16"} << QByteArray("bf16");
        QTest::newRow("unknown device") << train + QStringList{"--device", "abacus"} << QByteArray("abacus");
        QTest::newRow("no number") << train + QStringList{"--batch", "many"} << QByteArray("many");
        QTest::newRow("negative") << train + QStringList{"--lr", "-1"} << QByteArray("--lr (training.learning_rate)");
        QTest::newRow("no key") << train + QStringList{"--set", "training.batch"} << QByteArray("KEY=VALUE");
        QTest::newRow("unknown key") << train + QStringList{"--set", "training.bacth=4"}
                                     << QByteArray("training.batch");
        QTest::newRow("no such file") << QStringList{"train", "--config", "nowhere.json"} << QByteArray("nowhere.json");
        QTest::newRow("predict without images")
            << QStringList{"predict", "--checkpoint", "c"} << QByteArray("--images");
    }

    void refusesByName()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, words);
        const auto result = runCli(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(words), result.err.constData());
        QVERIFY(result.out.isEmpty());
    }

    void namesEverythingThatIsWrongAtOnce()
    {
        const auto result =
            runCli(m_folders + QStringList{"--batch", "0", "--epochs", "x", "--loss", "focal", "--crop", "64", "65",
                                           "--cross-epoch", "maybe", "--set", "speed.workers=0", "--json"});
        QCOMPARE(result.exitCode, 2);
        for (const char* words :
             {"--batch", "--epochs", "focal", "--crop (training.crop_width)", "--cross-epoch", "--workers"})
            QVERIFY2(result.err.contains(words), result.err.constData());
        QCOMPARE(result.json().at("error").at("code").get<std::string>(), std::string("config"));
    }

    void namesWhatIsWrongInTheFileAndInTheFlagsAtOnce()
    {
        const test::TemporaryFolder folder;
        std::ofstream(folder.path() / "c.json") << R"({"training": {"momentum": "much", "clip": -5, "bacth": 3}})";
        const auto result = runCli(
            QStringList{"train", "--config", text(folder.path() / "c.json"), "--epochs", "0", "--workers", "many"});
        QCOMPARE(result.exitCode, 2);
        for (const char* words : {"c.json, training.momentum", "--clip (training.clip): is -5", "training.bacth",
                                  "--epochs (training.epochs)", "--workers: \"many\"", "--images"})
            QVERIFY2(result.err.contains(words), result.err.constData());
    }

    void letsFlagsOverrideTheFileAndSetOverrideFlags()
    {
        const test::TemporaryFolder folder;
        RunConfig config;
        config.training.batch = -1;
        config.training.clip = -2;
        config.training.momentum = -3;
        std::ofstream(folder.path() / "c.json") << configToJson(config);
        const auto result = runCli(QStringList{"train", "--config", text(folder.path() / "c.json"), "--batch", "-4",
                                               "--clip", "-5", "--set", "training.clip=-6"});
        QCOMPARE(result.exitCode, 2);
        for (const char* words : {"is -3", "is -4", "is -6"})
            QVERIFY2(result.err.contains(words), result.err.constData());
        for (const char* words : {"is -1", "is -2", "is -5"})
            QVERIFY2(!result.err.contains(words), result.err.constData());
    }
};

GAPLESS_TEST(TstUsage, "usage")
#include "tst_usage.moc"
