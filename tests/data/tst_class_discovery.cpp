// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/data/class_discovery.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

MaskSummary maskOf(const std::string& file, ImageSize size, MaskKind kind,
                   const std::function<std::uint32_t(int, int)>& value)
{
    MaskImage mask{kind, size, {}, 8, {}};
    for (int row = 0; row < size.height; ++row)
        for (int column = 0; column < size.width; ++column)
            mask.values.push_back(value(row, column));
    return summarise(mask, file);
}

std::vector<std::int64_t> valuesOf(const ClassTable& table)
{
    std::vector<std::int64_t> values;
    for (const ClassEntry& entry : table.classes)
        values.push_back(entry.value);
    return values;
}

const DatasetProblem* find(const Discovery& discovery, const std::string& kind)
{
    const auto place = std::ranges::find(discovery.problems, kind, &DatasetProblem::kind);
    return place == discovery.problems.end() ? nullptr : &*place;
}

std::uint32_t quadrant(int row, int column)
{
    constexpr std::uint32_t colors[] = {0x000000, 0xFF0000, 0x00FF00, 0xFFFFFF};
    return colors[row / 8 * 2 + column / 8];
}

} // namespace

class TstClassDiscovery final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void twoValuedDependsOnTheWholeSet();
    void ignoreValueCanBeGiven_data();
    void ignoreValueCanBeGiven();
    void unusedIgnoreValueIsTold();
    void strayColorIsNamedAndNoClass();
    void rareColorOfTwoMasksIsAClassWithAWarning();
    void softEdgesAreOneWarningForTheSetAndOneErrorForEachMask();
    void hardlyUsedIdsAreOneWarning();
    void rareColorThatIsKnownIsNoStray();
    void tinyPicturesHaveNoStrays();
    void wideIdsKeep255AsAClass();
    void hardlyUsedIdsAreWarnings();
    void mixedKindsAreReadAsColors();
    void photoAsMaskIsNamed();
    void objectNumbersAreNamed();
    void moreClassesThanFitAreNamed();
    void oneClassAndNothingLabelledAreTold();
    void sharedPaletteGivesTheColors();
};

void TstClassDiscovery::twoValuedDependsOnTheWholeSet()
{
    const auto binary = [](int row, int) { return row < 5 ? 255U : 0U; };
    const Discovery two = discoverClasses(
        {maskOf("a", {20, 20}, MaskKind::Ids, binary), maskOf("b", {20, 20}, MaskKind::Ids, binary)}, "auto");
    const std::vector<std::int64_t> zeroAnd255{0, 255};
    QCOMPARE(valuesOf(two.classes), zeroAnd255);
    QVERIFY(!two.classes.ignoreValue);
    QCOMPARE(two.classes.classes[1].name, std::string("foreground"));
    QCOMPARE(two.classes.classes[1].pixels, std::int64_t{200});
    QVERIFY(find(two, "two-valued") != nullptr && find(two, "two-valued")->severity == Severity::Note);

    const auto ids = [](int row, int) { return static_cast<std::uint32_t>(row / 7); };
    const Discovery four = discoverClasses(
        {maskOf("a", {20, 20}, MaskKind::Ids, binary), maskOf("b", {20, 20}, MaskKind::Ids, ids)}, "auto");
    const std::vector<std::int64_t> three{0, 1, 2};
    QCOMPARE(valuesOf(four.classes), three);
    QCOMPARE(four.classes.ignoreValue, std::optional<std::int64_t>(255));
    QCOMPARE(four.classes.ignoredPixels, std::int64_t{100});
    QVERIFY(find(four, "ignore-value") != nullptr);
}

void TstClassDiscovery::ignoreValueCanBeGiven_data()
{
    QTest::addColumn<std::string>("given");
    QTest::addColumn<std::vector<std::int64_t>>("values");
    QTest::addColumn<qint64>("ignored");
    QTest::newRow("none") << std::string("none") << std::vector<std::int64_t>{0, 1, 255} << qint64{-1};
    QTest::newRow("255") << std::string("255") << std::vector<std::int64_t>{0, 1} << qint64{255};
    QTest::newRow("1") << std::string("1") << std::vector<std::int64_t>{0, 255} << qint64{1};
    QTest::newRow("auto") << std::string("auto") << std::vector<std::int64_t>{0, 1} << qint64{255};
}

