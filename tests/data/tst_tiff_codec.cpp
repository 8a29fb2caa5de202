// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <vector>

#include "core/data/dataset_check.h"
#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "core/data/tiff_codec.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::TiffFile;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gapless::test::TiffFile)

namespace
{

constexpr int Deflate = 8;
constexpr int Jpeg = 7;
constexpr int Lzw = 5;
constexpr int PackBits = 32773;
constexpr ImageSize size{45, 67};

/// Samples over their whole range.
std::vector<std::uint16_t> samplesOf(const TiffFile& tiff)
{
    std::vector<std::uint16_t> samples;
    std::minstd_rand random(5);
    const unsigned largest = (1U << static_cast<unsigned>(tiff.bitDepth)) - 1;
    for (int y = 0; y < tiff.size.height; ++y)
        for (int x = 0; x < tiff.size.width; ++x)
            for (int channel = 0; channel < tiff.channels; ++channel) {
                const unsigned noise = random() % 3 == 0 ? static_cast<unsigned>(random()) : 0U;
                samples.push_back(
                    static_cast<std::uint16_t>((static_cast<unsigned>(x * (channel + 2) + y * 9) + noise) & largest));
            }
    return samples;
}

/// What the file shows, by the definitions alone.
RgbImage shown(const TiffFile& tiff)
{
    RgbImage image{tiff.size, {}};
    const unsigned largest = (1U << static_cast<unsigned>(tiff.bitDepth)) - 1;
    const auto channels = static_cast<std::size_t>(tiff.channels);
    for (std::size_t at = 0; at < tiff.samples.size(); at += channels)
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const unsigned sample = tiff.samples[tiff.photometric == 2 ? at + channel : at];
            if (tiff.photometric == 3) {
                image.data.push_back(tiff.palette.at(sample)[channel]);
            } else {
                const double share = double(sample) / double(largest);
                image.data.push_back(
                    static_cast<std::uint8_t>(std::lround((tiff.photometric == 0 ? 1 - share : share) * 255)));
            }
        }
    return image;
}

std::vector<PixelWindow> windows()
{
    std::vector<PixelWindow> result{{0, 0, size}, {44, 66, {1, 1}}, {0, 0, {1, 1}}, {16, 32, {16, 16}}};
    test::addRandomWindows(result, size, 30, 2);
    return result;
}

void compareWindows(const fs::path& file, const RgbImage& whole)
{
    const auto bytes = readFileBytes(file).value();
    RgbImage part;
    for (const PixelWindow& wanted : windows()) {
        const auto decoded = decodeImageWindow(bytes, file, wanted, part);
        QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().text().c_str());
        QCOMPARE(decoded->whole, size);
        QVERIFY(decoded->window == wanted);
        QCOMPARE(part.size, wanted.size);
        QCOMPARE(part.data, test::cut(whole, wanted).data);
    }
}

std::size_t numberAt(const std::vector<unsigned char>& bytes, std::size_t at, std::size_t count)
{
    std::size_t number = 0;
    for (std::size_t byte = count; byte > 0; --byte)
        number = number << 8U | bytes.at(at + byte - 1);
    return number;
}

/// Where the entry of `tag` lies in the directory of a little-endian file: 2 bytes tag, 2 type, 4 count, 4 value.
std::size_t entryOf(const std::vector<unsigned char>& bytes, std::size_t tag)
{
    const std::size_t directory = numberAt(bytes, 4, 4);
    for (std::size_t entry = 0; entry < numberAt(bytes, directory, 2); ++entry)
        if (numberAt(bytes, directory + 2 + entry * 12, 2) == tag)
            return directory + 2 + entry * 12;
    return 0;
}

TiffFile grey(int bitDepth = 8)
{
    return {size, 1, 1, bitDepth};
}

} // namespace

