// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <filesystem>
#include <string>

#include <QSignalSpy>

#include "core/session/scripted_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/run_starter.h"
#include "ui/bridge/training_controller.h"
#include "ui/models/settings.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

/// All the parts, a data check that the test decides on, and a run of one step.
struct Parts
{
    Parts()
        : datasets(nullptr,
                   [this](const DatasetRequest&, std::stop_token stop, const DatasetController::Progress&) {
                       (void)gate.pass(stop);
                       return result;
                   })
        , training(makeScriptedEngine(script()))
        , starter(settings, datasets, training)
    {
        starter.setRunsFolder(folder.path() / "runs");
    }

    static EngineScript script()
    {
        EngineScript result;
        result.plan.epochs = 1;
        result.plan.stepsPerEpoch = 1;
        return result;
    }

    void chooseFolders()
    {
        settings.setText(QStringLiteral("data.images"), QStringLiteral("/data/nuclei/images"));
        settings.setText(QStringLiteral("data.masks"), QStringLiteral("/data/nuclei/masks"));
    }

    test::TemporaryFolder folder;
    test::Gate gate;
    Result<DatasetReport> result = DatasetReport();
    Settings settings;
    DatasetController datasets;
    TrainingController training;
    RunStarter starter;
};

} // namespace

class TstRunStarter final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutFoldersStartIsRefusedWithTheReason()
    {
        Parts parts;
        QSignalSpy refused(&parts.starter, &RunStarter::refused);
        QVERIFY(!parts.starter.missing().isEmpty());
        parts.starter.start();
        QCOMPARE(refused.count(), 1);
        QVERIFY(!parts.training.isBusy());
    }

    void startChecksFirstAndThenStarts()
    {
        Parts parts;
        parts.chooseFolders();
        QVERIFY(parts.starter.missing().isEmpty());
        parts.starter.start();
        QVERIFY(parts.starter.isWaitingForCheck());
        QVERIFY(!parts.training.isBusy());
        QSignalSpy ended(&parts.training, &TrainingController::ended);
        parts.gate.open();
        QVERIFY(ended.wait());
        QCOMPARE(parts.training.state(), RunState::Finished);
    }

    void faultyDataRefuseTheStart()
    {
        Parts parts;
        DatasetReport report;
        report.problems.push_back({Severity::Error, "missing-mask", "a.png", "has no mask"});
        parts.result = report;
        parts.chooseFolders();
        QSignalSpy refused(&parts.starter, &RunStarter::refused);
        parts.starter.start();
        parts.gate.open();
        QTRY_COMPARE(refused.count(), 1);
        QVERIFY(refused.first().first().toString().contains(u'1'));
        QVERIFY(!parts.training.isBusy());
        QVERIFY(!parts.starter.missing().isEmpty());
    }

    void changedFoldersAreCheckedByThemselves()
    {
        Parts parts;
        parts.gate.open();
        parts.chooseFolders();
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Checked);
        QCOMPARE(parts.datasets.request().images, std::string("/data/nuclei/images"));
        parts.settings.setText(QStringLiteral("data.images"), QString());
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Unchecked);
    }

    void changedChannelsAreCheckedByThemselves()
    {
        Parts parts;
        parts.gate.open();
        parts.chooseFolders();
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Checked);
        parts.settings.setText(QStringLiteral("model.input_channels"), QStringLiteral("1"));
        QTRY_COMPARE(parts.datasets.request().inputChannels, 1);
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Checked);
    }

    void aWrongSettingIsMissingForStart()
    {
        Parts parts;
        parts.chooseFolders();
        parts.settings.setText(QStringLiteral("training.epochs"), QStringLiteral("0"));
        QVERIFY(!parts.starter.missing().isEmpty());
        parts.settings.setText(QStringLiteral("training.epochs"), QStringLiteral("3"));
        QVERIFY(parts.starter.missing().isEmpty());
    }

    void everyRunGetsAFreshFolder()
    {
        Parts parts;
        parts.gate.open();
        parts.chooseFolders();
        const std::string runs = (parts.folder.path() / "runs").string();
        QCOMPARE(parts.settings.config().output.run, runs + "/nuclei-unet-resnet18");
        for (const char* next : {"/nuclei-unet-resnet18-2", "/nuclei-unet-resnet18-3"}) {
            QSignalSpy ended(&parts.training, &TrainingController::ended);
            parts.starter.start();
            QVERIFY(ended.wait());
            QCOMPARE(parts.settings.config().output.run, runs + next);
        }
    }

    void anOwnRunFolderIsKeptAndNumberedOnlyWhenUsed()
    {
        Parts parts;
        parts.gate.open();
        parts.chooseFolders();
        const std::string own = (parts.folder.path() / "mine").string();
        parts.settings.setText(QStringLiteral("output.run"), QString::fromStdString(own));
        parts.settings.setText(QStringLiteral("data.limit"), QStringLiteral("5"));
        QCOMPARE(parts.settings.config().output.run, own);
        QSignalSpy ended(&parts.training, &TrainingController::ended);
        parts.starter.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended.first().first().value<RunSummary>().runFolder.string(), own);
        QCOMPARE(parts.settings.config().output.run, own + "-2");
    }

    void theSampleComesWithSettingsThatSuitIt()
    {
        Parts parts;
        parts.starter.useSample(QStringLiteral("/s/images"), QStringLiteral("/s/masks"));
        QCOMPARE(parts.settings.config().training.cropHeight, 96);
        QCOMPARE(parts.settings.config().data.masks, std::string("/s/masks"));
        QCOMPARE(parts.datasets.state(), DatasetController::State::Checking);
        parts.gate.open();
    }

    void otherFoldersBringBackTheSettingsOfBefore()
    {
        Parts parts;
        parts.gate.open();
        parts.settings.setText(QStringLiteral("training.crop_width"), QStringLiteral("320"));
        parts.starter.useSample(QStringLiteral("/s/images"), QStringLiteral("/s/masks"));
        parts.settings.setText(QStringLiteral("training.epochs"), QStringLiteral("7"));
        parts.chooseFolders();
        QCOMPARE(parts.settings.config().training.cropHeight, 256);
        QCOMPARE(parts.settings.config().training.cropWidth, 320);
        QCOMPARE(parts.settings.config().training.epochs, 7);
    }

    void otherFoldersForgetTheStartThatWaits()
    {
        Parts parts;
        parts.chooseFolders();
        parts.starter.start();
        QVERIFY(parts.starter.isWaitingForCheck());
        parts.settings.setText(QStringLiteral("data.images"), QStringLiteral("/data/cells/images"));
        QVERIFY(!parts.starter.isWaitingForCheck());
        parts.gate.open();
        QTRY_COMPARE(parts.datasets.request().images, std::string("/data/cells/images"));
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Checked);
        QVERIFY(!parts.training.isBusy());
    }

    void theSampleForgetsTheStartThatWaits()
    {
        Parts parts;
        parts.chooseFolders();
        parts.starter.start();
        QVERIFY(parts.starter.isWaitingForCheck());
        parts.starter.useSample(QStringLiteral("/s/images"), QStringLiteral("/s/masks"));
        QVERIFY(!parts.starter.isWaitingForCheck());
        parts.gate.open();
        QTRY_COMPARE(parts.datasets.state(), DatasetController::State::Checked);
        QVERIFY(!parts.training.isBusy());
    }

    void anEmptyFolderIsFresh()
    {
        const test::TemporaryFolder folder;
        const std::filesystem::path run = folder.path() / "run";
        QCOMPARE(freshFolder(run).string(), run.string());
        std::filesystem::create_directories(run);
        QCOMPARE(freshFolder(run).string(), run.string());
        std::filesystem::create_directories(run / "checkpoints");
        QCOMPARE(freshFolder(run).string(), run.string() + "-2");
    }

    void aSlashAtTheEndIsNoPartOfTheName()
    {
        const test::TemporaryFolder folder;
        const std::string run = (folder.path() / "run").string();
        QCOMPARE(freshFolder(run + "/").string(), run);
        std::filesystem::create_directories(run + "/checkpoints");
        QCOMPARE(freshFolder(run + "/").string(), run + "-2");
    }

    void onlyTheProgramsOwnNumbersAreReplaced()
    {
        const test::TemporaryFolder folder;
        const std::string run = (folder.path() / "run").string();
        std::filesystem::create_directories(run + "/checkpoints");
        std::filesystem::create_directories(run + "-2/checkpoints");
        std::filesystem::create_directories(run + "-2024/checkpoints");
        QCOMPARE(freshFolder(run + "-2024").string(), run + "-2024-2");
        QCOMPARE(freshFolder(run + "-2", run).string(), run + "-3");
    }

    void anOwnNameWithANumberIsCountedOn()
    {
        Parts parts;
        parts.gate.open();
        parts.chooseFolders();
        const std::string own = (parts.folder.path() / "run-2024").string();
        parts.settings.setText(QStringLiteral("output.run"), QString::fromStdString(own));
        for (const char* next : {"-2", "-3"}) {
            QSignalSpy ended(&parts.training, &TrainingController::ended);
            parts.starter.start();
            QVERIFY(ended.wait());
            QCOMPARE(parts.settings.config().output.run, own + next);
        }
    }

    void otherFoldersBringBackHowDataAreUsedButNoValidationFolders()
    {
        Parts parts;
        parts.gate.open();
        chooseDataSettings(parts);
        parts.starter.useSample(QStringLiteral("/s/images"), QStringLiteral("/s/masks"));
        QCOMPARE(parts.settings.config().data.limit, std::int64_t{0});
        parts.settings.setText(QStringLiteral("data.images"), QStringLiteral("/data/cells/images"));
        parts.settings.setText(QStringLiteral("data.masks"), QStringLiteral("/data/cells/masks"));
        const DataConfig& data = parts.settings.config().data;
        QCOMPARE(data.images, std::string("/data/cells/images"));
        QCOMPARE(data.masks, std::string("/data/cells/masks"));
        QVERIFY(data.validationImages.empty());
        QVERIFY(data.validationMasks.empty());
        QCOMPARE(data.validationShare, 0.3);
        QCOMPARE(data.validationEvery, 4);
        QCOMPARE(data.ignoreValue, std::string("7"));
        QCOMPARE(data.limit, std::int64_t{5});
    }

    void theSameFoldersBringBackTheirValidationFolders()
    {
        Parts parts;
        parts.gate.open();
        chooseDataSettings(parts);
        parts.starter.useSample(QStringLiteral("/s/images"), QStringLiteral("/s/masks"));
        parts.settings.setText(QStringLiteral("data.limit"), QStringLiteral("9"));
        parts.chooseFolders();
        const DataConfig& data = parts.settings.config().data;
        QCOMPARE(data.masks, std::string("/data/nuclei/masks"));
        QCOMPARE(data.validationImages, std::string("/data/nuclei/val/images"));
        QCOMPARE(data.validationMasks, std::string("/data/nuclei/val/masks"));
        QCOMPARE(data.limit, std::int64_t{9});
    }

private:
    static void chooseDataSettings(Parts& parts)
    {
        parts.chooseFolders();
        parts.settings.setText(QStringLiteral("data.validation_images"), QStringLiteral("/data/nuclei/val/images"));
        parts.settings.setText(QStringLiteral("data.validation_masks"), QStringLiteral("/data/nuclei/val/masks"));
        parts.settings.setText(QStringLiteral("data.validation_share"), QStringLiteral("0.3"));
        parts.settings.setText(QStringLiteral("data.validation_every"), QStringLiteral("4"));
        parts.settings.setText(QStringLiteral("data.ignore_value"), QStringLiteral("7"));
        parts.settings.setText(QStringLiteral("data.limit"), QStringLiteral("5"));
    }
};

GAPLESS_TEST(TstRunStarter, "run_starter")
#include "tst_run_starter.moc"
