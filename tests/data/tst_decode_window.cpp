// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::JpegFile;
using test::PngFile;
using test::PngType;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gapless::test::JpegFile)
Q_DECLARE_METATYPE(gapless::test::PngFile)

namespace
{

constexpr ImageSize sizes[] = {{1, 1}, {1, 37}, {37, 1}, {16, 16}, {33, 50}, {75, 131}, {120, 149}};

/// Edges, slopes and noise, so that a pixel from the wrong place shows.
RgbImage picture(ImageSize size)
{
    RgbImage image{size, {}};
    std::minstd_rand random(7);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (const int value : {x * 3 + y, (x / 5 + y / 3) % 2 * 200, static_cast<int>(random() % 256)})
                image.data.push_back(static_cast<std::uint8_t>(value % 256));
    return image;
}

std::vector<PixelWindow> windowsOf(ImageSize size)
{
    std::vector<PixelWindow> windows{{0, 0, size}, {0, 0, {1, 1}}, {size.height - 1, size.width - 1, {1, 1}}};
    test::addRandomWindows(windows, size, 16, 11);
    return windows;
}

std::string textOf(const PixelWindow& window)
{
    return std::to_string(window.size.height) + " x " + std::to_string(window.size.width) + " at " +
           std::to_string(window.top) + ", " + std::to_string(window.left);
}

/// Every window of the file has the pixels of `whole`.
void compareWindows(const fs::path& file, const RgbImage& whole)
{
    const auto bytes = readFileBytes(file).value();
    RgbImage part; // used again, as loaders do
    for (const PixelWindow& wanted : windowsOf(whole.size)) {
        const auto decoded = decodeImageWindow(bytes, file, wanted, part);
        QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().text().c_str());
        QCOMPARE(decoded->whole, whole.size);
        QCOMPARE(decoded->orientation, 1);
        QVERIFY2(decoded->window == wanted, textOf(decoded->window).c_str());
        QCOMPARE(part.size, wanted.size);
        QVERIFY2(part.data == test::cut(whole, wanted).data, textOf(wanted).c_str());
    }
}

/// A PNG of any kind with samples over their whole range.
PngFile pngOf(ImageSize size, PngType type, int bitDepth, bool isInterlaced)
{
    PngFile png{size, type, bitDepth, {}, {}, isInterlaced};
    const int channels = type == PngType::Rgb ? 3 : type == PngType::Rgba ? 4 : type == PngType::GreyAlpha ? 2 : 1;
    std::minstd_rand random(3);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (int channel = 0; channel < channels; ++channel) {
                const unsigned noise = random() % 4 == 0 ? static_cast<unsigned>(random()) : 0U;
                const unsigned value = static_cast<unsigned>(x * (channel + 3) * 97 + y * 31) + noise;
                png.samples.push_back(
                    static_cast<std::uint16_t>(value & ((1U << static_cast<unsigned>(bitDepth)) - 1)));
            }
    if (type == PngType::Palette)
        for (int entry = 0; entry < 1 << bitDepth; ++entry)
            png.palette.push_back({static_cast<std::uint8_t>(entry * 7), static_cast<std::uint8_t>(255 - entry),
                                   static_cast<std::uint8_t>(entry * 3 + 1)});
    return png;
}

} // namespace

class TstDecodeWindow final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void jpegWindowsEqualTheWholePicture_data();
    void jpegWindowsEqualTheWholePicture();
    void pngWindowsEqualTheWholePicture_data();
    void pngWindowsEqualTheWholePicture();
    void windowsBesideThePictureAreCutToIt();
    void turnedPicturesAreDecodedWhole();
    void damageAboveAWindowIsAnError();
    void maskWindowsEqualTheWholeMask_data();
    void maskWindowsEqualTheWholeMask();
    void unknownValuesInWindowsAreNamedByTheirPlaceInTheMask();
};

void TstDecodeWindow::jpegWindowsEqualTheWholePicture_data()
{
    QTest::addColumn<JpegFile>("jpeg");
    for (const bool isProgressive : {false, true}) {
        const char* kind = isProgressive ? ", progressive" : "";
        QTest::addRow("4:4:4%s", kind) << JpegFile{{}, 0, 1, 1, isProgressive, false};
        QTest::addRow("4:2:2%s", kind) << JpegFile{{}, 0, 2, 1, isProgressive, false};
        QTest::addRow("4:2:0%s", kind) << JpegFile{{}, 0, 2, 2, isProgressive, false};
        QTest::addRow("4:4:0%s", kind) << JpegFile{{}, 0, 1, 2, isProgressive, false};
        QTest::addRow("4:1:1%s", kind) << JpegFile{{}, 0, 4, 1, isProgressive, false};
        QTest::addRow("grey%s", kind) << JpegFile{{}, 0, 1, 1, isProgressive, true};
        QTest::addRow("grey with factors%s", kind) << JpegFile{{}, 0, 2, 2, isProgressive, true};
    }
}