class TstTiffCodec final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyLayoutGivesTheSamePixels_data();
    void everyLayoutGivesTheSamePixels();
    void jpegInTiffIsReadAsRgb();
    void palettesOfEightBitsAreUnderstood();
    void otherNumbersAndColorsAreRefusedByName_data();
    void otherNumbersAndColorsAreRefusedByName();
    void otherCompressionsAreRefusedByName();
    void headersTellTheKind();
    void orientationIsThatOfExif();
    void onlyTheTouchedStripsAreRead();
    void idsAreKeptAsStored_data();
    void idsAreKeptAsStored();
    void sixteenBitIdsAreKept();
    void oneBitMasksWhoseZeroIsWhiteAreNotTurned();
    void colorMasksArePacked();
    void turnedMasksAreTurnedUpright_data();
    void turnedMasksAreTurnedUpright();
    void jpegMasksAreRefused();
    void cutFilesAreErrors_data();
    void cutFilesAreErrors();
    void damagedFilesNeverCrash_data();
    void damagedFilesNeverCrash();
    void absurdSizesAreRefused();
    void setsMayBeTiff();
};

void TstTiffCodec::everyLayoutGivesTheSamePixels_data()
{
    QTest::addColumn<TiffFile>("tiff");
    const auto row = [](const char* name, TiffFile tiff) {
        tiff.size = size;
        tiff.samples = samplesOf(tiff);
        if (tiff.photometric == 3)
            for (int entry = 0; entry < 1 << tiff.bitDepth; ++entry)
                tiff.palette.push_back({static_cast<std::uint8_t>(entry * 5), static_cast<std::uint8_t>(255 - entry),
                                        static_cast<std::uint8_t>(entry + 2)});
        QTest::newRow(name) << tiff;
        tiff.tileSide = 16;
        QTest::addRow("%s, tiles", name) << tiff;
        if (tiff.channels > 1) {
            tiff.isPlanar = true;
            QTest::addRow("%s, planar tiles", name) << tiff;
            tiff.tileSide = 0;
            QTest::addRow("%s, planar strips", name) << tiff;
        }
    };
    for (const int depth : {1, 2, 4, 8, 16}) {
        row(qPrintable(QStringLiteral("grey, %1 bits").arg(depth)), grey(depth));
        TiffFile turned = grey(depth);
        turned.photometric = 0;
        row(qPrintable(QStringLiteral("grey, zero is white, %1 bits").arg(depth)), turned);
        if (depth <= 8)
            row(qPrintable(QStringLiteral("palette, %1 bits").arg(depth)), {{}, 3, 1, depth});
    }
    row("grey and alpha", {{}, 1, 2, 8});
    row("RGB", {{}, 2, 3, 8});
    row("RGB, 4 bits", {{}, 2, 3, 4});
    row("RGB, 16 bits", {{}, 2, 3, 16});
    row("RGBA", {{}, 2, 4, 8});
    row("RGBA, 16 bits", {{}, 2, 4, 16});
    row("RGB and three more", {{}, 2, 6, 8});
    for (const int compression : {Lzw, Deflate, PackBits}) {
        TiffFile tiff{{}, 2, 3, 8};
        tiff.compression = compression;
        row(qPrintable(QStringLiteral("RGB, compression %1").arg(compression)), tiff);
        if (compression == PackBits)
            continue;
        tiff.predictor = 2;
        row(qPrintable(QStringLiteral("RGB, compression %1 with differences").arg(compression)), tiff);
        tiff.bitDepth = 16;
        row(qPrintable(QStringLiteral("RGB, 16 bits, compression %1 with differences").arg(compression)), tiff);
    }
    for (const char* mode : {"wb", "w8", "w8b"}) {
        TiffFile tiff{{}, 2, 3, 16};
        tiff.mode = mode;
        row(qPrintable(QStringLiteral("RGB, 16 bits, written with %1").arg(QLatin1String(mode))), tiff);
    }
    TiffFile oneStrip{{}, 2, 3, 8};
    oneStrip.rowsPerStrip = size.height;
    oneStrip.compression = Deflate;
    row("one strip", oneStrip);
}

void TstTiffCodec::everyLayoutGivesTheSamePixels()
{
    QFETCH(const TiffFile, tiff);
    const test::TemporaryFolder folder;
    test::writeTiffFile(folder.path() / "a.tif", tiff);
    compareWindows(folder.path() / "a.tif", shown(tiff));
}

