// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/prediction_job.h"

#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstPredictionJob final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesMaskAndOverlayAfterTheImage()
    {
        const test::TemporaryFolder folder;
        test::makePair(folder.path(), "a.b.1");
        const auto jobs = cli::planPrediction(folder.path() / "images", "out", true);
        QVERIFY(jobs.has_value());
        QCOMPARE(jobs->size(), std::size_t{1});
        QVERIFY(jobs->front().mask == "out/a.b.1.png");
        QVERIFY(jobs->front().overlay == "out/a.b.1_overlay.png");
    }

    void refusesTwoImagesThatWouldShareAFile_data()
    {
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("overlay");
        QTest::newRow("same stem") << "cell.PNG" << false;
        QTest::newRow("an image named as another's overlay") << "cell_overlay.png" << true;
    }

    void refusesTwoImagesThatWouldShareAFile()
    {
        QFETCH(QString, second);
        QFETCH(bool, overlay);
        const test::TemporaryFolder folder;
        test::makePair(folder.path(), "cell");
        const auto images = folder.path() / "images";
        std::filesystem::copy_file(images / "cell.png", images / second.toStdString());
        const auto jobs = cli::planPrediction(images, "out", overlay);
        QVERIFY(!jobs.has_value());
        QCOMPARE(jobs.error().code, ErrorCode::Data);
        QVERIFY(jobs.error().text().contains("cell.png"));
        QVERIFY(jobs.error().text().contains(second.toStdString()));
    }

    void acceptsAnOverlayNameWhenNoOverlaysAreWanted()
    {
        const test::TemporaryFolder folder;
        test::makePair(folder.path(), "cell");
        test::makePair(folder.path(), "cell_overlay");
        QVERIFY(cli::planPrediction(folder.path() / "images", "out", false).has_value());
    }

    void refusesAFolderWithoutImages()
    {
        const test::TemporaryFolder folder;
        const auto jobs = cli::planPrediction(folder.path(), "out", false);
        QVERIFY(!jobs.has_value());
        QCOMPARE(jobs.error().code, ErrorCode::Data);
    }

    void refusesToWriteOverImagesOrMasks()
    {
        const test::TemporaryFolder folder;
        test::makePair(folder.path(), "cell");
        const auto images = folder.path() / "images";
        std::filesystem::create_directory_symlink(images, folder.path() / "link");
        DataConfig trainedOn;
        trainedOn.masks = (folder.path() / "masks").string();
        QVERIFY(!cli::checkOutputFolder(folder.path() / "link", images, {}).has_value());
        QVERIFY(!cli::checkOutputFolder(images / ".." / "masks", images, trainedOn).has_value());
        QVERIFY(cli::checkOutputFolder(folder.path() / "new", images, trainedOn).has_value());
        QVERIFY(cli::checkOutputFolder(images / "predicted", images, trainedOn).has_value());
    }
};

GAPLESS_TEST(TstPredictionJob, "prediction_job")
#include "tst_prediction_job.moc"