void TstDecodeWindow::jpegWindowsEqualTheWholePicture()
{
    QFETCH(JpegFile, jpeg);
    const test::TemporaryFolder folder;
    for (const ImageSize size : sizes) {
        jpeg.image = picture(size);
        test::writeJpegFile(folder.path() / "a.jpg", jpeg);
        const auto whole = decodeImage(folder.path() / "a.jpg");
        QVERIFY(whole.has_value());
        compareWindows(folder.path() / "a.jpg", *whole);
    }
}

void TstDecodeWindow::pngWindowsEqualTheWholePicture_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("bitDepth");
    QTest::addColumn<bool>("isInterlaced");
    const struct
    {
        PngType type;
        const char* name;
        std::vector<int> depths;
    } kinds[] = {{PngType::Grey, "grey", {1, 2, 4, 8, 16}},
                 {PngType::Rgb, "RGB", {8, 16}},
                 {PngType::Palette, "palette", {1, 2, 4, 8}},
                 {PngType::GreyAlpha, "grey and alpha", {8, 16}},
                 {PngType::Rgba, "RGBA", {8, 16}}};
    for (const auto& kind : kinds)
        for (const int depth : kind.depths)
            for (const bool isInterlaced : {false, true})
                QTest::addRow("%s, %d bits%s", kind.name, depth, isInterlaced ? ", interlaced" : "")
                    << int(kind.type) << depth << isInterlaced;
}

void TstDecodeWindow::pngWindowsEqualTheWholePicture()
{
    QFETCH(const int, type);
    QFETCH(const int, bitDepth);
    QFETCH(const bool, isInterlaced);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    for (const ImageSize size : sizes) {
        test::writePngFile(file, pngOf(size, static_cast<PngType>(type), bitDepth, isInterlaced));
        const auto whole = test::readByLibpng(readFileBytes(file).value());
        QVERIFY(whole.has_value());
        compareWindows(file, *whole);
    }
}

void TstDecodeWindow::windowsBesideThePictureAreCutToIt()
{
    const test::TemporaryFolder folder;
    const RgbImage whole = picture({20, 30});
    QVERIFY(writePng(folder.path() / "a.png", whole).has_value());
    test::writeJpegFile(folder.path() / "a.jpg", whole);
    constexpr int far = std::numeric_limits<int>::max();
    for (const char* name : {"a.png", "a.jpg"}) {
        const auto bytes = readFileBytes(folder.path() / name).value();
        const auto windowOf = [&](const PixelWindow& wanted) {
            RgbImage part;
            return decodeImageWindow(bytes, name, wanted, part).value().window;
        };
        QVERIFY(windowOf({-5, 25, {10, 10}}) == (PixelWindow{0, 25, {5, 5}}));
        QVERIFY(windowOf({15, -3, {far, far}}) == (PixelWindow{15, 0, {5, 30}}));
        QVERIFY(windowOf({}) == (PixelWindow{0, 0, {20, 30}}));
        QVERIFY(windowOf({20, 0, {5, 5}}) == (PixelWindow{0, 0, {20, 30}}));
        QVERIFY(windowOf({far, far, {far, far}}) == (PixelWindow{0, 0, {20, 30}}));
        QVERIFY(windowOf({3, 3, {-1, 5}}) == (PixelWindow{0, 0, {20, 30}}));
    }
}

void TstDecodeWindow::turnedPicturesAreDecodedWhole()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.jpg";
    test::writeJpegFile(file, picture({20, 30}), 6);
    RgbImage image;
    const auto decoded = decodeImageWindow(readFileBytes(file).value(), file, {2, 3, {4, 5}}, image);
    QVERIFY(decoded.has_value());
    QCOMPARE(decoded->orientation, 6);
    QVERIFY(decoded->window == (PixelWindow{0, 0, {20, 30}}));
    QCOMPARE(image.data, decodeImage(file)->data);
}

void TstDecodeWindow::damageAboveAWindowIsAnError()
{
    const test::TemporaryFolder folder;
    const RgbImage whole = picture({400, 300});
    QVERIFY(writePng(folder.path() / "a.png", whole).has_value());
    test::writeJpegFile(folder.path() / "a.jpg", whole);
    for (const char* name : {"a.png", "a.jpg"}) {
        const fs::path file = folder.path() / name;
        RgbImage part;
        const PixelWindow lower{300, 100, {50, 50}};
        QVERIFY(decodeImageWindow(readFileBytes(file).value(), file, lower, part).has_value());
        test::cutFile(file, 0.5);
        const auto decoded = decodeImageWindow(readFileBytes(file).value(), file, lower, part);
        QVERIFY2(!decoded.has_value(), name);
        QCOMPARE(decoded.error().context, file.string());
    }
}