void TstTiffCodec::jpegInTiffIsReadAsRgb()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    for (const int tileSide : {0, 16}) {
        TiffFile tiff{size, 6, 3, 8};
        tiff.compression = Jpeg;
        tiff.tileSide = tileSide;
        tiff.rowsPerStrip = 16;
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                for (const int value : {x * 2, y * 3, 90})
                    tiff.samples.push_back(static_cast<std::uint16_t>(value));
        test::writeTiffFile(file, tiff);
        const auto whole = decodeImage(file);
        QVERIFY2(whole.has_value(), whole ? "" : whole.error().text().c_str());
        int sum = 0;
        for (std::size_t at = 0; at < tiff.samples.size(); ++at)
            sum += std::abs(int{whole->data[at]} - int{tiff.samples[at]});
        const double mean = double(sum) / double(tiff.samples.size());
        QVERIFY2(mean < 5, std::to_string(mean).c_str()); // YCbCr shown as RGB would be 60 beside it
        compareWindows(file, *whole);
    }
}

void TstTiffCodec::palettesOfEightBitsAreUnderstood()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{{1, 2}, 3, 1, 8, {1, 2}, {{0, 0, 0}, {255, 10, 20}, {1, 2, 3}}};
    test::writeTiffFile(file, tiff);
    // 255 * 257 as the file holds it, and what a program writes that forgets the factor.
    std::vector<unsigned char> bytes = readFileBytes(file).value();
    const std::size_t map = numberAt(bytes, entryOf(bytes, 320) + 8, 4);
    QVERIFY(map != 0);
    for (std::size_t at = map + 1; at < map + 3 * 256 * 2; at += 2)
        bytes[at] = 0;
    const std::vector<std::uint8_t> expected{255, 10, 20, 1, 2, 3};
    QCOMPARE(decodeImage(file)->data, expected);
    QCOMPARE(decodeImage(bytes, file)->data, expected);
    for (std::size_t at = map; at < map + 3 * 256 * 2; at += 2) // v * 256, as Pillow writes it
        bytes[at + 1] = std::exchange(bytes[at], std::uint8_t{0});
    QCOMPARE(decodeImage(bytes, file)->data, expected);
}

void TstTiffCodec::otherNumbersAndColorsAreRefusedByName_data()
{
    QTest::addColumn<TiffFile>("tiff");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, int photometric, int channels, int bitDepth, int sampleFormat,
                        const char* word) {
        TiffFile tiff{{4, 4}, photometric, channels, bitDepth};
        tiff.sampleFormat = sampleFormat;
        tiff.samples.resize(static_cast<std::size_t>(16 * channels));
        QTest::newRow(name) << tiff << QByteArray(word);
    };
    row("floating point", 1, 1, 32, 3, "floating-point numbers (32 bits)");
    row("half", 1, 1, 16, 3, "floating-point numbers (16 bits)");
    row("signed", 1, 1, 16, 2, "signed numbers (16 bits)");
    row("32 bits", 1, 1, 32, 1, "32 bits a sample");
    row("complex", 1, 1, 64, 6, "complex numbers");
    row("CMYK", 5, 4, 8, 1, "CMYK");
    row("Lab", 8, 3, 8, 1, "Lab");
    row("YCbCr", 6, 3, 8, 1, "YCbCr");
}

void TstTiffCodec::otherNumbersAndColorsAreRefusedByName()
{
    QFETCH(const TiffFile, tiff);
    QFETCH(const QByteArray, word);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    test::writeTiffFile(file, tiff);
    for (const Error& error : {decodeImage(file).error(), readImageHeader(file).error(), decodeMask(file).error()}) {
        QVERIFY(error.code == ErrorCode::Data);
        QVERIFY2(error.message.contains(word.toStdString()), error.message.c_str());
        QCOMPARE(error.context, file.string());
        QVERIFY(!error.remedy.empty());
    }
}

void TstTiffCodec::otherCompressionsAreRefusedByName()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    test::writeTiffFile(file, TiffFile{{2, 2}, 1, 1, 8, {1, 2, 3, 4}});
    auto bytes = readFileBytes(file).value();
    const std::size_t entry = entryOf(bytes, 259);
    const auto messageOf = [&](int compression) {
        bytes.at(entry + 8) = static_cast<unsigned char>(compression);
        bytes.at(entry + 9) = static_cast<unsigned char>(compression >> 8);
        const auto image = decodeImage(bytes, file);
        return image ? std::string("read") : image.error().message;
    };
    QCOMPARE(messageOf(6), std::string("a TIFF with JPEG compression of the old kind"));
    QCOMPARE(messageOf(34712), std::string("a TIFF with a compression that is not known (number 34712)"));
}

