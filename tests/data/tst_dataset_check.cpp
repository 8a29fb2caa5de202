// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/dataset_check.h"
#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

struct Folders : test::ImageAndMaskFolders
{
    void pair(const std::string& name, ImageSize size, const test::ValueAt& value) const
    {
        test::writePair(images / (name + ".png"), masks / (name + ".png"), size, value);
    }
    [[nodiscard]] DatasetReport check(int threads = 2) const
    {
        return checkDataset({images, masks, "auto", threads}).value();
    }
};

int half(int row, int)
{
    return row < 8 ? 1 : 0;
}

const DatasetProblem* find(const DatasetReport& report, const std::string& kind)
{
    const auto place = std::ranges::find(report.problems, kind, &DatasetProblem::kind);
    return place == report.problems.end() ? nullptr : &*place;
}

/// "kind file" in the report's order.
std::vector<std::string> errorsOf(const DatasetReport& report)
{
    std::vector<std::string> names;
    for (const DatasetProblem& problem : report.problems)
        if (problem.severity == Severity::Error)
            names.push_back(problem.kind + " " + problem.file.filename().string());
    return names;
}

bool isSquare(int row, int column)
{
    return row >= 10 && row < 22 && column >= 10 && column < 22;
}

RgbImage whiteBlock(ImageSize size)
{
    RgbImage image{size, {}};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.data.insert(image.data.end(), 3, y < 10 && x < 10 ? 255 : 0);
    return image;
}

} // namespace

class TstDatasetCheck final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everythingWrongIsToldAtOnce();
    void reportIsTheSameForAnyNumberOfThreads();
    void twoValuedMasksHaveTwoClasses_data();
    void twoValuedMasksHaveTwoClasses();
    void colorMasksShareOneTable();
    void orientedPhotosFollowTheMask();
    void mixedKindsAndSizesAreNotes();
    void sixteenBitIdsAreClasses();
    void stopIsObeyed();
    void progressReachesTheEnd();
    void wrongIgnoreValueIsRefused();
    void mergedClassesFollowTraining();
};

void TstDatasetCheck::everythingWrongIsToldAtOnce()
{
    const Folders folders;
    for (const char* name : {"good", "mask_cut", "image_cut", "image_empty"})
        folders.pair(name, {16, 16}, half);
    test::cutFile(folders.masks / "mask_cut.png", 0.8);
    test::cutFile(folders.images / "image_cut.png", 0.8);
    test::cutFile(folders.images / "image_empty.png", 0);
    test::writeColor(folders.images / "size.png", {16, 20}, [](int, int) { return Rgb{1, 2, 3}; });
    test::writeGrey(folders.masks / "size.png", {16, 16}, half);
    test::writeColor(folders.images / "jpeg_mask.png", {16, 16}, [](int, int) { return Rgb{1, 2, 3}; });
    test::writeJpegFile(folders.masks / "jpeg_mask.jpg", {{16, 16}, std::vector<std::uint8_t>(768, 0)});
    const DatasetReport report = folders.check();
    QCOMPARE(report.pairs.size(), std::size_t{1});
    QCOMPARE(report.pairs[0].size, (ImageSize{16, 16}));
    QCOMPARE(report.refused.size(), std::size_t{5});
    QVERIFY(std::ranges::find(report.refused, folders.images / "size.png", &ImagePair::image) != report.refused.end());
    const std::vector<std::string> expected{"unreadable image_cut.png", "unreadable image_empty.png",
                                            "unreadable-mask jpeg_mask.jpg", "unreadable-mask mask_cut.png",
                                            "size-mismatch size.png"};
    QCOMPARE(errorsOf(report), expected);
    const DatasetProblem* size = find(report, "size-mismatch");
    QVERIFY2(size->message.contains("16 x 20") && size->message.contains("16 x 16"), size->message.c_str());
    QVERIFY(find(report, "unreadable-mask")->message.contains("JPEG"));
    QVERIFY(std::ranges::is_sorted(report.problems, std::ranges::greater(), &DatasetProblem::severity));
}

void TstDatasetCheck::reportIsTheSameForAnyNumberOfThreads()
{
    const Folders folders;
    for (int number = 0; number < 20; ++number)
        folders.pair(std::to_string(number), {16, 8 + number}, [&](int row, int) { return row < number ? 1 : 0; });
    test::cutFile(folders.images / "7.png", 0.5);
    test::cutFile(folders.masks / "3.png", 0.5);
    const std::string one = reportToJson(folders.check(1));
    QCOMPARE(reportToJson(folders.check(7)), one);
    QVERIFY(one.contains("\"pairs\":18"));
}