void TstClassDiscovery::ignoreValueCanBeGiven()
{
    QFETCH(const std::string, given);
    QFETCH(const std::vector<std::int64_t>, values);
    QFETCH(const qint64, ignored);
    constexpr std::uint32_t stored[] = {0, 1, 255};
    const Discovery found =
        discoverClasses({maskOf("a", {21, 20}, MaskKind::Ids, [&](int row, int) { return stored[row / 7]; })}, given);
    QCOMPARE(valuesOf(found.classes), values);
    QCOMPARE(found.classes.ignoreValue.value_or(-1), std::int64_t{ignored});
}

void TstClassDiscovery::unusedIgnoreValueIsTold()
{
    const Discovery found =
        discoverClasses({maskOf("a", {20, 20}, MaskKind::Ids, [](int row, int) { return row < 5 ? 1U : 0U; })}, "11");
    QCOMPARE(found.classes.ignoreValue, std::optional<std::int64_t>(11));
    QVERIFY(find(found, "ignore-value") != nullptr && find(found, "ignore-value")->message.contains("11"));
}

void TstClassDiscovery::strayColorIsNamedAndNoClass()
{
    const auto withStray = [](int row, int column) {
        return row == 3 && column == 3 ? 0xFA0302U : quadrant(row, column);
    };
    const std::vector<MaskSummary> masks{maskOf("one.png", {16, 16}, MaskKind::Colors, quadrant),
                                         maskOf("two.png", {16, 16}, MaskKind::Colors, withStray)};
    const Discovery found = discoverClasses(masks, "auto");
    const std::vector<std::int64_t> colors{0x000000, 0x00FF00, 0xFF0000, 0xFFFFFF};
    QCOMPARE(valuesOf(found.classes), colors);
    QCOMPARE(found.classes.classes[2].color, (Rgb{255, 0, 0}));
    const DatasetProblem* stray = find(found, "stray-color");
    QVERIFY(stray != nullptr);
    QVERIFY(stray->severity == Severity::Error);
    QCOMPARE(stray->file, std::filesystem::path("two.png"));
    for (const char* part : {"1 pixel,", "row 3", "column 3", "give #fa0302 as the ignore value"})
        QVERIFY2(stray->message.contains(part), stray->message.c_str());
    QVERIFY(found.refused.contains("two.png"));
    const Discovery ignored = discoverClasses(masks, std::to_string(0xFA0302));
    QVERIFY(find(ignored, "stray-color") == nullptr);
    QCOMPARE(valuesOf(ignored.classes), colors);
}

void TstClassDiscovery::rareColorOfTwoMasksIsAClassWithAWarning()
{
    const auto dotted = [](int row, int column) { return row == 3 && column == 3 ? 0x0000FFU : quadrant(row, column); };
    const Discovery found = discoverClasses(
        {maskOf("a", {16, 16}, MaskKind::Colors, dotted), maskOf("b", {16, 16}, MaskKind::Colors, dotted)}, "auto");
    QCOMPARE(found.classes.size(), 5);
    const DatasetProblem* rare = find(found, "rare-class");
    QVERIFY(rare != nullptr && rare->severity == Severity::Warning);
    QVERIFY2(rare->message.contains("#0000ff") && rare->message.contains("row 3, column 3"), rare->message.c_str());
}

void TstClassDiscovery::softEdgesAreOneWarningForTheSetAndOneErrorForEachMask()
{
    // Forty shades along the edge of a shape, the same in two masks; and two more in the second alone.
    const auto soft = [](int row, int column) {
        return row == 50 && column < 40 ? static_cast<std::uint32_t>(0x010101 * (column + 1))
               : row < 50               ? 0U
                                        : 0xFFFFFFU;
    };
    const auto softer = [&](int row, int column) {
        return row == 51 && column < 2 ? 0x00FF00U + static_cast<std::uint32_t>(column) : soft(row, column);
    };
    const Discovery found = discoverClasses(
        {maskOf("a.png", {100, 100}, MaskKind::Colors, soft), maskOf("b.png", {100, 100}, MaskKind::Colors, softer)},
        "auto");
    QCOMPARE(std::ranges::count(found.problems, "rare-class", &DatasetProblem::kind), 1);
    const std::string& warning = find(found, "rare-class")->message;
    for (const char* part : {"40 colours", "#010101 (2 pixels, the first at row 50, column 0 of a.png)", "and 37 more"})
        QVERIFY2(warning.contains(part), warning.c_str());
    QCOMPARE(std::ranges::count(found.problems, "stray-color", &DatasetProblem::kind), 1);
    const DatasetProblem& stray = *find(found, "stray-color");
    QCOMPARE(stray.file, std::filesystem::path("b.png"));
    for (const char* part : {"2 colours", "#00ff00", "#00ff01"})
        QVERIFY2(stray.message.contains(part), stray.message.c_str());
    QCOMPARE(found.classes.size(), 42);
}

