// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/data/data_split.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

int half(int row, int)
{
    return row < 4 ? 1 : 0;
}

struct Folders
{
    test::TemporaryFolder root;
    RunConfig config;

    explicit Folders(int count)
    {
        config.data.images = make("images");
        config.data.masks = make("masks");
        for (int number = 1; number <= count; ++number)
            pair(config.data.images, config.data.masks, std::to_string(number), half);
    }
    [[nodiscard]] std::string make(const std::string& name) const
    {
        fs::create_directories(root.path() / name);
        return (root.path() / name).string();
    }
    void useValidationFolder(const test::ValueAt& value)
    {
        config.data.validationImages = make("val images");
        config.data.validationMasks = make("val masks");
        pair(config.data.validationImages, config.data.validationMasks, "v", value);
    }
    static void pair(const std::string& images, const std::string& masks, const std::string& name,
                     const test::ValueAt& value)
    {
        test::writePair(fs::path(images) / (name + ".png"), fs::path(masks) / (name + ".png"), {8, 8}, value);
    }
};

std::vector<std::string> stems(const std::vector<ImagePair>& pairs)
{
    std::vector<std::string> names;
    for (const ImagePair& pair : pairs)
        names.push_back(pair.image.stem().string());
    return names;
}

bool hasProblem(const DatasetReport& report, const std::string& kind, Severity severity)
{
    return std::ranges::any_of(report.problems, [&](const DatasetProblem& problem) {
        return problem.kind == kind && problem.severity == severity;
    });
}

} // namespace

class TstDataSplit final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyNthCountsInOrderOfName();
    void shareIsDrawnWithTheSeed();
    void shareOfFewPairsHoldsOutOne();
    void noShareHoldsOutNothing();
    void limitKeepsTheFirstPairsOfEitherSide();
    void foldersAreKeptApart();
    void classesOfTheValidationFolderAreAdded();
    void trainingDecidesWhatAValueMeans();
    void otherKindOfMaskInValidationIsAnError();
    void errorsAreListedAndRefused();
    void nothingLeftToTrainOnIsAConfigError();
    void pairsToTrainOnAreKnownBeforehand_data();
    void pairsToTrainOnAreKnownBeforehand();
};

void TstDataSplit::everyNthCountsInOrderOfName()
{
    Folders folders(12);
    folders.config.data.validationEvery = 5;
    const auto split = splitData(folders.config);
    QVERIFY(split.has_value());
    // Byte by byte: 1 10 11 12 [2] 3 4 5 6 [7] 8 9, as sorted() in Python gives them.
    const std::vector<std::string> held{"2", "7"};
    QCOMPARE(stems(split->validation), held);
    const std::vector<std::string> kept{"1", "3", "4", "5", "6", "8", "9", "10", "11", "12"};
    QCOMPARE(stems(split->training), kept);
    QCOMPARE(split->report.pairs.size(), std::size_t{12});
    QCOMPARE(split->classes, split->report.classes);
}

void TstDataSplit::shareIsDrawnWithTheSeed()
{
    Folders folders(20);
    folders.config.data.validationShare = 0.3;
    std::set<std::vector<std::string>> draws;
    for (const std::uint64_t seed : {0, 1, 2, 3}) {
        folders.config.training.seed = seed;
        const auto split = splitData(folders.config);
        QVERIFY(split.has_value());
        QCOMPARE(split->validation.size(), std::size_t{6});
        QCOMPARE(split->training.size(), std::size_t{14});
        std::set<std::string> all;
        for (const auto* part : {&split->training, &split->validation})
            for (const std::string& stem : stems(*part))
                all.insert(stem);
        QCOMPARE(all.size(), std::size_t{20});
        QCOMPARE(stems(splitData(folders.config)->validation), stems(split->validation));
        draws.insert(stems(split->validation));
    }
    QCOMPARE(draws.size(), std::size_t{4});
}

void TstDataSplit::shareOfFewPairsHoldsOutOne()
{
    Folders two(2);
    two.config.data.validationShare = 0.01;
    QCOMPARE(splitData(two.config)->validation.size(), std::size_t{1});
    two.config.data.validationShare = 0.99;
    QCOMPARE(splitData(two.config)->training.size(), std::size_t{1});
    const Folders one(1);
    QCOMPARE(splitData(one.config)->training.size(), std::size_t{1});
    QVERIFY(splitData(one.config)->validation.empty());
}

void TstDataSplit::noShareHoldsOutNothing()
{
    Folders folders(4);
    folders.config.data.validationShare = 0;
    QCOMPARE(splitData(folders.config)->training.size(), std::size_t{4});
}

void TstDataSplit::limitKeepsTheFirstPairsOfEitherSide()
{
    Folders folders(12);
    folders.config.data.validationEvery = 2;
    folders.config.data.limit = 3;
    const auto split = splitData(folders.config);
    QVERIFY(split.has_value());
    // In order of name 1 [10] 11 [12] 2 [3] 4 ...: the first three that are trained on are 1, 11, 2.
    const std::vector<std::string> kept{"1", "2", "11"};
    QCOMPARE(stems(split->training), kept);
    const std::vector<std::string> heldOut{"3", "10", "12"};
    QCOMPARE(stems(split->validation), heldOut);
    QCOMPARE(split->leftOut, std::int64_t{6});
    folders.config.data.limit = 6;
    QCOMPARE(splitData(folders.config)->leftOut, std::int64_t{0});
}

