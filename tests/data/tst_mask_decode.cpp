// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/data/mask_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::PngFile;
using test::PngType;
namespace fs = std::filesystem;

namespace
{

std::uint32_t valueAt(const MaskImage& mask, int row, int column)
{
    return mask.values.at(static_cast<std::size_t>(row * mask.size.width + column));
}

/// The palette of PASCAL VOC: bits of the index spread over the three channels.
std::vector<Rgb> vocPalette(int entries)
{
    std::vector<Rgb> palette;
    for (int index = 0; index < entries; ++index) {
        Rgb color{};
        for (int bit = 0; bit < 8; ++bit)
            color[static_cast<std::size_t>(bit % 3)] = static_cast<std::uint8_t>(
                color[static_cast<std::size_t>(bit % 3)] | ((index >> bit & 1) << (7 - bit / 3)));
        palette.push_back(color);
    }
    return palette;
}

ClassTable table(MaskKind kind, const std::vector<std::int64_t>& values,
                 std::optional<std::int64_t> ignore = std::nullopt)
{
    ClassTable classes{kind, {}, ignore, 0};
    for (const std::int64_t value : values)
        classes.classes.push_back({value, "", {}, 0});
    return classes;
}

} // namespace

class TstMaskDecode final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void paletteIndicesAreIds();
    void twoBitPaletteIndicesAreIds();
    void oneBitMasksAreNotShearedOrScaled_data();
    void oneBitMasksAreNotShearedOrScaled();
    void sixteenBitIdsAreKept();
    void greyAndRgbOfEqualChannelsAreIds_data();
    void greyAndRgbOfEqualChannelsAreIds();
    void interlacedMasksReadLikeOthers();
    void colorsArePackedWhole();
    void jpegIsRefusedByName();
    void cutMasksAreErrors();
    void labelsFollowTheTable();
    void unknownValueIsNamedWithPlaceAndCount();
    void greyAndIndexedFilesCanBeColors();
    void colorsDoNotFitIds();
};

void TstMaskDecode::paletteIndicesAreIds()
{
    const test::TemporaryFolder folder;
    constexpr int ids[2][4] = {{0, 1, 2, 3}, {4, 15, 20, 255}};
    PngFile png{{4, 8}, PngType::Palette, 8, {}, vocPalette(256), false};
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 8; ++column)
            png.samples.push_back(static_cast<std::uint16_t>(ids[row / 2][column / 2]));
    test::writePngFile(folder.path() / "a.png", png);
    const auto mask = decodeMask(folder.path() / "a.png");
    QVERIFY(mask.has_value());
    QVERIFY(mask->kind == MaskKind::Ids);
    QCOMPARE(mask->size, (ImageSize{4, 8}));
    QVERIFY(std::ranges::equal(mask->values, png.samples));
    QCOMPARE(mask->palette.at(15), vocPalette(16).at(15));
}

void TstMaskDecode::twoBitPaletteIndicesAreIds()
{
    const test::TemporaryFolder folder;
    PngFile png{{8, 8}, PngType::Palette, 2, {}, vocPalette(4), false};
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 8; ++column)
            png.samples.push_back(static_cast<std::uint16_t>(row / 4 * 2 + column / 4));
    test::writePngFile(folder.path() / "a.png", png);
    QVERIFY(std::ranges::equal(decodeMask(folder.path() / "a.png")->values, png.samples));
}

void TstMaskDecode::oneBitMasksAreNotShearedOrScaled_data()
{
    QTest::addColumn<int>("bitDepth");
    for (const int depth : {1, 2, 4, 8})
        QTest::addRow("%d bits", depth) << depth;
}