void TstTiffCodec::headersTellTheKind()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png"; // content decides, not the name
    TiffFile tiff{{300, 200}, 2, 4, 16};
    tiff.samples = samplesOf(tiff);
    tiff.orientation = 8;
    tiff.rowsPerStrip = 300;
    test::writeTiffFile(file, {tiff, tiff, tiff}); // each directory lies behind 480 KB of pixels
    const auto header = readImageHeader(file);
    QVERIFY2(header.has_value(), header ? "" : header.error().text().c_str());
    QCOMPARE(header->size, (ImageSize{300, 200}));
    QCOMPARE(header->kind, std::string("RGBA"));
    QCOMPARE(header->channels, 4);
    QCOMPARE(header->bitDepth, 16);
    QCOMPARE(header->orientation, 8);
    QCOMPARE(header->pages, 3);
    QVERIFY(!header->isZeroWhite);
}

void TstTiffCodec::orientationIsThatOfExif()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{size, 2, 3, 8};
    tiff.samples = samplesOf(tiff);
    tiff.orientation = 6;
    test::writeTiffFile(file, tiff);
    RgbImage image;
    const auto decoded = decodeImageWindow(readFileBytes(file).value(), file, {2, 3, {4, 5}}, image);
    QVERIFY(decoded.has_value());
    QCOMPARE(decoded->orientation, 6);
    QVERIFY(decoded->window == (PixelWindow{0, 0, size}));
    QCOMPARE(image.data, shown(tiff).data);
    QCOMPARE(decodeUpright(file)->size, (ImageSize{size.width, size.height}));
}

void TstTiffCodec::onlyTheTouchedStripsAreRead()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    for (const int tileSide : {0, 16}) {
        TiffFile tiff{{64, 64}, 2, 3, 8};
        tiff.rowsPerStrip = 16;
        tiff.tileSide = tileSide;
        tiff.compression = Deflate;
        tiff.samples = samplesOf(tiff);
        test::writeTiffFile(file, tiff);
        auto bytes = readFileBytes(file).value();
        // The strip or tile in the middle of the file: row 16 or 32 and what follows.
        for (std::size_t at = bytes.size() * 55 / 100; at < bytes.size() * 60 / 100; ++at)
            bytes[at] = 0xFF;
        RgbImage part;
        QVERIFY(!decodeImageWindow(bytes, file, {}, part).has_value());
        const auto above = decodeImageWindow(bytes, file, {0, 0, {16, 64}}, part);
        QVERIFY2(above.has_value(), above ? "" : above.error().text().c_str());
        QCOMPARE(part.data, test::cut(shown(tiff), {0, 0, {16, 64}}).data);
        const auto below = decodeImageWindow(bytes, file, {50, 1, {14, 60}}, part);
        QVERIFY2(below.has_value(), below ? "" : below.error().text().c_str());
        QCOMPARE(part.data, test::cut(shown(tiff), {50, 1, {14, 60}}).data);
    }
}

void TstTiffCodec::idsAreKeptAsStored_data()
{
    QTest::addColumn<int>("photometric");
    QTest::addColumn<int>("bitDepth");
    QTest::addColumn<int>("tileSide");
    for (const int tileSide : {0, 16})
        for (const int depth : {1, 2, 4, 8, 16}) {
            QTest::addRow("grey, %d bits, tiles of %d", depth, tileSide) << 1 << depth << tileSide;
            if (depth <= 8)
                QTest::addRow("palette, %d bits, tiles of %d", depth, tileSide) << 3 << depth << tileSide;
        }
}

