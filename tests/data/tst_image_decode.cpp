// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::PngFile;
using test::PngType;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gapless::test::PngFile)
Q_DECLARE_METATYPE(std::vector<std::uint8_t>)

namespace
{

RgbImage noise(ImageSize size)
{
    RgbImage image{size, {}};
    for (int at = 0; at < size.height * size.width * 3; ++at)
        image.data.push_back(static_cast<std::uint8_t>(at * 7919 % 251));
    return image;
}

/// A black photo with a white block of 10 x 10 at its top left.
RgbImage whiteBlock(ImageSize size)
{
    RgbImage image{size, {}};
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.data.insert(image.data.end(), 3, y < 10 && x < 10 ? 255 : 0);
    return image;
}

int redAt(const RgbImage& image, int row, int column)
{
    return image.data.at(static_cast<std::size_t>((row * image.size.width + column) * 3));
}

} // namespace

class TstImageDecode final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfPngBecomesRgb_data();
    void everyKindOfPngBecomesRgb();
    void jpegBecomesRgb();
    void contentDecidesNotTheName();
    void headersTellTheKind();
    void cutFilesAreErrorsAtEveryLength();
    void flippedBytesInPngAreErrors();
    void otherFilesAreNamed_data();
    void otherFilesAreNamed();
    void cmykIsRefusedByName();
    void absurdSizesAreRefused();
    void orientationTurnsLikeAViewer_data();
    void orientationTurnsLikeAViewer();
    void sizeDecidesWhetherToTurn();
    void picturesComeBackAsWritten();
    void masksComeBackAsWritten_data();
    void masksComeBackAsWritten();
    void labelsWithoutValueAreNotWritten();
};

void TstImageDecode::everyKindOfPngBecomesRgb_data()
{
    QTest::addColumn<PngFile>("png");
    QTest::addColumn<std::vector<std::uint8_t>>("rgb");
    const std::vector<std::uint8_t> greys{0, 0, 0, 255, 255, 255};
    QTest::newRow("grey, 1 bit") << PngFile{{1, 2}, PngType::Grey, 1, {0, 1}, {}, false} << greys;
    QTest::newRow("grey, 2 bits") << PngFile{{1, 2}, PngType::Grey, 2, {1, 2}, {}, false}
                                  << std::vector<std::uint8_t>{85, 85, 85, 170, 170, 170};
    QTest::newRow("grey, 4 bits") << PngFile{{2, 1}, PngType::Grey, 4, {0, 15}, {}, false} << greys;
    QTest::newRow("grey, 8 bits") << PngFile{{1, 2}, PngType::Grey, 8, {7, 200}, {}, false}
                                  << std::vector<std::uint8_t>{7, 7, 7, 200, 200, 200};
    QTest::newRow("grey, 16 bits") << PngFile{{1, 3}, PngType::Grey, 16, {255, 32896, 65535}, {}, false}
                                   << std::vector<std::uint8_t>{1, 1, 1, 128, 128, 128, 255, 255, 255};
    QTest::newRow("grey and alpha") << PngFile{{1, 2}, PngType::GreyAlpha, 8, {7, 0, 200, 128}, {}, false}
                                    << std::vector<std::uint8_t>{7, 7, 7, 200, 200, 200};
    QTest::newRow("RGB") << PngFile{{1, 2}, PngType::Rgb, 8, {1, 2, 3, 4, 5, 6}, {}, false}
                         << std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6};
    QTest::newRow("RGBA keeps what lies under alpha")
        << PngFile{{1, 2}, PngType::Rgba, 8, {1, 2, 3, 0, 4, 5, 6, 9}, {}, false}
        << std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6};
    QTest::newRow("RGB, 16 bits") << PngFile{{1, 1}, PngType::Rgb, 16, {255, 32896, 65535}, {}, false}
                                  << std::vector<std::uint8_t>{1, 128, 255};
    QTest::newRow("palette, 2 bits")
        << PngFile{{1, 3}, PngType::Palette, 2, {2, 0, 1}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, false}
        << std::vector<std::uint8_t>{7, 8, 9, 1, 2, 3, 4, 5, 6};
    QTest::newRow("interlaced") << PngFile{{2, 2}, PngType::Grey, 8, {1, 2, 3, 4}, {}, true}
                                << std::vector<std::uint8_t>{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
}