void TstMaskDecode::oneBitMasksAreNotShearedOrScaled()
{
    QFETCH(const int, bitDepth);
    const test::TemporaryFolder folder;
    const auto isBlock = [](int row, int column) { return row >= 3 && row <= 6 && column >= 4 && column <= 8; };
    test::writeGrey(folder.path() / "a.png", {10, 13}, isBlock, bitDepth);
    const auto mask = decodeMask(folder.path() / "a.png");
    QVERIFY(mask.has_value());
    QCOMPARE(std::ranges::count(mask->values, 1U), std::ptrdiff_t{20});
    for (int row = 0; row < 10; ++row)
        for (int column = 0; column < 13; ++column)
            QCOMPARE(valueAt(*mask, row, column), isBlock(row, column) ? 1U : 0U);
}

void TstMaskDecode::sixteenBitIdsAreKept()
{
    const test::TemporaryFolder folder;
    constexpr int ids[] = {1, 255, 256, 257, 300, 512, 768, 1000};
    test::writeGrey(
        folder.path() / "a.png", {32, 32}, [&](int row, int) { return ids[row / 4]; }, 16);
    const auto mask = decodeMask(folder.path() / "a.png");
    QVERIFY(mask.has_value());
    for (int row = 0; row < 32; ++row)
        QCOMPARE(valueAt(*mask, row, 31), static_cast<std::uint32_t>(ids[row / 4]));
    const auto classes = table(MaskKind::Ids, {1, 255, 256, 257, 300, 512, 768, 1000});
    QCOMPARE(labelsOf(*mask, classes, "a.png")->data.back(), std::uint8_t{7});
}

void TstMaskDecode::greyAndRgbOfEqualChannelsAreIds_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("bitDepth");
    for (const int depth : {8, 16}) {
        QTest::addRow("grey and alpha, %d bits", depth) << int(PngType::GreyAlpha) << depth;
        QTest::addRow("RGB, %d bits", depth) << int(PngType::Rgb) << depth;
        QTest::addRow("RGBA, %d bits", depth) << int(PngType::Rgba) << depth;
    }
}

void TstMaskDecode::greyAndRgbOfEqualChannelsAreIds()
{
    QFETCH(const int, type);
    QFETCH(const int, bitDepth);
    const auto pngType = static_cast<PngType>(type);
    const test::TemporaryFolder folder;
    PngFile png{{1, 3}, pngType, bitDepth, {}, {}, false};
    const std::uint16_t last = bitDepth == 16 ? 999 : 255;
    for (const std::uint16_t value : {std::uint16_t{0}, std::uint16_t{3}, last}) {
        png.samples.insert(png.samples.end(), pngType == PngType::GreyAlpha ? 1 : 3, value);
        if (pngType != PngType::Rgb)
            png.samples.push_back(77);
    }
    test::writePngFile(folder.path() / "a.png", png);
    const auto mask = decodeMask(folder.path() / "a.png");
    QVERIFY(mask.has_value());
    QVERIFY(mask->kind == MaskKind::Ids);
    const std::vector<std::uint32_t> expected{0, 3, last};
    QCOMPARE(mask->values, expected);
}

void TstMaskDecode::interlacedMasksReadLikeOthers()
{
    const test::TemporaryFolder folder;
    PngFile png{{7, 13}, PngType::Grey, 4, {}, {}, true};
    for (int at = 0; at < 7 * 13; ++at)
        png.samples.push_back(static_cast<std::uint16_t>(at % 16));
    // writePngFile() hands over whole rows; libpng takes them once for each of the seven passes.
    test::writePngFile(folder.path() / "a.png", png);
    QVERIFY(std::ranges::equal(decodeMask(folder.path() / "a.png")->values, png.samples));
}

void TstMaskDecode::colorsArePackedWhole()
{
    const test::TemporaryFolder folder;
    test::writePngFile(folder.path() / "a.png",
                       {{1, 3}, PngType::Rgba, 8, {255, 0, 0, 9, 255, 255, 255, 9, 0, 1, 2, 9}, {}, false});
    const auto mask = decodeMask(folder.path() / "a.png");
    QVERIFY(mask.has_value());
    QVERIFY(mask->kind == MaskKind::Colors);
    const std::vector<std::uint32_t> expected{0xFF0000, 0xFFFFFF, 0x000102};
    QCOMPARE(mask->values, expected);
    test::writePngFile(folder.path() / "b.png", {{1, 1}, PngType::Rgb, 16, {1, 2, 3}, {}, false});
    QVERIFY(decodeMask(folder.path() / "b.png").error().message.contains("16 bits"));
}