void TstTiffCodec::idsAreKeptAsStored()
{
    QFETCH(const int, photometric);
    QFETCH(const int, bitDepth);
    QFETCH(const int, tileSide);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{size, photometric, 1, bitDepth};
    tiff.tileSide = tileSide;
    tiff.compression = Lzw;
    tiff.samples = samplesOf(tiff);
    if (photometric == 3)
        tiff.palette = {{9, 8, 7}, {1, 2, 3}};
    test::writeTiffFile(file, tiff);
    const auto mask = decodeMask(file);
    QVERIFY2(mask.has_value(), mask ? "" : mask.error().text().c_str());
    QVERIFY(mask->kind == MaskKind::Ids);
    QCOMPARE(mask->size, size);
    QCOMPARE(mask->bitDepth, bitDepth);
    QVERIFY(std::ranges::equal(mask->values, tiff.samples));
    if (photometric == 3)
        QCOMPARE(mask->palette.at(1), (Rgb{1, 2, 3}));

    ClassTable classes{MaskKind::Ids, {}, std::nullopt, 0};
    for (const std::uint16_t sample : tiff.samples)
        if (std::ranges::find(classes.classes, std::int64_t{sample} % 200, &ClassEntry::value) == classes.classes.end())
            classes.classes.push_back({sample % 200, "", {}, 0});
    if (bitDepth > 4)
        return; // more values than classes
    const LabelImage whole = labelsOf(*mask, classes, file).value();
    const auto bytes = readFileBytes(file).value();
    LabelImage labels;
    for (const PixelWindow& wanted : windows()) {
        const auto decoded = decodeLabelsWindow(bytes, file, LabelLookup(classes), wanted, labels);
        QVERIFY2(decoded.has_value(), decoded ? "" : decoded.error().text().c_str());
        bool areSame = labels.size == wanted.size && decoded->window == wanted;
        for (int y = 0; y < wanted.size.height; ++y)
            for (int x = 0; x < wanted.size.width; ++x)
                areSame = areSame &&
                          labels.data[static_cast<std::size_t>(y * wanted.size.width + x)] ==
                              whole.data[static_cast<std::size_t>((wanted.top + y) * size.width + wanted.left + x)];
        QVERIFY(areSame);
    }
}

void TstTiffCodec::sixteenBitIdsAreKept()
{
    const test::TemporaryFolder folder;
    constexpr int ids[] = {1, 255, 256, 257, 300, 512, 768, 1000};
    for (const char* mode : {"wl", "wb"}) {
        TiffFile tiff{{32, 32}, 1, 1, 16};
        tiff.mode = mode;
        for (int at = 0; at < 32 * 32; ++at)
            tiff.samples.push_back(static_cast<std::uint16_t>(ids[at / 32 / 4]));
        test::writeTiffFile(folder.path() / "a.tif", tiff);
        const auto mask = decodeMask(folder.path() / "a.tif");
        QVERIFY(mask.has_value());
        QVERIFY(std::ranges::equal(mask->values, tiff.samples));
    }
}

void TstTiffCodec::oneBitMasksWhoseZeroIsWhiteAreNotTurned()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{{10, 13}, 0, 1, 1};
    for (int row = 0; row < 10; ++row)
        for (int column = 0; column < 13; ++column)
            tiff.samples.push_back(row >= 3 && row <= 6 && column >= 4 && column <= 8 ? 1 : 0);
    test::writeTiffFile(file, tiff);
    const auto mask = decodeMask(file);
    QVERIFY(mask.has_value());
    QCOMPARE(std::ranges::count(mask->values, 1U), std::ptrdiff_t{20});
    QVERIFY(std::ranges::equal(mask->values, tiff.samples));
    QVERIFY(readImageHeader(file)->isZeroWhite);
}

void TstTiffCodec::colorMasksArePacked()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    for (const bool isPlanar : {false, true}) {
        TiffFile tiff{{1, 3}, 2, 3, 8, {255, 0, 0, 255, 255, 255, 0, 1, 2}};
        tiff.isPlanar = isPlanar;
        test::writeTiffFile(file, tiff);
        const auto mask = decodeMask(file);
        QVERIFY(mask.has_value());
        QVERIFY(mask->kind == MaskKind::Colors);
        const std::vector<std::uint32_t> expected{0xFF0000, 0xFFFFFF, 0x000102};
        QCOMPARE(mask->values, expected);
    }
    test::writeTiffFile(file, TiffFile{{1, 1}, 2, 3, 16, {1, 2, 3}});
    QVERIFY(decodeMask(file).error().message.contains("16 bits"));
}

void TstTiffCodec::turnedMasksAreTurnedUpright_data()
{
    QTest::addColumn<int>("orientation");
    for (int orientation = 1; orientation <= 8; ++orientation)
        QTest::addRow("orientation %d", orientation) << orientation;
}