void TstDatasetCheck::twoValuedMasksHaveTwoClasses_data()
{
    QTest::addColumn<int>("foreground");
    QTest::addColumn<bool>("hasBorder");
    QTest::addColumn<bool>("hasIgnoreValue");
    QTest::newRow("0 and 255") << 255 << false << false;
    QTest::newRow("0, 1 and a border of 255") << 1 << true << true;
    QTest::newRow("0 and 1") << 1 << false << false;
}

void TstDatasetCheck::twoValuedMasksHaveTwoClasses()
{
    QFETCH(const int, foreground);
    QFETCH(const bool, hasBorder);
    QFETCH(const bool, hasIgnoreValue);
    const Folders folders;
    const auto value = [&](int row, int column) {
        if (isSquare(row, column))
            return foreground;
        const bool isBorder = row >= 8 && row < 24 && column >= 8 && column < 24;
        return hasBorder && isBorder ? 255 : 0;
    };
    for (int number = 0; number < 6; ++number)
        folders.pair(std::to_string(number), {32, 32}, value);
    const DatasetReport report = folders.check();
    QVERIFY(!report.hasErrors());
    QCOMPARE(report.classes.size(), 2);
    QCOMPARE(report.classes.classes[1].pixels, std::int64_t{6 * 144});
    QCOMPARE(report.classes.ignoreValue.has_value(), hasIgnoreValue);
    QCOMPARE(report.classes.ignoredPixels, std::int64_t{hasBorder ? 6 * (256 - 144) : 0});
    const auto labels = labelsOf(decodeMask(folders.masks / "3.png").value(), report.classes, "3.png");
    QCOMPARE(std::ranges::count(labels->data, 1), std::ptrdiff_t{144});
}

void TstDatasetCheck::colorMasksShareOneTable()
{
    const Folders folders;
    constexpr Rgb colors[] = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {255, 255, 255}};
    const auto quadrant = [&](int row, int column) { return colors[row / 8 * 2 + column / 8]; };
    for (const char* name : {"1.png", "2.png"})
        test::writeColor(folders.images / name, {16, 16}, [](int, int) { return Rgb{9, 9, 9}; });
    test::writeColor(folders.masks / "1.png", {16, 16}, quadrant);
    test::writeColor(folders.masks / "2.png", {16, 16}, [&](int row, int column) {
        return row == 3 && column == 3 ? Rgb{250, 3, 2} : quadrant(row, column);
    });
    const DatasetReport report = folders.check();
    QVERIFY(report.classes.kind == MaskKind::Colors);
    QCOMPARE(report.classes.size(), 4);
    QCOMPARE(errorsOf(report), std::vector<std::string>{"stray-color 2.png"});
    QCOMPARE(report.pairs.size(), std::size_t{1});
    const auto labels = labelsOf(decodeMask(folders.masks / "1.png").value(), report.classes, "1.png");
    QVERIFY(labels.has_value());
    QCOMPARE(std::ranges::count(labels->data, 3), std::ptrdiff_t{64});
}

void TstDatasetCheck::orientedPhotosFollowTheMask()
{
    const Folders folders;
    const auto topRight = [](int row, int column) { return row < 10 && column >= 20 ? 1 : 0; };
    const auto topLeft = [](int row, int column) { return row < 10 && column < 10 ? 1 : 0; };
    test::writeJpegFile(folders.images / "a.jpg", whiteBlock({30, 40}), 6);
    test::writeGrey(folders.masks / "a.png", {40, 30}, topRight);
    test::writeJpegFile(folders.images / "b.jpg", whiteBlock({30, 40}), 6);
    test::writeGrey(folders.masks / "b.png", {30, 40}, topLeft);
    test::writeJpegFile(folders.images / "c.jpg", whiteBlock({40, 40}), 6);
    test::writeGrey(folders.masks / "c.png", {40, 40}, topLeft);
    const DatasetReport report = folders.check();
    QVERIFY(!report.hasErrors());
    QCOMPARE(report.pairs.size(), std::size_t{3});
    QCOMPARE(report.pairs[0].size, (ImageSize{40, 30}));
    QCOMPARE(report.pairs[1].size, (ImageSize{30, 40}));
    for (const DatasetProblem& problem : report.problems)
        if (problem.kind == "orientation")
            QCOMPARE(problem.severity == Severity::Warning, problem.file.filename() == "c.jpg");
    QCOMPARE(std::ranges::count(report.problems, "orientation", &DatasetProblem::kind), std::ptrdiff_t{3});
}