void TstMaskDecode::jpegIsRefusedByName()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    test::writeJpegFile(file, {{8, 8}, std::vector<std::uint8_t>(192, 0)});
    const auto mask = decodeMask(file);
    QVERIFY(!mask.has_value());
    QVERIFY(mask.error().code == ErrorCode::Data);
    QVERIFY(mask.error().message.contains("JPEG"));
    QCOMPARE(mask.error().context, file.string());
}

void TstMaskDecode::cutMasksAreErrors()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    test::writeGrey(file, {64, 64}, [](int row, int column) { return row * column % 5; });
    test::cutFile(file, 0.9);
    QVERIFY(!decodeMask(file).has_value());
}

void TstMaskDecode::labelsFollowTheTable()
{
    const MaskImage mask{MaskKind::Ids, {1, 5}, {0, 7, 255, 7, 19}, 8, {}};
    const auto labels = labelsOf(mask, table(MaskKind::Ids, {0, 7, 19}, 255), "a.png");
    QVERIFY(labels.has_value());
    const std::vector<std::uint8_t> expected{0, 1, ignoreLabel, 1, 2};
    QCOMPARE(labels->data, expected);
    const auto twoValued = labelsOf({MaskKind::Ids, {1, 2}, {0, 255}, 8, {}}, table(MaskKind::Ids, {0, 255}), "a.png");
    const std::vector<std::uint8_t> two{0, 1};
    QCOMPARE(twoValued->data, two);
}

void TstMaskDecode::unknownValueIsNamedWithPlaceAndCount()
{
    const MaskImage ids{MaskKind::Ids, {2, 3}, {0, 0, 0, 0, 40000, 40000}, 16, {}};
    const auto labels = labelsOf(ids, table(MaskKind::Ids, {0, 1}), "folder/a.png");
    QVERIFY(!labels.has_value());
    QCOMPARE(labels.error().context, std::string("folder/a.png"));
    for (const char* part : {"40000", "2 pixels", "row 1", "column 1"})
        QVERIFY2(labels.error().message.contains(part), labels.error().message.c_str());
    const MaskImage colors{MaskKind::Colors, {1, 2}, {0xFF0000, 0xFA0302}, 8, {}};
    QVERIFY(labelsOf(colors, table(MaskKind::Colors, {0, 0xFF0000}), "a.png").error().message.contains("#fa0302"));
}

void TstMaskDecode::greyAndIndexedFilesCanBeColors()
{
    const ClassTable classes = table(MaskKind::Colors, {0x000000, 0xFF0000, 0xFFFFFF});
    const std::vector<std::uint8_t> expected{0, 2};
    QCOMPARE(labelsOf({MaskKind::Ids, {1, 2}, {0, 255}, 8, {}}, classes, "a.png")->data, expected);
    QCOMPARE(labelsOf({MaskKind::Ids, {1, 2}, {0, 1}, 1, {}}, classes, "a.png")->data, expected);
    const MaskImage indexed{MaskKind::Ids, {1, 2}, {1, 0}, 8, {{255, 255, 255}, {0, 0, 0}}};
    QCOMPARE(labelsOf(indexed, classes, "a.png")->data, expected);
    QVERIFY(!labelsOf({MaskKind::Ids, {1, 1}, {1}, 8, {}}, classes, "a.png").has_value());
}

void TstMaskDecode::colorsDoNotFitIds()
{
    QVERIFY(!labelsOf({MaskKind::Colors, {1, 1}, {0}, 8, {}}, table(MaskKind::Ids, {0}), "a.png").has_value());
}

GAPLESS_TEST(TstMaskDecode, "mask_decode")
#include "tst_mask_decode.moc"