void TstImageDecode::everyKindOfPngBecomesRgb()
{
    QFETCH(const PngFile, png);
    QFETCH(const std::vector<std::uint8_t>, rgb);
    const test::TemporaryFolder folder;
    test::writePngFile(folder.path() / "a.png", png);
    const auto image = decodeImage(folder.path() / "a.png");
    QVERIFY2(image.has_value(), image ? "" : image.error().text().c_str());
    QCOMPARE(image->size, png.size);
    QCOMPARE(image->data, rgb);
}

void TstImageDecode::jpegBecomesRgb()
{
    const test::TemporaryFolder folder;
    RgbImage plain{{7, 13}, {}};
    for (int pixel = 0; pixel < 7 * 13; ++pixel)
        plain.data.insert(plain.data.end(), {200, 100, 50});
    test::writeJpegFile(folder.path() / "a.jpg", plain);
    const auto image = decodeImage(folder.path() / "a.jpg");
    QVERIFY(image.has_value());
    QCOMPARE(image->size, (ImageSize{7, 13}));
    for (std::size_t at = 0; at < plain.data.size(); ++at)
        QVERIFY(std::abs(int{image->data[at]} - int{plain.data[at]}) <= 3);
}

void TstImageDecode::contentDecidesNotTheName()
{
    const test::TemporaryFolder folder;
    test::writeJpegFile(folder.path() / "a.png", noise({9, 9}));
    test::writeGrey(folder.path() / "b.jpg", {3, 4}, [](int, int) { return 5; });
    QVERIFY(decodeImage(folder.path() / "a.png").has_value());
    QVERIFY(decodeImage(folder.path() / "b.jpg").has_value());
}

void TstImageDecode::headersTellTheKind()
{
    const test::TemporaryFolder folder;
    test::writePngFile(folder.path() / "a.png",
                       {{3, 5}, PngType::Rgba, 16, std::vector<std::uint16_t>(60, 9), {}, false});
    const auto png = readImageHeader(folder.path() / "a.png");
    QVERIFY(png.has_value());
    QCOMPARE(png->size, (ImageSize{3, 5}));
    QCOMPARE(png->kind, std::string("RGBA"));
    QCOMPARE(png->bitDepth, 16);
    QCOMPARE(png->channels, 4);
    test::writeJpegFile(folder.path() / "b.jpg", noise({30, 40}), 6);
    const auto jpeg = readImageHeader(folder.path() / "b.jpg");
    QVERIFY(jpeg.has_value());
    QCOMPARE(jpeg->size, (ImageSize{30, 40}));
    QCOMPARE(jpeg->kind, std::string("RGB"));
    QCOMPARE(jpeg->orientation, 6);
}

void TstImageDecode::cutFilesAreErrorsAtEveryLength()
{
    const test::TemporaryFolder folder;
    for (const char* name : {"a.png", "a.jpg"}) {
        const fs::path file = folder.path() / name;
        for (const double share : {0.0, 0.02, 0.2, 0.5, 0.9, 0.995}) {
            if (fs::path(name).extension() == ".png")
                QVERIFY(writePng(file, noise({40, 50})).has_value());
            else
                test::writeJpegFile(file, noise({40, 50}));
            QVERIFY(decodeImage(file).has_value());
            test::cutFile(file, share);
            const auto image = decodeImage(file);
            QVERIFY2(!image.has_value(), (std::string(name) + " cut to " + std::to_string(share)).c_str());
            QVERIFY(image.error().code == ErrorCode::Data);
            QCOMPARE(image.error().context, file.string());
        }
    }
}

void TstImageDecode::flippedBytesInPngAreErrors()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    QVERIFY(writePng(file, noise({40, 50})).has_value());
    const auto length = fs::file_size(file);
    for (const std::uintmax_t at : {std::uintmax_t{1}, std::uintmax_t{18}, length / 2, length - 20, length - 2}) {
        test::flipByte(file, at);
        QVERIFY2(!decodeImage(file).has_value(), std::to_string(at).c_str());
        test::flipByte(file, at);
    }
    QVERIFY(decodeImage(file).has_value());
}

