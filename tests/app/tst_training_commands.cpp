// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>

#include "core/config/config_json.h"
#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::makePair;
using test::runCli;
using test::text;

namespace
{

const QStringList tiny{"--crop", "64", "64", "--batch", "4", "--epochs", "2", "--workers", "2"};

QStringList trainOn(const std::filesystem::path& set, const std::filesystem::path& run, const char* threads = "1")
{
    return QStringList{"train", "--images", text(set / "images"), "--masks", text(set / "masks"),
                       "--run", text(run),  "--threads",          threads} +
           tiny;
}

} // namespace

/// One run of two epochs, and what is done with its checkpoint.
class TstTrainingCommands final : public QObject
{
    Q_OBJECT

    test::TemporaryFolder m_folder;
    std::filesystem::path m_set = m_folder.path() / "set";
    std::filesystem::path m_run = m_folder.path() / "runs" / "first";
    test::CliResult m_trained;

    [[nodiscard]] QString checkpoint(const char* name) const
    {
        return text(m_run / "checkpoints" / (std::string(name) + ".pt"));
    }

    [[nodiscard]] test::CliResult predict(const std::filesystem::path& images, const std::filesystem::path& out,
                                          const QStringList& further = {}) const
    {
        return runCli(
            QStringList{"predict", "--checkpoint", checkpoint("last"), "--images", text(images), "--out", text(out)} +
            further);
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCOMPARE(runCli({"sample", text(m_set), "--count", "10", "--size", "80", "72"}).exitCode, 0);
        m_trained = runCli(trainOn(m_set, m_run, "2") + QStringList{"--val-every", "5", "--json"});
        QVERIFY2(m_trained.exitCode == 0, m_trained.err.constData());
    }

    void reportsThePromisedFigures()
    {
        const auto summary = m_trained.json();
        QCOMPARE(summary.at("outcome").get<std::string>(), std::string("finished"));
        QCOMPARE(summary.at("steps").get<int>(), 4);
        QVERIFY(summary.at("images_per_s").get<double>() > 0);
        for (const char* key : {"median", "p95"})
            QVERIFY(summary.at("step_ms").at(key).get<double>() > 0);
        for (const char* key : {"median", "p95", "p99", "max"})
            QVERIFY(summary.at("wait_ms").at(key).get<double>() >= 0);
        for (const char* key : {"median", "max"})
            QVERIFY(summary.at("boundary_ms").at(key).get<double>() >= 0);
        QVERIFY(summary.at("boundary_parts_ms").at("validation").get<double>() > 0);
        QVERIFY(summary.at("stall_share").is_number());
        QVERIFY(summary.at("peak_rss_mb").get<double>() > 0);
        QCOMPARE(summary.at("threads").get<int>(), 2);
        QCOMPARE(summary.at("validation").at("per_class").size(), std::size_t{4});
        QVERIFY(summary.at("validation").at("mean_iou").get<double>() > 0);
        QVERIFY(summary.at("validation").contains("mean_dice"));
    }

    void tellsThePlanAndEachEpochOnStandardError()
    {
        for (const char* words :
             {"8 to train on, 2 to validate on", "resnet18", "one pair in 5", "epoch 1/2", "epoch 2/2", "mean IoU"})
            QVERIFY2(m_trained.err.contains(words), m_trained.err.constData());
        QCOMPARE(m_trained.out.count('\n'), 1);
    }

    void fillsTheRunFolder()
    {
        for (const char* name :
             {"config.json", "metrics.jsonl", "log.txt", "report.json", "checkpoints/last.pt", "checkpoints/best.pt"})
            QVERIFY2(std::filesystem::exists(m_run / name), name);
        std::ifstream report(m_run / "report.json");
        QVERIFY(nlohmann::json::parse(report) == m_trained.json());
    }

    void refusesARunFolderThatHoldsARun()
    {
        const auto again = runCli(trainOn(m_set, m_run));
        QCOMPARE(again.exitCode, 2);
        QVERIFY2(again.err.contains(m_run.string().c_str()), again.err.constData());
        QVERIFY(std::filesystem::exists(m_run / "checkpoints" / "last.pt"));
    }