void TstClassDiscovery::hardlyUsedIdsAreOneWarning()
{
    const auto numbered = [](int row, int column) {
        return row == 2 && column < 5 ? static_cast<std::uint32_t>(100 + column) : row < 10 ? 1U : 0U;
    };
    const Discovery found = discoverClasses({maskOf("a.png", {20, 20}, MaskKind::Ids, numbered)}, "auto");
    QCOMPARE(std::ranges::count(found.problems, "rare-class", &DatasetProblem::kind), 1);
    const std::string& warning = find(found, "rare-class")->message;
    for (const char* part : {"5 values", "100 (1 pixel, the first at row 2, column 0 of a.png)", "and 2 more"})
        QVERIFY2(warning.contains(part), warning.c_str());
}

void TstClassDiscovery::rareColorThatIsKnownIsNoStray()
{
    const auto withPixel = [](int row, int column) {
        return row == 3 && column == 3 ? 0xFA0302U : quadrant(row, column);
    };
    const MaskSummary mask = maskOf("a", {16, 16}, MaskKind::Colors, withPixel);
    QVERIFY(find(discoverClasses({mask}, "none"), "stray-color") != nullptr);
    const Discovery known = discoverClasses({mask}, "none", {0x000000, 0xFA0302});
    QVERIFY(find(known, "stray-color") == nullptr);
    QCOMPARE(known.classes.size(), 5);
}

void TstClassDiscovery::wideIdsKeep255AsAClass()
{
    constexpr std::uint32_t ids[] = {1, 255, 256, 257, 300, 512, 768, 1000};
    const Discovery found =
        discoverClasses({maskOf("a", {32, 32}, MaskKind::Ids, [&](int row, int) { return ids[row / 4]; })}, "auto");
    QCOMPARE(found.classes.size(), 8);
    QVERIFY(!found.classes.ignoreValue);
    QVERIFY(find(found, "ignore-value") != nullptr);
}

void TstClassDiscovery::tinyPicturesHaveNoStrays()
{
    const Discovery found =
        discoverClasses({maskOf("a", {1, 4}, MaskKind::Colors,
                                [](int, int column) { return quadrant(column / 2 * 8, column % 2 * 8); })},
                        "auto");
    QCOMPARE(found.classes.size(), 4);
    QVERIFY(found.problems.empty());
}

void TstClassDiscovery::hardlyUsedIdsAreWarnings()
{
    const auto dotted = [](int row, int column) { return row == 2 && column == 9 ? 128U : row < 10 ? 1U : 0U; };
    const Discovery found = discoverClasses({maskOf("a", {20, 20}, MaskKind::Ids, dotted)}, "auto");
    QCOMPARE(found.classes.size(), 3);
    const DatasetProblem* rare = find(found, "rare-class");
    QVERIFY(rare != nullptr && rare->severity == Severity::Warning);
    QVERIFY2(rare->message.contains("row 2, column 9"), rare->message.c_str());
}