void TstDecodeWindow::maskWindowsEqualTheWholeMask_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("bitDepth");
    QTest::addColumn<bool>("isInterlaced");
    for (const bool isInterlaced : {false, true}) {
        const char* kind = isInterlaced ? ", interlaced" : "";
        for (const int depth : {1, 4, 8, 16})
            QTest::addRow("grey, %d bits%s", depth, kind) << int(PngType::Grey) << depth << isInterlaced;
        for (const int depth : {2, 8})
            QTest::addRow("palette, %d bits%s", depth, kind) << int(PngType::Palette) << depth << isInterlaced;
        QTest::addRow("grey and alpha%s", kind) << int(PngType::GreyAlpha) << 8 << isInterlaced;
        QTest::addRow("RGB%s", kind) << int(PngType::Rgb) << 8 << isInterlaced;
        QTest::addRow("RGBA%s", kind) << int(PngType::Rgba) << 8 << isInterlaced;
    }
}

void TstDecodeWindow::maskWindowsEqualTheWholeMask()
{
    QFETCH(const int, type);
    QFETCH(const int, bitDepth);
    QFETCH(const bool, isInterlaced);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    for (const ImageSize size : {ImageSize{1, 37}, ImageSize{37, 1}, ImageSize{61, 83}}) {
        PngFile png = pngOf(size, static_cast<PngType>(type), bitDepth, isInterlaced);
        for (std::uint16_t& sample : png.samples) // few values, as masks have them
            sample = bitDepth == 16 ? static_cast<std::uint16_t>(sample % 5 * 300) : std::uint16_t(sample & 3U);
        if (bitDepth == 1)
            for (std::uint16_t& sample : png.samples)
                sample &= 1U;
        test::writePngFile(file, png);
        const auto bytes = readFileBytes(file).value();
        const MaskImage whole = decodeMask(file).value();
        ClassTable classes{whole.kind, {}, 300, 0};
        for (const std::uint32_t value : whole.values)
            if (std::ranges::find(classes.classes, std::int64_t{value}, &ClassEntry::value) == classes.classes.end() &&
                value != 300)
                classes.classes.push_back({value, "", {}, 0});
        const LabelLookup lookup(classes);
        const LabelImage wholeLabels = labelsOf(whole, classes, file).value();
        MaskImage mask;
        LabelImage labels;
        for (const PixelWindow& wanted : windowsOf(size)) {
            QVERIFY(decodeMaskWindow(bytes, file, wanted, mask).value().window == wanted);
            const auto decoded = decodeLabelsWindow(bytes, file, lookup, wanted, labels);
            // A window of a colour mask may be grey alone; then it holds ids, and a table of colours takes them as
            // such.
            QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().text().c_str());
            QCOMPARE(decoded->whole, size);
            QVERIFY(decoded->window == wanted);
            QCOMPARE(labels.size, wanted.size);
            QCOMPARE(mask.size, wanted.size);
            QCOMPARE(mask.top, wanted.top);
            QCOMPARE(mask.left, wanted.left);
            bool areSame = true;
            for (int y = 0; y < wanted.size.height; ++y)
                for (int x = 0; x < wanted.size.width; ++x) {
                    const auto at = static_cast<std::size_t>(y * wanted.size.width + x);
                    const auto from = static_cast<std::size_t>((wanted.top + y) * size.width + wanted.left + x);
                    areSame = areSame && labels.data[at] == wholeLabels.data[from] &&
                              (mask.kind != whole.kind || mask.values[at] == whole.values[from]);
                }
            QVERIFY2(areSame, textOf(wanted).c_str());
        }
    }
}

void TstDecodeWindow::unknownValuesInWindowsAreNamedByTheirPlaceInTheMask()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    test::writeGrey(file, {40, 50}, [](int row, int column) { return row == 21 && column >= 33 ? 9 : 1; });
    const auto bytes = readFileBytes(file).value();
    const ClassTable classes{MaskKind::Ids, {{1, "a", {}, 0}}, std::nullopt, 0};
    const LabelLookup lookup(classes);
    LabelImage labels;
    MaskImage mask;
    QVERIFY(decodeLabelsWindow(bytes, file, lookup, {0, 0, {20, 20}}, labels).has_value());
    const auto direct = decodeLabelsWindow(bytes, file, lookup, {20, 30, {10, 10}}, labels);
    QVERIFY(!direct.has_value());
    QCOMPARE(direct.error().message,
             std::string("value 9 is no class of this data set: 7 pixels, the first at row 21, column 33"));
    QCOMPARE(direct.error().context, file.string());
    QVERIFY(decodeMaskWindow(bytes, file, {20, 30, {10, 10}}, mask).has_value());
    QCOMPARE(labelsInto(mask, lookup, file, labels).error().text(), direct.error().text());
}

GAPLESS_TEST(TstDecodeWindow, "decode_window")
#include "tst_decode_window.moc"
