// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <stdexcept>

#include <QSignalSpy>

#include "core/data/sample_set.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "ui/bridge/dataset_controller.h"
#include "ui/bridge/folder_guess.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

DatasetRequest requestFor(const std::string& images, const std::string& masks = "masks")
{
    return {images, masks, {}, {}, "auto"};
}

} // namespace

class TstDatasetController final : public QObject
{
    Q_OBJECT

    using State = DatasetController::State;

private Q_SLOTS:
    void aNewerRequestDropsTheOlderResult()
    {
        // The first check ends after the second, and without minding its stop token.
        test::Gate first;
        test::Gate second;
        DatasetController datasets(
            nullptr, [&](const DatasetRequest& request, std::stop_token, const DatasetController::Progress&) {
                (request.images == "first" ? first : second).passUnstoppable();
                DatasetReport report;
                report.pairs.resize(request.images == "first" ? 1 : 2);
                return Result<DatasetReport>(report);
            });
        datasets.check(requestFor("first"));
        datasets.check(requestFor("second"));
        second.open();
        QTRY_COMPARE(datasets.state(), State::Checked);
        QCOMPARE(datasets.report()->pairs.size(), 2U);
        QSignalSpy changes(&datasets, &DatasetController::stateChanged);
        first.open();
        QTRY_VERIFY(!datasets.isBusy());
        QCOMPARE(changes.count(), 0);
        QCOMPARE(datasets.report()->pairs.size(), 2U);
        QCOMPARE(datasets.request().images, std::string("second"));
    }

    void aNewerRequestStopsTheOlderCheck()
    {
        test::Gate gate;
        std::atomic<int> stopped = 0;
        DatasetController datasets(
            nullptr, [&](const DatasetRequest& request, std::stop_token stop, const DatasetController::Progress&) {
                if (request.images == "first" && !gate.pass(stop)) {
                    ++stopped;
                    return Result<DatasetReport>(fail(ErrorCode::Cancelled, "stopped"));
                }
                return Result<DatasetReport>(DatasetReport());
            });
        datasets.check(requestFor("first"));
        QTRY_COMPARE(gate.arrived(), 1);
        datasets.check(requestFor("second"));
        QTRY_COMPARE(stopped.load(), 1);
        QTRY_COMPARE(datasets.state(), State::Checked);
    }

    void exceptionsAndErrorsBecomeAFailure()
    {
        DatasetController datasets(
            nullptr,
            [](const DatasetRequest&, std::stop_token, const DatasetController::Progress&) -> Result<DatasetReport> {
                throw std::runtime_error("no such luck");
            });
        datasets.check(requestFor("a"));
        QTRY_COMPARE(datasets.state(), State::Failed);
        QVERIFY(datasets.failure().contains(QStringLiteral("no such luck")));
        datasets.reset();
        QCOMPARE(datasets.state(), State::Unchecked);
    }

    void realFoldersAreChecked()
    {
        const test::TemporaryFolder folder;
        QVERIFY(writeSampleSet(folder.path() / "set", 6, {32, 32}).has_value());
        DatasetController datasets;
        datasets.check(requestFor((folder.path() / "set/images").string(), (folder.path() / "set/masks").string()));
        QCOMPARE(datasets.state(), State::Checking);
        QTRY_COMPARE(datasets.state(), State::Checked);
        QCOMPARE(datasets.report()->pairs.size(), 6U);
        datasets.check(requestFor((folder.path() / "none").string(), (folder.path() / "none").string()));
        QTRY_COMPARE(datasets.state(), State::Failed);
        QVERIFY(datasets.failure().contains(QStringLiteral("none")));
    }

    void progressOfTheNewestCheckIsTold()
    {
        test::Gate gate;
        DatasetController datasets(
            nullptr, [&](const DatasetRequest&, std::stop_token stop, const DatasetController::Progress& progress) {
                progress(3, 6);
                (void)gate.pass(stop);
                return Result<DatasetReport>(DatasetReport());
            });
        QSignalSpy progress(&datasets, &DatasetController::progressed);
        datasets.check(requestFor("a"));
        QTRY_COMPARE(progress.count(), 1);
        QCOMPARE(progress.first(), QVariantList({qint64{3}, qint64{6}}));
        gate.open();
        QTRY_COMPARE(datasets.state(), State::Checked);
    }