void TstClassDiscovery::mixedKindsAreReadAsColors()
{
    const auto black = [](int, int) { return 0U; };
    const Discovery found = discoverClasses(
        {maskOf("grey.png", {16, 16}, MaskKind::Ids, black), maskOf("b", {16, 16}, MaskKind::Colors, quadrant)},
        "auto");
    QVERIFY(found.classes.kind == MaskKind::Colors);
    QCOMPARE(found.classes.size(), 4);
    QCOMPARE(found.classes.classes[0].pixels, std::int64_t{256 + 64});
    QVERIFY(find(found, "mixed-masks") != nullptr && find(found, "mixed-masks")->severity == Severity::Note);

    MaskSummary deep = maskOf("deep.png", {16, 16}, MaskKind::Ids, [](int, int) { return 1000U; });
    deep.bitDepth = 16;
    const Discovery refused = discoverClasses({deep, maskOf("b", {16, 16}, MaskKind::Colors, quadrant)}, "auto");
    QVERIFY(refused.refused.contains("deep.png"));
    QVERIFY(find(refused, "mixed-masks")->severity == Severity::Error);
}

void TstClassDiscovery::photoAsMaskIsNamed()
{
    const auto photo = [](int row, int column) { return static_cast<std::uint32_t>((row * 100 + column) * 7); };
    const Discovery found = discoverClasses(
        {maskOf("a", {16, 16}, MaskKind::Colors, quadrant), maskOf("photo.png", {100, 100}, MaskKind::Colors, photo)},
        "auto");
    const DatasetProblem* many = find(found, "many-values");
    QVERIFY(many != nullptr && many->severity == Severity::Error);
    QCOMPARE(many->file, std::filesystem::path("photo.png"));
    QCOMPARE(found.classes.size(), 4);
}

void TstClassDiscovery::objectNumbersAreNamed()
{
    const auto plain = [](int row, int) { return row < 10 ? 1U : 0U; };
    const auto numbered = [](int row, int) { return static_cast<std::uint32_t>(row); };
    const Discovery found = discoverClasses(
        {maskOf("a", {20, 20}, MaskKind::Ids, plain), maskOf("objects.png", {200, 100}, MaskKind::Ids, numbered)},
        "auto");
    const DatasetProblem* many = find(found, "many-values");
    QVERIFY(many != nullptr && many->severity == Severity::Error);
    QVERIFY2(many->message.contains("200 different values, 198"), many->message.c_str());
}

void TstClassDiscovery::moreClassesThanFitAreNamed()
{
    const auto numbered = [](int row, int) { return static_cast<std::uint32_t>(row); };
    const Discovery found = discoverClasses(
        {maskOf("a", {300, 100}, MaskKind::Ids, numbered), maskOf("b", {300, 100}, MaskKind::Ids, numbered)}, "none");
    const DatasetProblem* many = find(found, "too-many-classes");
    QVERIFY(many != nullptr && many->severity == Severity::Error);
    QVERIFY2(many->message.contains("300") && many->message.contains("299"), many->message.c_str());
    QCOMPARE(found.classes.size(), maximumClasses);
}

void TstClassDiscovery::oneClassAndNothingLabelledAreTold()
{
    const auto one = [](int, int) { return 3U; };
    const auto nothing = [](int, int) { return 255U; };
    const Discovery found = discoverClasses(
        {maskOf("a", {20, 20}, MaskKind::Ids, one), maskOf("empty.png", {20, 20}, MaskKind::Ids, nothing)}, "auto");
    QVERIFY(find(found, "one-class") != nullptr && find(found, "one-class")->severity == Severity::Warning);
    QCOMPARE(find(found, "nothing-labelled")->file, std::filesystem::path("empty.png"));
    const Discovery none = discoverClasses({maskOf("a", {20, 20}, MaskKind::Ids, nothing)}, "auto");
    QVERIFY(find(none, "no-classes") != nullptr && find(none, "no-classes")->severity == Severity::Error);
}

void TstClassDiscovery::sharedPaletteGivesTheColors()
{
    const auto half = [](int row, int) { return row < 10 ? 1U : 0U; };
    MaskSummary first = maskOf("a", {20, 20}, MaskKind::Ids, half);
    MaskSummary second = maskOf("b", {20, 20}, MaskKind::Ids, half);
    first.palette = {{9, 8, 7}, {6, 5, 4}};
    second.palette = first.palette;
    QCOMPARE(discoverClasses({first, second}, "auto").classes.classes[1].color, (Rgb{6, 5, 4}));
    second.palette[1] = {1, 1, 1};
    QCOMPARE(discoverClasses({first, second}, "auto").classes.classes[1].color, defaultClassColor(1));
}

GAPLESS_TEST(TstClassDiscovery, "class_discovery")
#include "tst_class_discovery.moc"
