// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/data/sample_index.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

struct Folders
{
    test::TemporaryFolder root;
    fs::path images = root.path() / "my data (1)" / "images";
    fs::path masks = root.path() / "my data (1)" / "masks";

    Folders()
    {
        fs::create_directories(images);
        fs::create_directories(masks);
    }
};

/// Pairing opens no file, so any bytes do.
void touch(const fs::path& folder, const std::vector<std::string>& names)
{
    for (const std::string& name : names)
        test::writeBytes(folder / name, "x");
}

std::vector<std::string> pairNames(const SampleIndex& index)
{
    std::vector<std::string> names;
    for (const SampleIndex::Pair& pair : index.pairs)
        names.push_back(pair.image.filename().string() + " + " + pair.mask.filename().string());
    return names;
}

/// "kind file" of every problem.
std::set<std::string> problemNames(const SampleIndex& index)
{
    std::set<std::string> names;
    for (const DatasetProblem& problem : index.problems)
        names.insert(problem.kind + " " + problem.file.filename().string());
    return names;
}

} // namespace

class TstSampleIndex final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pairsByWholeStemAndListsTheRest();
    void namesOfAnyKindPairByBytes();
    void ambiguousNamesAreErrorsThatNameBoth();
    void exactNameGoesBeforeSuffix();
    void oneFolderMayHoldBoth();
    void otherFilesAreTold();
    void noPairAtAllIsAnError();
    void missingFolderIsAnError();
    void imagesForPredictionComeInNaturalOrder();
    void unlabelledPicturesAreUpright();
};

void TstSampleIndex::pairsByWholeStemAndListsTheRest()
{
    const Folders folders;
    touch(folders.images, {"11.png", "1.png", "10.png", "2.png", "a.b.1.3.6_42_high.jpg", "no_mask.png"});
    fs::create_directory(folders.images / "old");
    touch(folders.masks,
          {"1_mask.png", "2_mask.png", "10_mask.png", "11_mask.png", "a.b.1.3.6_42_high_mask.png", "extra_mask.png"});
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    const std::vector<std::string> expected{"1.png + 1_mask.png", "2.png + 2_mask.png", "10.png + 10_mask.png",
                                            "11.png + 11_mask.png",
                                            "a.b.1.3.6_42_high.jpg + a.b.1.3.6_42_high_mask.png"};
    QCOMPARE(pairNames(*index), expected);
    const std::set<std::string> problems{"missing-mask no_mask.png", "unused-mask extra_mask.png"};
    QCOMPARE(problemNames(*index), problems);
    for (const DatasetProblem& problem : index->problems)
        QVERIFY(problem.severity == Severity::Warning);
}

void TstSampleIndex::namesOfAnyKindPairByBytes()
{
    const Folders folders;
    const std::string composed = "\xC3\xA9";
    const std::string decomposed = "e\xCC\x81";
    const std::string longStem(200, 'q');
    touch(folders.images, {"Wald weg 01.PNG", "\xE6\x97\xA5\xE6\x9C\xAC 2.Jpg", composed + ".png", decomposed + ".png",
                           "na\xC3\xAFve#50%.jpeg", longStem + ".png"});
    touch(folders.masks, {"Wald weg 01.png", "\xE6\x97\xA5\xE6\x9C\xAC 2_mask.PNG", composed + "_mask.png",
                          decomposed + ".png", "na\xC3\xAFve#50%.pNg", longStem + ".png"});
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    QVERIFY(index->problems.empty());
    QCOMPARE(index->pairs.size(), std::size_t{6});
    for (const SampleIndex::Pair& pair : index->pairs) {
        const std::string image = pair.image.stem().string();
        const std::string mask = pair.mask.stem().string();
        QVERIFY2(mask == image || mask == image + "_mask", (image + " got " + mask).c_str());
    }
}

void TstSampleIndex::ambiguousNamesAreErrorsThatNameBoth()
{
    const Folders folders;
    touch(folders.images, {"a.png", "a.JPG", "b.png", "c.png"});
    touch(folders.masks, {"a.png", "b.png", "b_mask.png", "c.png"});
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    QCOMPARE(pairNames(*index), std::vector<std::string>{"c.png + c.png"});
    QCOMPARE(index->problems.size(), std::size_t{2});
    for (const DatasetProblem& problem : index->problems) {
        QVERIFY(problem.severity == Severity::Error);
        QCOMPARE(problem.kind, std::string("ambiguous"));
        const bool namesImages = problem.message.contains("a.png") && problem.message.contains("a.JPG");
        const bool namesMasks = problem.message.contains("b.png") && problem.message.contains("b_mask.png");
        QVERIFY(namesImages || namesMasks);
    }
}