void TstDataSplit::foldersAreKeptApart()
{
    Folders folders(3);
    folders.useValidationFolder(half);
    const auto split = splitData(folders.config);
    QVERIFY(split.has_value());
    QCOMPARE(split->training.size(), std::size_t{3});
    QCOMPARE(stems(split->validation), std::vector<std::string>{"v"});
    QCOMPARE(split->classes.size(), 2);
}

void TstDataSplit::classesOfTheValidationFolderAreAdded()
{
    Folders folders(3);
    folders.useValidationFolder([](int row, int) { return row < 4 ? 5 : 0; });
    const auto split = splitData(folders.config);
    QVERIFY(split.has_value());
    QCOMPARE(split->classes.size(), 3);
    QCOMPARE(split->classes.classes[2].value, std::int64_t{5});
    QVERIFY(hasProblem(split->report, "unseen-class", Severity::Warning));
}

void TstDataSplit::trainingDecidesWhatAValueMeans()
{
    Folders folders(2);
    Folders::pair(folders.config.data.images, folders.config.data.masks, "border",
                  [](int row, int) { return row < 4 ? 255 : 0; });
    folders.useValidationFolder([](int row, int) { return row < 4 ? 255 : 0; });
    const auto split = splitData(folders.config);
    QVERIFY(split.has_value());
    QCOMPARE(split->classes.size(), 2);
    QCOMPARE(split->classes.ignoreValue, std::optional<std::int64_t>(255));
}

void TstDataSplit::otherKindOfMaskInValidationIsAnError()
{
    Folders folders(2);
    folders.useValidationFolder(half);
    test::writeColor(fs::path(folders.config.data.validationMasks) / "v.png", {8, 8}, [](int row, int) {
        return row < 4 ? Rgb{255, 0, 0} : Rgb{};
    });
    const auto split = splitData(folders.config);
    QVERIFY(!split.has_value());
    QVERIFY(split.error().code == ErrorCode::Data);
    QVERIFY(split.error().message.contains("differ in kind"));
}

void TstDataSplit::errorsAreListedAndRefused()
{
    const Folders folders(14);
    for (int number = 1; number <= 12; ++number)
        test::cutFile(fs::path(folders.config.data.images) / (std::to_string(number) + ".png"), 0.5);
    const auto split = splitData(folders.config);
    QVERIFY(!split.has_value());
    QVERIFY(split.error().code == ErrorCode::Data);
    const std::string& message = split.error().message;
    QVERIFY2(message.contains("12 errors") && message.contains("and 2 more"), message.c_str());
    QVERIFY(message.contains("10.png: ") && !message.contains("11.png"));
}

void TstDataSplit::nothingLeftToTrainOnIsAConfigError()
{
    Folders folders(3);
    folders.config.data.validationEvery = 1;
    const auto split = splitData(folders.config);
    QVERIFY(!split.has_value());
    QVERIFY(split.error().code == ErrorCode::Config);
}

void TstDataSplit::pairsToTrainOnAreKnownBeforehand_data()
{
    QTest::addColumn<int>("pairs");
    QTest::addColumn<int>("every");
    QTest::addColumn<double>("share");
    QTest::addColumn<int>("limit");
    QTest::addColumn<bool>("hasValidationFolder");
    QTest::newRow("a share") << 11 << 0 << 0.3 << 0 << false;
    QTest::newRow("a small share holds out one") << 3 << 0 << 0.01 << 0 << false;
    QTest::newRow("one pair is trained on") << 1 << 0 << 0.5 << 0 << false;
    QTest::newRow("no share") << 4 << 0 << 0.0 << 0 << false;
    QTest::newRow("every fifth") << 12 << 5 << 0.5 << 0 << false;
    QTest::newRow("limited") << 12 << 0 << 0.25 << 7 << false;
    QTest::newRow("a limit that is not reached") << 12 << 0 << 0.25 << 100 << false;
    QTest::newRow("a validation folder") << 5 << 2 << 0.5 << 0 << true;
}

void TstDataSplit::pairsToTrainOnAreKnownBeforehand()
{
    QFETCH(const int, pairs);
    Folders folders(pairs);
    DataConfig& data = folders.config.data;
    QFETCH(const bool, hasValidationFolder);
    if (hasValidationFolder)
        folders.useValidationFolder(half);
    QFETCH(const int, every);
    data.validationEvery = every;
    QFETCH(const double, share);
    data.validationShare = share;
    QFETCH(const int, limit);
    data.limit = limit;
    QCOMPARE(trainingPairs(data, pairs), std::ssize(splitData(folders.config)->training));
}

GAPLESS_TEST(TstDataSplit, "data_split")
#include "tst_data_split.moc"