void TstTiffCodec::turnedMasksAreTurnedUpright()
{
    QFETCH(const int, orientation);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    for (const int bitDepth : {8, 16}) {
        TiffFile tiff{{2, 3}, 1, 1, bitDepth, {1, 2, 3, 4, 5, 6}};
        tiff.orientation = orientation;
        test::writeTiffFile(file, tiff);
        RgbImage image{{2, 3}, {}};
        for (std::uint8_t value = 1; value <= 6; ++value)
            image.data.insert(image.data.end(), 3, value);
        turnUpright(image, orientation);
        MaskImage mask;
        const auto decoded = decodeMaskWindow(readFileBytes(file).value(), file, {}, mask);
        QVERIFY(decoded.has_value());
        QCOMPARE(decoded->whole, image.size);
        QCOMPARE(decoded->orientation, 1);
        QCOMPARE(mask.size, image.size);
        for (std::size_t at = 0; at < mask.values.size(); ++at)
            QCOMPARE(mask.values[at], std::uint32_t{image.data[at * 3]});
    }
}

void TstTiffCodec::jpegMasksAreRefused()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{{16, 16}, 1, 1, 8, std::vector<std::uint16_t>(256, 3)};
    tiff.compression = Jpeg;
    tiff.rowsPerStrip = 16;
    test::writeTiffFile(file, tiff);
    QVERIFY(decodeImage(file).has_value());
    const auto mask = decodeMask(file);
    QVERIFY(!mask.has_value());
    QVERIFY2(mask.error().message.contains("JPEG"), mask.error().message.c_str());
}

void TstTiffCodec::cutFilesAreErrors_data()
{
    QTest::addColumn<int>("compression");
    QTest::addColumn<int>("tileSide");
    for (const int compression : {1, Lzw, Deflate, PackBits, Jpeg})
        for (const int tileSide : {0, 16})
            QTest::addRow("compression %d, tiles of %d", compression, tileSide) << compression << tileSide;
}

void TstTiffCodec::cutFilesAreErrors()
{
    QFETCH(const int, compression);
    QFETCH(const int, tileSide);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{size, 2, 3, 8};
    tiff.compression = compression;
    tiff.tileSide = tileSide;
    tiff.rowsPerStrip = 8;
    tiff.samples = samplesOf(tiff);
    test::writeTiffFile(file, tiff);
    const auto bytes = readFileBytes(file).value();
    QVERIFY(decodeImage(bytes, file).has_value());
    for (std::size_t length = 0; length < bytes.size(); length += length < 64 ? 1 : 97) {
        const std::vector<unsigned char> part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        const auto image = decodeImage(part, file);
        QVERIFY2(!image.has_value(), std::to_string(length).c_str());
        QVERIFY(image.error().code == ErrorCode::Data);
        QCOMPARE(image.error().context, file.string());
    }
    // A directory that is whole, and a strip or tile that lies half behind the end, or is shorter than it must be.
    const auto lastOf = [&](std::size_t tag) {
        const std::size_t entry = entryOf(bytes, tag);
        const std::size_t width = numberAt(bytes, entry + 2, 2) == 3 ? 2 : 4; // numbers of 16 or 32 bits
        const std::size_t count = numberAt(bytes, entry + 4, 4);
        return std::pair{numberAt(bytes, entry + 8, 4) + width * (count - 1), width};
    };
    const auto isRefused = [&](std::size_t tag, std::size_t number) {
        std::vector<unsigned char> changed = bytes;
        const auto [at, width] = lastOf(tag);
        for (std::size_t byte = 0; byte < width; ++byte)
            changed.at(at + byte) = static_cast<unsigned char>(number >> (8 * byte));
        const auto image = decodeImage(changed, file);
        return !image && image.error().context == file.string();
    };
    const auto [at, width] = lastOf(tileSide != 0 ? 325 : 279);
    QVERIFY(isRefused(tileSide != 0 ? 324 : 273, bytes.size() - 10));
    if (compression != 1) // else the length follows from the size, and libtiff does not ask
        QVERIFY(isRefused(tileSide != 0 ? 325 : 279, numberAt(bytes, at, width) / 2));
}

void TstTiffCodec::damagedFilesNeverCrash_data()
{
    cutFilesAreErrors_data();
}