void TstSampleIndex::exactNameGoesBeforeSuffix()
{
    const Folders folders;
    touch(folders.images, {"x.png", "x_mask.png"});
    touch(folders.masks, {"x.png", "x_mask.png"});
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    const std::vector<std::string> expected{"x.png + x.png", "x_mask.png + x_mask.png"};
    QCOMPARE(pairNames(*index), expected);
}

void TstSampleIndex::oneFolderMayHoldBoth()
{
    const Folders folders;
    touch(folders.images, {"2.png", "2_mask.png", "10.jpg", "10_mask.png", "alone.png", "gas_mask.jpg"});
    const auto index = indexSamples(folders.images, folders.images);
    QVERIFY(index.has_value());
    const std::vector<std::string> expected{"2.png + 2_mask.png", "10.jpg + 10_mask.png"};
    QCOMPARE(pairNames(*index), expected);
    const std::set<std::string> problems{"missing-mask alone.png", "missing-mask gas_mask.jpg"};
    QCOMPARE(problemNames(*index), problems);
}

void TstSampleIndex::otherFilesAreTold()
{
    const Folders folders;
    touch(folders.images, {"a.png", "b.TIF", "notes.txt", ".hidden.png"});
    touch(folders.masks, {"a.png", "a.bmp"});
    fs::create_symlink(folders.root.path() / "nowhere.png", folders.images / "broken.png");
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    QCOMPARE(pairNames(*index), std::vector<std::string>{"a.png + a.png"});
    std::map<std::string, Severity> severities;
    for (const DatasetProblem& problem : index->problems)
        severities[problem.file.filename().string()] = problem.severity;
    const std::map<std::string, Severity> expected{{"b.TIF", Severity::Warning},
                                                   {"notes.txt", Severity::Note},
                                                   {".hidden.png", Severity::Note},
                                                   {"broken.png", Severity::Error},
                                                   {"a.bmp", Severity::Warning}};
    QCOMPARE(severities, expected);
}

void TstSampleIndex::noPairAtAllIsAnError()
{
    const Folders folders;
    touch(folders.images, {"1.png"});
    touch(folders.masks, {"10.png"});
    const auto index = indexSamples(folders.images, folders.masks);
    QVERIFY(index.has_value());
    QVERIFY(index->pairs.empty());
    QCOMPARE(index->problems.back().kind, std::string("no-pairs"));
    QVERIFY(index->problems.back().severity == Severity::Error);
    QVERIFY(index->problems.back().message.contains("has a mask of the same name"));
    std::filesystem::remove(folders.masks / "10.png");
    QVERIFY(indexSamples(folders.images, folders.masks)->problems.back().message.contains("holds no masks"));
    std::filesystem::remove(folders.images / "1.png");
    QVERIFY(indexSamples(folders.images, folders.masks)->problems.back().message.contains("holds no images"));
}

void TstSampleIndex::missingFolderIsAnError()
{
    const Folders folders;
    const auto index = indexSamples(folders.images, folders.root.path() / "nowhere");
    QVERIFY(!index.has_value());
    QVERIFY(index.error().code == ErrorCode::Data);
    QVERIFY(index.error().context.ends_with("nowhere"));
}

void TstSampleIndex::imagesForPredictionComeInNaturalOrder()
{
    const Folders folders;
    touch(folders.images, {"10.png", "9.jpg", "1.PNG", "readme.md"});
    const auto images = indexImages(folders.images);
    QVERIFY(images.has_value());
    const std::vector<fs::path> expected{folders.images / "1.PNG", folders.images / "9.jpg", folders.images / "10.png"};
    QCOMPARE(*images, expected);
}

void TstSampleIndex::unlabelledPicturesAreUpright()
{
    const Folders folders;
    test::writeJpegFile(folders.images / "2.jpg", {{30, 40}, std::vector<std::uint8_t>(3600, 9)}, 6);
    test::writeGrey(folders.images / "1.png", {5, 7}, [](int, int) { return 1; });
    const auto pairs = indexUnlabelled(folders.images);
    QVERIFY(pairs.has_value());
    QCOMPARE(pairs->size(), std::size_t{2});
    QCOMPARE(pairs->at(0).size, (ImageSize{5, 7}));
    QCOMPARE(pairs->at(1).size, (ImageSize{40, 30}));
    QVERIFY(pairs->at(1).mask.empty());
}

GAPLESS_TEST(TstSampleIndex, "sample_index")
#include "tst_sample_index.moc"
