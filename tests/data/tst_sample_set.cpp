// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <map>
#include <string>

#include "core/data/dataset_check.h"
#include "core/data/image_decode.h"
#include "core/data/sample_set.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

std::map<std::string, std::vector<unsigned char>> filesOf(const fs::path& folder)
{
    std::map<std::string, std::vector<unsigned char>> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[fs::relative(entry.path(), folder).string()] = readFileBytes(entry.path()).value();
    return files;
}

} // namespace

class TstSampleSet final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isADataSetOfFourClassesWithoutProblems();
    void sameSeedGivesTheSameBytes();
    void mayBeWrittenAgain();
    void foreignFilesAreLeftAlone_data();
    void foreignFilesAreLeftAlone();
    void senselessSizesAreRefused();
};

void TstSampleSet::isADataSetOfFourClassesWithoutProblems()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeSampleSet(folder.path() / "new" / "sample", 12, {96, 64}).has_value());
    const auto report = checkDataset({folder.path() / "new/sample/images", folder.path() / "new/sample/masks"});
    QVERIFY(report.has_value());
    QVERIFY(report->problems.empty());
    QCOMPARE(report->pairs.size(), std::size_t{12});
    QCOMPARE(report->pairs[0].size, (ImageSize{96, 64}));
    QCOMPARE(report->classes.size(), 4);
    std::int64_t pixels = 0;
    for (const ClassEntry& entry : report->classes.classes)
        pixels += entry.pixels;
    for (const ClassEntry& entry : report->classes.classes)
        QVERIFY2(entry.pixels * 20 > pixels, entry.name.c_str());
}

void TstSampleSet::sameSeedGivesTheSameBytes()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeSampleSet(folder.path() / "a", 3, {32, 48}, 5).has_value());
    QVERIFY(writeSampleSet(folder.path() / "b", 3, {32, 48}, 5).has_value());
    QVERIFY(writeSampleSet(folder.path() / "c", 3, {32, 48}, 6).has_value());
    QCOMPARE(filesOf(folder.path() / "a").size(), std::size_t{6});
    QVERIFY(filesOf(folder.path() / "a") == filesOf(folder.path() / "b"));
    QVERIFY(filesOf(folder.path() / "a") != filesOf(folder.path() / "c"));
}

void TstSampleSet::mayBeWrittenAgain()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeSampleSet(folder.path(), 2, {32, 32}).has_value());
    QVERIFY(writeSampleSet(folder.path(), 3, {32, 32}).has_value());
    QCOMPARE(filesOf(folder.path()).size(), std::size_t{6});
}

void TstSampleSet::foreignFilesAreLeftAlone_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("beside the folders") << QStringLiteral("thesis.txt");
    QTest::newRow("among the images") << QStringLiteral("images/holiday.png");
    QTest::newRow("of a larger sample") << QStringLiteral("masks/sample_004.png");
}

void TstSampleSet::foreignFilesAreLeftAlone()
{
    QFETCH(const QString, file);
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / file.toStdString();
    fs::create_directories(path.parent_path());
    test::writeBytes(path, "mine");
    const auto written = writeSampleSet(folder.path(), 3, {32, 32});
    QVERIFY(!written.has_value());
    QVERIFY(written.error().code == ErrorCode::Config);
    QVERIFY(written.error().message.contains(path.filename().string()));
    QCOMPARE(filesOf(folder.path()).size(), std::size_t{1});
}

void TstSampleSet::senselessSizesAreRefused()
{
    const test::TemporaryFolder folder;
    QVERIFY(!writeSampleSet(folder.path(), 0).has_value());
    QVERIFY(!writeSampleSet(folder.path(), 1, {8, 96}).has_value());
    QVERIFY(!writeSampleSet(folder.path(), 1, {96, 5000}).has_value());
}

GAPLESS_TEST(TstSampleSet, "sample_set")
#include "tst_sample_set.moc"