    void runsAgainFromItsOwnConfiguration()
    {
        const auto second = m_folder.path() / "runs" / "second";
        const auto again = runCli({"train", "--config", text(m_run / "config.json"), "--run", text(second), "--json"});
        QVERIFY2(again.exitCode == 0, again.err.constData());
        auto first = readConfigFile(m_run / "config.json").value();
        first.output.run = second.string();
        QCOMPARE(configToJson(readConfigFile(second / "config.json").value()), configToJson(first));
        const auto loss = [](const test::CliResult& result) {
            return result.json().at("validation").at("loss").get<double>();
        };
        QVERIFY(qAbs(loss(again) - loss(m_trained)) < 0.05 * loss(m_trained));
    }

    void reportsNoTimingsAfterOneEpoch()
    {
        const auto run = m_folder.path() / "runs" / "one";
        const auto result = runCli(trainOn(m_set, run) + QStringList{"--set", "training.epochs=1", "--val-share", "0",
                                                                     "--limit", "7", "--json"});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.err.contains("leaves out 3 pairs"), result.err.constData());
        for (const char* key :
             {"images_per_s", "step_ms", "wait_ms", "boundary_ms", "boundary_parts_ms", "stall_share", "validation"})
            QVERIFY2(result.json().at(key).is_null(), key);
        QVERIFY(std::filesystem::exists(run / "checkpoints" / "last.pt"));
    }

    void refusesDamagedImagesBeforeTheFirstStep()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"a", "b", "c", "d"})
            makePair(folder.path(), name);
        test::truncateFile(folder.path() / "images" / "b.png");
        test::truncateFile(folder.path() / "masks" / "d.png");
        const auto result = runCli(trainOn(folder.path(), folder.path() / "run") + QStringList{"--json"});
        QCOMPARE(result.exitCode, 3);
        for (const auto& file : {folder.path() / "images" / "b.png", folder.path() / "masks" / "d.png"})
            QVERIFY2(result.err.contains(file.string().c_str()), result.err.constData());
        QCOMPARE(result.json().at("outcome").get<std::string>(), std::string("failed"));
        QVERIFY(!std::filesystem::exists(folder.path() / "run" / "checkpoints" / "last.pt"));
    }

    void refusesAMissingFolderAsData()
    {
        const auto result = runCli(trainOn(m_folder.path() / "nowhere", m_folder.path() / "runs" / "none"));
        QCOMPARE(result.exitCode, 3);
        QVERIFY(result.err.contains("nowhere"));
    }

    void trainsOnMixedSizesAndPredictsEachAtItsOwn()
    {
        const test::TemporaryFolder folder;
        const auto set = folder.path() / "my data (1)";
        const std::vector<std::pair<std::string, ImageSize>> pictures{{"Wald weg 01", {350, 525}},
                                                                      {"日本 2", {37, 53}},
                                                                      {"\u00e9", {64, 64}},
                                                                      {"e\u0301", {50, 70}},
                                                                      {"naïve#50%", {1, 1}}};
        for (const auto& [name, size] : pictures)
            makePair(set, name, size);
        const auto trained = runCli(trainOn(set, set / "run é") + QStringList{"--val-share", "0.4"});
        QVERIFY2(trained.exitCode == 0, trained.err.constData());
        const auto predicted = runCli({"predict", "--checkpoint", text(set / "run é" / "checkpoints" / "last.pt"),
                                       "--images", text(set / "images"), "--out", text(set / "predicted")});
        QVERIFY2(predicted.exitCode == 0, predicted.err.constData());
        QCOMPARE(test::fileNames(set / "predicted"), test::fileNames(set / "images"));
        for (const auto& [name, size] : pictures)
            QVERIFY2(decodeMask(set / "predicted" / (name + ".png"))->size == size, name.c_str());
    }

    void writesTheValuesOfTheTrainingMasks()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"a", "b", "c", "d"}) {
            makePair(folder.path(), name);
            auto mask = decodeImage(folder.path() / "masks" / (std::string(name) + ".png")).value();
            LabelImage scaled{mask.size, {}};
            for (std::size_t pixel = 0; pixel < mask.data.size(); pixel += 3)
                scaled.data.push_back(mask.data[pixel] == 0 ? 0 : 255);
            QVERIFY(writePng(folder.path() / "masks" / (std::string(name) + ".png"), scaled).has_value());
        }
        const auto trained =
            runCli(trainOn(folder.path(), folder.path() / "run") + QStringList{"--set", "training.epochs=15"});
        QVERIFY2(trained.exitCode == 0, trained.err.constData());
        const auto predicted =
            runCli({"predict", "--checkpoint", text(folder.path() / "run" / "checkpoints" / "last.pt"), "--images",
                    text(folder.path() / "images"), "--out", text(folder.path() / "out")});
        QVERIFY2(predicted.exitCode == 0, predicted.err.constData());
        const auto mask = decodeMask(folder.path() / "out" / "a.png").value();
        const std::set<std::uint32_t> values(mask.values.begin(), mask.values.end());
        QVERIFY(values == (std::set<std::uint32_t>{0, 255}));
    }

    void trainsOnGreyAndTakesTheChannelsFromTheCheckpoint()
    {
        const test::TemporaryFolder folder;
        const auto run = folder.path() / "run";
        const auto trained =
            runCli(trainOn(m_set, run) + QStringList{"--val-every", "5", "--set", "model.input_channels=1", "--json"});
        QVERIFY2(trained.exitCode == 0, trained.err.constData());
        QVERIFY2(trained.err.contains("10 images with colours are read as grey"), trained.err.constData());
        QCOMPARE(readConfigFile(run / "config.json")->model.inputChannels, 1);
        const QString file = text(run / "checkpoints" / "last.pt");
        const auto predicted = runCli({"predict", "--checkpoint", file, "--images", text(m_set / "images"), "--out",
                                       text(folder.path() / "out"), "--overlay"});
        QVERIFY2(predicted.exitCode == 0, predicted.err.constData());
        QCOMPARE(test::fileNames(folder.path() / "out").size(), std::size_t{20});
        const auto scored = runCli({"evaluate", "--checkpoint", file, "--images", text(m_set / "images"), "--masks",
                                    text(m_set / "masks"), "--json"});
        QVERIFY2(scored.exitCode == 0, scored.err.constData());
        QVERIFY(scored.json().at("mean_iou").get<double>() > 0);
    }

    void imagesWithOtherChannelsAreNamedBeforeTheTraining()
    {
        const test::TemporaryFolder folder;
        const auto result =
            runCli(trainOn(m_set, folder.path() / "run") + QStringList{"--set", "model.input_channels=4"});
        QCOMPARE(result.exitCode, 3);
        const QByteArray name = QByteArray::fromStdString(test::fileNames(m_set / "images").front());
        for (const QByteArray& words : {QByteArray("10 errors"), name, QByteArray("a PNG with 3 channels (RGB)"),
                                        QByteArray("TIFF with exactly 4 samples a pixel")})
            QVERIFY2(result.err.contains(words), result.err.constData());
        QVERIFY(!result.err.contains("epoch 1"));
    }

    void drawsOverlaysOfTheImagesSize()
    {
        const auto out = m_folder.path() / "overlays";
        const auto result = predict(m_set / "images", out, {"--overlay", "--json"});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(result.json().at("predicted").get<int>(), 10);
        QCOMPARE(result.json().at("outcome").get<std::string>(), std::string("finished"));
        QCOMPARE(test::fileNames(out).size(), std::size_t{20});
        const std::string stem = std::filesystem::path(test::fileNames(m_set / "images").front()).stem().string();
        const auto overlay = decodeImage(out / (stem + "_overlay.png"));
        QVERIFY(overlay.has_value());
        QVERIFY((overlay->size == ImageSize{80, 72}));
        const auto mask = decodeMask(out / (stem + ".png"));
        QVERIFY(mask.has_value());
        QVERIFY(std::ranges::all_of(mask->values, [](std::uint32_t value) { return value < 4; }));
    }

    void predictsTheRestOfAFolderWithDamagedImages()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"cut", "good", "no_header"})
            makePair(folder.path(), name);
        test::truncateFile(folder.path() / "images" / "cut.png");
        std::ofstream(folder.path() / "images" / "no_header.png", std::ios::trunc) << "hello";
        const auto result = predict(folder.path() / "images", folder.path() / "out", {"--json"});
        QCOMPARE(result.exitCode, 3);
        QCOMPARE(result.json().at("predicted").get<int>(), 1);
        QCOMPARE(result.json().at("outcome").get<std::string>(), std::string("failed"));
        QCOMPARE(result.json().at("failed").size(), std::size_t{2});
        QVERIFY2(result.err.contains("cut.png") && result.err.contains("no_header.png"), result.err.constData());
        QCOMPARE(test::fileNames(folder.path() / "out"), std::vector<std::string>{"good.png"});
    }

    void tellsThatASignalStoppedIt_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("predict") << "predict" << QByteArray("the masks that are written are complete");
        QTest::newRow("evaluate") << "evaluate" << QByteArray("there are no scores");
    }

    void tellsThatASignalStoppedIt()
    {
        QFETCH(QString, command);
        QFETCH(QByteArray, sentence);
        const test::TemporaryFolder folder;
        makePair(folder.path(), "first");
        constexpr int many = 1000; // far more than it can get through before the signal comes
        for (const char* part : {"images", "masks"})
            for (int number = 0; number < many; ++number)
                std::filesystem::create_hard_link(folder.path() / part / "first.png",
                                                  folder.path() / part / (std::to_string(number) + ".png"));
        const QStringList further = command == "predict" ? QStringList{"--out", text(folder.path() / "out")}
                                                         : QStringList{"--masks", text(folder.path() / "masks")};
        QProcess process;
        process.start(QStringLiteral(GAPLESS_CLI), QStringList{command, "--checkpoint", checkpoint("last"), "--images",
                                                               text(folder.path() / "images"), "--json"} +
                                                       further);
        QVERIFY(test::waitForSignalHandler(process));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 128 + SIGINT);
        const test::CliResult result{0, process.readAllStandardOutput(), process.readAllStandardError()};
        QCOMPARE(result.json().at("outcome").get<std::string>(), std::string("cancelled"));
        QVERIFY2(result.err.contains(sentence) && result.err.count('\n') == 1, result.err.constData());
    }

    void neverPredictsIntoTheImagesOrTheTrainingMasks()
    {
        const auto before = readFileBytes(m_set / "masks" / test::fileNames(m_set / "masks").front()).value();
        QCOMPARE(predict(m_set / "images", m_set / "images").exitCode, 2);
        QCOMPARE(predict(m_set / "images", m_set / "masks").exitCode, 2);
        QVERIFY(readFileBytes(m_set / "masks" / test::fileNames(m_set / "masks").front()).value() == before);
    }

    void scoresAsTheRunDid()
    {
        const test::TemporaryFolder folder;
        const auto names = test::fileNames(m_set / "images");
        for (const std::size_t every : {4U, 9U})
            for (const char* part : {"images", "masks"}) {
                std::filesystem::create_directories(folder.path() / part);
                std::filesystem::copy_file(m_set / part / names[every], folder.path() / part / names[every]);
            }
        const auto result =
            runCli({"evaluate", "--checkpoint", checkpoint("last"), "--images", text(folder.path() / "images"),
                    "--masks", text(folder.path() / "masks"), "--threads", "2", "--json"});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const auto scores = result.json();
        const auto validation = m_trained.json().at("validation");
        QVERIFY(qAbs(scores.at("mean_iou").get<double>() - validation.at("mean_iou").get<double>()) < 1e-6);
        QVERIFY(qAbs(scores.at("mean_dice").get<double>() - validation.at("mean_dice").get<double>()) < 1e-6);
        QCOMPARE(scores.at("per_class").size(), std::size_t{4});
        QCOMPARE(scores.at("pixels").get<int>(), 2 * 80 * 72);
    }

    void refusesMaskValuesThatTheCheckpointDoesNotKnow()
    {
        const test::TemporaryFolder folder;
        makePair(folder.path(), "a");
        LabelImage mask{{64, 64}, std::vector<std::uint8_t>(64 * 64, 0)};
        std::fill_n(mask.data.begin(), 300, std::uint8_t{77});
        QVERIFY(writePng(folder.path() / "masks" / "a.png", mask).has_value());
        const auto result = runCli({"evaluate", "--checkpoint", checkpoint("best"), "--images",
                                    text(folder.path() / "images"), "--masks", text(folder.path() / "masks")});
        QCOMPARE(result.exitCode, 3);
        for (const char* words : {"77 (300 pixels)", "it knows 0, 1, 2, 3"})
            QVERIFY2(result.err.contains(words), result.err.constData());
    }

    void refusesAFileThatIsNoCheckpoint()
    {
        const auto file = m_folder.path() / "not.pt";
        std::ofstream(file) << "not a checkpoint";
        const auto result = runCli({"predict", "--checkpoint", text(file), "--images", text(m_set / "images"), "--out",
                                    text(m_folder.path() / "no_out")});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.err.contains("not.pt"), result.err.constData());
        QVERIFY(!std::filesystem::exists(m_folder.path() / "no_out"));
    }
};

GAPLESS_TEST(TstTrainingCommands, "training_commands")
#include "tst_training_commands.moc"