void TstImageDecode::otherFilesAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("empty") << QByteArray() << QByteArray("0 bytes");
    QTest::newRow("text") << QByteArray("hello") << QByteArray("neither a PNG nor a JPEG");
    QTest::newRow("TIFF") << QByteArray("II*\0\x08\0\0\0", 8) << QByteArray("TIFF");
    QTest::newRow("BMP") << QByteArray("BM123456") << QByteArray("BMP");
}

void TstImageDecode::otherFilesAreNamed()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, word);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    test::writeBytes(file, bytes.toStdString());
    for (const Error& error : {decodeImage(file).error(), readImageHeader(file).error(), decodeMask(file).error()}) {
        QVERIFY(error.code == ErrorCode::Data);
        QVERIFY2(error.message.contains(word.toStdString()), error.message.c_str());
        QCOMPARE(error.context, file.string());
    }
    QVERIFY(decodeImage(folder.path() / "nowhere.png").error().message.contains("No such file"));
}

void TstImageDecode::cmykIsRefusedByName()
{
    const test::TemporaryFolder folder;
    test::writeCmykJpeg(folder.path() / "a.jpg", {8, 8});
    const auto image = decodeImage(folder.path() / "a.jpg");
    QVERIFY(!image.has_value());
    QVERIFY(image.error().message.contains("CMYK"));
}

void TstImageDecode::absurdSizesAreRefused()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    // 60000 x 60000 in a header with a right checksum; the pixels would be 10 GB.
    const unsigned char bytes[] = {0x89, 'P',  'N',  'G',  13,   10, 26, 10,   0,    0,   0,   13,   'I',  'H',  'D',
                                   'R',  0,    0,    0xEA, 0x60, 0,  0,  0xEA, 0x60, 8,   2,   0,    0,    0,    0x0F,
                                   0xB0, 0xE2, 0x15, 0,    0,    0,  0,  'I',  'D',  'A', 'T', 0x35, 0xAF, 0x06, 0x1E};
    test::writeBytes(file, {reinterpret_cast<const char*>(bytes), sizeof bytes});
    const auto image = decodeImage(file);
    QVERIFY(!image.has_value());
    QVERIFY2(image.error().message.contains("60000 x 60000"), image.error().message.c_str());
}

void TstImageDecode::orientationTurnsLikeAViewer_data()
{
    QTest::addColumn<int>("orientation");
    QTest::addColumn<ImageSize>("size");
    QTest::addColumn<std::vector<std::uint8_t>>("upright");
    // Stored: 1 2 3
    //         4 5 6
    const auto row = [](const char* name, int orientation, ImageSize size, std::vector<std::uint8_t> upright) {
        QTest::newRow(name) << orientation << size << upright;
    };
    row("upright", 1, {2, 3}, {1, 2, 3, 4, 5, 6});
    row("mirrored", 2, {2, 3}, {3, 2, 1, 6, 5, 4});
    row("upside down", 3, {2, 3}, {6, 5, 4, 3, 2, 1});
    row("upside down, mirrored", 4, {2, 3}, {4, 5, 6, 1, 2, 3});
    row("transposed", 5, {3, 2}, {1, 4, 2, 5, 3, 6});
    row("turned right", 6, {3, 2}, {4, 1, 5, 2, 6, 3});
    row("transposed the other way", 7, {3, 2}, {6, 3, 5, 2, 4, 1});
    row("turned left", 8, {3, 2}, {3, 6, 2, 5, 1, 4});
}

void TstImageDecode::orientationTurnsLikeAViewer()
{
    QFETCH(const int, orientation);
    QFETCH(const ImageSize, size);
    QFETCH(const std::vector<std::uint8_t>, upright);
    RgbImage image{{2, 3}, {}};
    for (std::uint8_t value = 1; value <= 6; ++value)
        image.data.insert(image.data.end(), 3, value);
    turnUpright(image, orientation);
    QCOMPARE(image.size, size);
    std::vector<std::uint8_t> reds;
    for (std::size_t at = 0; at < image.data.size(); at += 3)
        reds.push_back(image.data[at]);
    QCOMPARE(reds, upright);
}