void TstDatasetCheck::mixedKindsAndSizesAreNotes()
{
    const Folders folders;
    folders.pair("a", {16, 16}, half);
    test::writeGrey(folders.images / "b.png", {24, 40}, [](int, int) { return 9; });
    test::writeGrey(folders.masks / "b.png", {24, 40}, half);
    const DatasetReport report = folders.check();
    QVERIFY(!report.hasErrors());
    const std::map<std::string, int> kinds{{"RGB", 1}, {"grey", 1}};
    QCOMPARE(report.imageKinds, kinds);
    QVERIFY(find(report, "mixed-images") != nullptr);
    const DatasetProblem* sizes = find(report, "mixed-sizes");
    QVERIFY(sizes != nullptr && sizes->message.contains("16 x 16") && sizes->message.contains("24 x 40"));
}

void TstDatasetCheck::sixteenBitIdsAreClasses()
{
    const Folders folders;
    constexpr int ids[] = {1, 255, 256, 257, 300, 512, 768, 1000};
    test::writeColor(folders.images / "a.png", {32, 32}, [](int, int) { return Rgb{1, 2, 3}; });
    test::writeGrey(
        folders.masks / "a.png", {32, 32}, [&](int row, int) { return ids[row / 4]; }, 16);
    const DatasetReport report = checkDataset({folders.images, folders.masks, "none", 2}).value();
    QCOMPARE(report.classes.size(), 8);
    for (std::size_t index = 0; index < 8; ++index) {
        QCOMPARE(report.classes.classes[index].value, std::int64_t{ids[index]});
        QCOMPARE(report.classes.classes[index].pixels, std::int64_t{128});
    }
}

void TstDatasetCheck::stopIsObeyed()
{
    const Folders folders;
    folders.pair("a", {16, 16}, half);
    std::stop_source source;
    source.request_stop();
    const auto report = checkDataset({folders.images, folders.masks}, source.get_token());
    QVERIFY(!report.has_value());
    QVERIFY(report.error().code == ErrorCode::Cancelled);
}

void TstDatasetCheck::progressReachesTheEnd()
{
    const Folders folders;
    for (int number = 0; number < 9; ++number)
        folders.pair(std::to_string(number), {16, 16}, half);
    std::vector<std::int64_t> done;
    const auto report = checkDataset({folders.images, folders.masks}, {}, [&](std::int64_t now, std::int64_t total) {
        QCOMPARE(total, std::int64_t{9});
        done.push_back(now);
    });
    QVERIFY(report.has_value());
    QVERIFY(!done.empty() && std::ranges::is_sorted(done));
    QCOMPARE(done.back(), std::int64_t{9});
}

void TstDatasetCheck::wrongIgnoreValueIsRefused()
{
    const Folders folders;
    folders.pair("a", {16, 16}, half);
    for (const char* text : {"", "x", "-1", "12x", "99999999"}) {
        const auto report = checkDataset({folders.images, folders.masks, text, 1});
        QVERIFY2(!report.has_value() && report.error().code == ErrorCode::Config, text);
    }
}

void TstDatasetCheck::mergedClassesFollowTraining()
{
    const ClassTable training{MaskKind::Ids, {{0, "sky", {}, 10}, {7, "road", {}, 20}}, 255, 3};
    const ClassTable validation{
        MaskKind::Ids, {{3, "class 3", {}, 4}, {7, "class 7", {}, 5}, {255, "class 255", {}, 6}}, std::nullopt, 0};
    const ClassTable merged = mergedClasses(training, validation);
    const std::vector<ClassEntry> expected{{0, "sky", {}, 10}, {3, "class 3", {}, 0}, {7, "road", {}, 20}};
    QCOMPARE(merged.classes, expected);
    QCOMPARE(merged.ignoreValue, std::optional<std::int64_t>(255));
}

GAPLESS_TEST(TstDatasetCheck, "dataset_check")
#include "tst_dataset_check.moc"