void TstTiffCodec::damagedFilesNeverCrash()
{
    QFETCH(const int, compression);
    QFETCH(const int, tileSide);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile tiff{{20, 24}, 2, 3, 8};
    tiff.compression = compression;
    tiff.tileSide = tileSide;
    tiff.rowsPerStrip = 8;
    tiff.samples = samplesOf(tiff);
    test::writeTiffFile(file, tiff);
    auto bytes = readFileBytes(file).value();
    const std::size_t directory = numberAt(bytes, 4, 4);
    RgbImage image;
    int failures = 0;
    const auto attempt = [&] {
        const auto decoded = decodeImageWindow(bytes, file, {3, 5, {12, 14}}, image);
        if (!decoded) {
            ++failures;
            QCOMPARE(decoded.error().context, file.string());
            QVERIFY(!decoded.error().message.empty());
        } else {
            QCOMPARE(image.data.size(), pixelCount(image.size) * 3);
        }
        static_cast<void>(imageHeaderOf(bytes, file));
    };
    // Every byte of the header and the directory; some of the pixels.
    for (std::size_t at = 0; at < bytes.size(); at += at < 8 || at >= directory ? 1 : 13)
        for (const unsigned char value : {0x00, 0x01, 0x7F, 0xFF}) {
            const unsigned char kept = std::exchange(bytes[at], value);
            attempt();
            bytes[at] = kept;
        }
    QVERIFY(failures > 50);
    failures = 0;
    attempt();
    QCOMPARE(failures, 0);
}

void TstTiffCodec::absurdSizesAreRefused()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    test::writeTiffFile(file, TiffFile{{2, 2}, 1, 1, 8, {1, 2, 3, 4}});
    auto bytes = readFileBytes(file).value();
    for (const std::size_t tag : {256, 257}) {
        const std::size_t entry = entryOf(bytes, tag);
        bytes.at(entry + 2) = 4; // a number of 32 bits: 60000
        bytes.at(entry + 8) = 0x60;
        bytes.at(entry + 9) = 0xEA;
    }
    const auto image = decodeImage(bytes, file);
    QVERIFY(!image.has_value());
    QVERIFY2(image.error().message.contains("60000 x 60000"), image.error().message.c_str());
}

/// Cases 5, 6 and 11: names in any case, ids of 16 bits, pages, white zero.
void TstTiffCodec::setsMayBeTiff()
{
    const test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "images");
    fs::create_directories(folder.path() / "masks");
    const char* names[][2] = {{"1.TIF", "1.tiff"}, {"2.tiff", "2_mask.Tif"}, {"3.Tiff", "3.png"}, {"4.jpg", "4.TIFF"}};
    for (const auto& [image, mask] : names) {
        const fs::path imageFile = folder.path() / "images" / image;
        const fs::path maskFile = folder.path() / "masks" / mask;
        TiffFile picture{{8, 8}, 2, 3, 8};
        picture.samples = samplesOf(picture);
        if (imageFile.extension() == ".jpg")
            test::writeJpegFile(imageFile, shown(picture));
        else
            test::writeTiffFile(imageFile,
                                image == std::string("2.tiff") ? std::vector{picture, picture} : std::vector{picture});
        TiffFile ids{{8, 8}, mask == std::string("4.TIFF") ? 0 : 1, 1, 16};
        for (int at = 0; at < 64; ++at)
            ids.samples.push_back(at < 20 ? 1000 : 7);
        if (maskFile.extension() == ".png")
            test::writeGrey(
                maskFile, {8, 8}, [](int row, int column) { return row * 8 + column < 20 ? 1000 : 7; }, 16);
        else
            test::writeTiffFile(maskFile, ids);
    }
    const auto report = checkDataset({folder.path() / "images", folder.path() / "masks"});
    QVERIFY(report.has_value());
    QVERIFY(!report->hasErrors());
    QCOMPARE(report->pairs.size(), std::size_t{4});
    QCOMPARE(report->classes.classes.size(), std::size_t{2});
    QCOMPARE(report->classes.classes[0].value, std::int64_t{7});
    QCOMPARE(report->classes.classes[1].value, std::int64_t{1000});
    QCOMPARE(report->classes.classes[1].pixels, std::int64_t{80});
    std::map<std::string, std::string> found;
    for (const DatasetProblem& problem : report->problems)
        found[problem.kind] = problem.file.filename().string() + ": " + problem.message;
    QVERIFY2(found["several-pages"].contains("2.tiff: holds 2 pages"), found["several-pages"].c_str());
    QVERIFY2(found["zero-is-white"].contains("4.TIFF"), found["zero-is-white"].c_str());
}

GAPLESS_TEST(TstTiffCodec, "tiff_codec")
#include "tst_tiff_codec.moc"