void TstImageDecode::sizeDecidesWhetherToTurn()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "photo.jpg";
    test::writeJpegFile(file, whiteBlock({30, 40}), 6);
    const auto turned = decodeUpright(file, {40, 30});
    QVERIFY(turned.has_value());
    QCOMPARE(turned->size, (ImageSize{40, 30}));
    QVERIFY(redAt(*turned, 5, 25) > 200 && redAt(*turned, 5, 5) < 50);
    const auto stored = decodeUpright(file, {30, 40});
    QVERIFY(stored.has_value());
    QCOMPARE(stored->size, (ImageSize{30, 40}));
    QVERIFY(redAt(*stored, 5, 5) > 200 && redAt(*stored, 5, 25) < 50);
    QCOMPARE(decodeUpright(file)->size, (ImageSize{40, 30}));
    QVERIFY(isTurned({40, 40}, 6, {40, 40}));
    QVERIFY(!isTurned({40, 40}, 1, {40, 40}));
}

void TstImageDecode::picturesComeBackAsWritten()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "\xE6\x97\xA5\xE6\x9C\xAC #50% 2.png";
    const RgbImage image = noise({7, 13});
    QVERIFY(writePng(file, image).has_value());
    QCOMPARE(decodeImage(file)->data, image.data);
    const LabelImage labels{{2, 3}, {0, 1, 2, 3, 254, 255}};
    QVERIFY(writePng(file, labels).has_value());
    const std::vector<std::uint32_t> values{0, 1, 2, 3, 254, 255};
    QCOMPARE(decodeMask(file)->values, values);
    QCOMPARE(std::distance(fs::directory_iterator(folder.path()), {}), std::ptrdiff_t{1});
}

void TstImageDecode::masksComeBackAsWritten_data()
{
    QTest::addColumn<bool>("areColors");
    QTest::addColumn<int>("second");
    QTest::addColumn<int>("ignore");
    QTest::newRow("0 and 255") << false << 255 << 7;
    QTest::newRow("ids with gaps") << false << 19 << 255;
    QTest::newRow("16-bit ids") << false << 1000 << 255;
    QTest::newRow("colours") << true << 0xFF8000 << 0x00FF00;
}

void TstImageDecode::masksComeBackAsWritten()
{
    QFETCH(const bool, areColors);
    QFETCH(const int, second);
    QFETCH(const int, ignore);
    const test::TemporaryFolder folder;
    ClassTable classes{areColors ? MaskKind::Colors : MaskKind::Ids,
                       {{0, "a", {10, 20, 30}, 0}, {second, "b", {1, 2, 3}, 0}},
                       ignore,
                       0};
    const LabelImage labels{{3, 5}, {0, 1, 1, 255, 0, 0, 0, 1, 255, 255, 1, 1, 1, 1, 0}};
    const fs::path file = folder.path() / "mask.png";
    QVERIFY(writeMaskPng(file, labels, classes).has_value());
    const auto mask = decodeMask(file);
    QVERIFY(mask.has_value());
    QCOMPARE(mask->values[1], static_cast<std::uint32_t>(second));
    const auto again = labelsOf(*mask, classes, file);
    QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
    QCOMPARE(again->data, labels.data);
    if (!areColors && second < 256)
        QCOMPARE(mask->palette.at(static_cast<std::size_t>(second)), (Rgb{1, 2, 3}));
}

void TstImageDecode::labelsWithoutValueAreNotWritten()
{
    const test::TemporaryFolder folder;
    const ClassTable classes{MaskKind::Ids, {{0, "a", {}, 0}}, std::nullopt, 0};
    QVERIFY(!writeMaskPng(folder.path() / "a.png", {{1, 2}, {0, 255}}, classes).has_value());
    QVERIFY(!fs::exists(folder.path() / "a.png"));
}

GAPLESS_TEST(TstImageDecode, "image_decode")
#include "tst_image_decode.moc"