    void validationFoldersAreCheckedToo()
    {
        const test::TemporaryFolder folder;
        QVERIFY(writeSampleSet(folder.path() / "a", 4, {32, 32}).has_value());
        QVERIFY(writeSampleSet(folder.path() / "b", 4, {32, 32}).has_value());
        const std::string root = folder.path().string();
        std::filesystem::resize_file(*std::filesystem::directory_iterator(folder.path() / "b/masks"),
                                     20); // cut short: unreadable
        const Result<DatasetReport> report = DatasetController::checkFolders(
            {root + "/a/images", root + "/a/masks", root + "/b/images", root + "/b/masks", "auto"}, {}, {});
        QVERIFY(report.has_value());
        QCOMPARE(report->pairs.size(), 4U);
        QVERIFY(report->hasErrors());
    }

    void theSampleIsMadeOnceAndFoundAgain()
    {
        const test::TemporaryFolder folder;
        const QString place = QString::fromStdString((folder.path() / "deep/sample").string());
        DatasetController datasets;
        QSignalSpy ready(&datasets, &DatasetController::sampleReady);
        datasets.makeSample(place);
        QVERIFY(ready.wait(30'000));
        QCOMPARE(ready.first().at(0).toString(), place + QStringLiteral("/images"));
        QFile marker(place + QStringLiteral("/masks/marker"));
        QVERIFY(marker.open(QIODevice::WriteOnly));
        datasets.makeSample(place);
        QVERIFY(ready.wait(30'000));
        QVERIFY(marker.exists());
    }

    void aSampleThatCannotBeWrittenIsTold()
    {
        const test::TemporaryFolder folder;
        QFile file(QString::fromStdString((folder.path() / "file").string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        DatasetController datasets;
        QSignalSpy failed(&datasets, &DatasetController::sampleFailed);
        datasets.makeSample(file.fileName() + QStringLiteral("/sample"));
        QVERIFY(failed.wait(30'000));
    }

    void foldersAreGuessedFromTheirNames_data()
    {
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("images");
        QTest::addColumn<QString>("masks");
        QTest::newRow("parent") << QStringLiteral("set") << QStringLiteral("set/images") << QStringLiteral("set/masks");
        QTest::newRow("images") << QStringLiteral("set/images") << QStringLiteral("set/images")
                                << QStringLiteral("set/masks");
        QTest::newRow("masks") << QStringLiteral("set/masks") << QStringLiteral("set/images")
                               << QStringLiteral("set/masks");
        QTest::newRow("camvid") << QStringLiteral("cam/train") << QStringLiteral("cam/train")
                                << QStringLiteral("cam/trainannot");
        QTest::newRow("alone") << QStringLiteral("lone") << QString() << QString();
    }
    void foldersAreGuessedFromTheirNames()
    {
        QFETCH(QString, chosen);
        QFETCH(QString, images);
        QFETCH(QString, masks);
        const test::TemporaryFolder folder;
        const QString root = QString::fromStdString(folder.path().string()) + u'/';
        for (const char* name : {"set/images", "set/masks", "cam/train", "cam/trainannot", "lone"})
            QDir().mkpath(root + QLatin1String(name));
        const auto pair = guessFolders(root + chosen);
        QCOMPARE(pair.has_value(), !images.isEmpty());
        if (pair) {
            QCOMPARE(QDir::cleanPath(pair->images), QDir::cleanPath(root + images));
            QCOMPARE(QDir::cleanPath(pair->masks), QDir::cleanPath(root + masks));
        }
    }
};

GAPLESS_TEST(TstDatasetController, "dataset_controller")
#include "tst_dataset_controller.moc"
