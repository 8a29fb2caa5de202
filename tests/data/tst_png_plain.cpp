// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <vector>
#include <zlib.h>

#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "core/data/png_codec.h"
#include "core/data/png_filters.h"
#include "core/data/png_plain.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::PngFile;
using test::PngType;
namespace fs = std::filesystem;

namespace
{

/// The predictors by the words of the PNG standard.
int predicted(int type, int left, int above, int aboveLeft)
{
    switch (type) {
    case 1:
        return left;
    case 2:
        return above;
    case 3:
        return (left + above) / 2;
    case 4: {
        const int guess = left + above - aboveLeft;
        const int toLeft = std::abs(guess - left);
        const int toAbove = std::abs(guess - above);
        const int toAboveLeft = std::abs(guess - aboveLeft);
        return toLeft <= toAbove && toLeft <= toAboveLeft ? left : toAbove <= toAboveLeft ? above : aboveLeft;
    }
    default:
        return 0;
    }
}

PngFile noisy(ImageSize size, PngType type, int filters)
{
    PngFile png{size, type, 8, {}, {}, false, filters};
    const int channels = type == PngType::Rgb ? 3 : type == PngType::Rgba ? 4 : type == PngType::GreyAlpha ? 2 : 1;
    std::minstd_rand random(static_cast<unsigned>(size.width * 7 + filters));
    for (int at = 0; at < size.height * size.width * channels; ++at)
        png.samples.push_back(static_cast<std::uint16_t>((at / channels * 3 + static_cast<int>(random() % 60)) % 256));
    if (type == PngType::Palette)
        for (int entry = 0; entry < 256; ++entry)
            png.palette.push_back({static_cast<std::uint8_t>(entry * 7), static_cast<std::uint8_t>(255 - entry), 9});
    return png;
}

bool isPlain(const std::vector<unsigned char>& bytes)
{
    PlainPng png;
    return findPlainPng(bytes, png);
}

/// The fast reader alone; empty where it leaves the file to libpng.
std::optional<RgbImage> readPlain(const std::vector<unsigned char>& bytes)
{
    PlainPng png;
    if (!findPlainPng(bytes, png))
        return std::nullopt;
    RgbImage image{png.size, std::vector<std::uint8_t>(pixelCount(png.size) * 3)};
    RowWriter writer = RowWriter::asChannels(png.format, 3, png.size.width, image.data.data());
    if (!readPlainPng(png, {0, 0, png.size}, writer))
        return std::nullopt;
    return image;
}

std::uint32_t bigEndian(const std::vector<unsigned char>& bytes, std::size_t at)
{
    return std::uint32_t{bytes[at]} << 24U | std::uint32_t{bytes[at + 1]} << 16U | std::uint32_t{bytes[at + 2]} << 8U |
           bytes[at + 3];
}

/// Right checksums for all chunks as far as they can be followed, so that damage is not found by them.
void mendChecksums(std::vector<unsigned char>& bytes)
{
    for (std::size_t at = 8; at + 12 <= bytes.size();) {
        const std::size_t length = bigEndian(bytes, at);
        if (length > bytes.size() - at - 12)
            return;
        const auto sum = static_cast<std::uint32_t>(crc32(0, bytes.data() + at + 4, static_cast<uInt>(length + 4)));
        for (std::size_t byte = 0; byte < 4; ++byte)
            bytes[at + 8 + length + byte] = static_cast<unsigned char>(sum >> (24 - 8 * byte));
        at += 12 + length;
    }
}

} // namespace

class TstPngPlain final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void filtersAreUndoneAsTheStandardSays_data();
    void filtersAreUndoneAsTheStandardSays();
    void everyPaethPredictorIsRight();
    void everyKindFilterAndWidthIsReadAsByLibpng_data();
    void everyKindFilterAndWidthIsReadAsByLibpng();
    void realPicturesAreReadAsByLibpng();
    void unusualFilesAreLeftToLibpng();
    void cutFilesAreErrorsAtEveryByte();
    void damageNeverGivesOtherPixelsThanLibpng_data();
    void damageNeverGivesOtherPixelsThanLibpng();
};

void TstPngPlain::filtersAreUndoneAsTheStandardSays_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("pixelBytes");
    for (int type = 0; type <= 4; ++type)
        for (int pixelBytes = 1; pixelBytes <= 4; ++pixelBytes)
            QTest::addRow("type %d, %d bytes a pixel", type, pixelBytes) << type << pixelBytes;
}

void TstPngPlain::filtersAreUndoneAsTheStandardSays()
{
    QFETCH(const int, type);
    QFETCH(const int, pixelBytes);
    const auto step = static_cast<std::size_t>(pixelBytes);
    std::minstd_rand random(1);
    for (std::size_t width = 1; width <= 40; ++width)
        for (int round = 0; round < 20; ++round) {
            const std::size_t bytes = width * step;
            std::vector<std::uint8_t> row(bytes + pngRowSlack);
            std::vector<std::uint8_t> above(bytes + pngRowSlack);
            for (std::size_t at = 0; at < row.size(); ++at) {
                row[at] = static_cast<std::uint8_t>(random() >> 5U);
                above[at] = static_cast<std::uint8_t>(random() >> 5U);
            }
            std::vector<std::uint8_t> expected = row;
            for (std::size_t at = 0; at < bytes; ++at)
                expected[at] =
                    static_cast<std::uint8_t>(row[at] + predicted(type, at < step ? 0 : expected[at - step], above[at],
                                                                  at < step ? 0 : above[at - step]));
            QVERIFY(undoPngFilter(type, row.data(), above.data(), bytes, step));
            QCOMPARE(row, expected); // what lies behind the row, too
        }
    std::uint8_t row[4]{};
    QVERIFY(!undoPngFilter(5, row, row, 1, 1));
}

void TstPngPlain::everyPaethPredictorIsRight()
{
    // Two pixels, the second of which has each left, above and above left in turn: with four bytes a pixel in vectors,
    // four at a time; with one byte without them, by the same formula, so some will do.
    for (const std::size_t step : {std::size_t{1}, std::size_t{4}}) {
        std::array<std::uint8_t, 8 + pngRowSlack> row{};
        std::array<std::uint8_t, 8 + pngRowSlack> above{};
        int wrong = 0;
        for (int left = 0; left < 256; left += step == 1 ? 3 : 1)
            for (int up = 0; up < 256; ++up)
                for (int upLeft = 0; upLeft < 256; upLeft += 4) {
                    for (std::size_t byte = 0; byte < step; ++byte) {
                        above[byte] = static_cast<std::uint8_t>(upLeft + static_cast<int>(byte));
                        above[step + byte] = static_cast<std::uint8_t>(up);
                        row[byte] = static_cast<std::uint8_t>(left - above[byte]); // its predictor is the one above
                        row[step + byte] = 0;
                    }
                    static_cast<void>(undoPngFilter(4, row.data(), above.data(), 2 * step, step));
                    for (std::size_t byte = 0; byte < step; ++byte)
                        wrong += row[step + byte] == predicted(4, left, up, upLeft + static_cast<int>(byte)) ? 0 : 1;
                }
        QCOMPARE(wrong, 0);
    }
}

void TstPngPlain::everyKindFilterAndWidthIsReadAsByLibpng_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("filters");
    for (const PngType type : {PngType::Grey, PngType::Rgb, PngType::Palette, PngType::GreyAlpha, PngType::Rgba})
        for (const int filters : {0x08, 0x10, 0x20, 0x40, 0x80, 0xF8}) // none, sub, up, average, Paeth, any
            QTest::addRow("type %d, filters %x", int(type), filters) << int(type) << filters;
}

void TstPngPlain::everyKindFilterAndWidthIsReadAsByLibpng()
{
    QFETCH(const int, type);
    QFETCH(const int, filters);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    for (int width = 1; width <= 40; ++width) {
        test::writePngFile(file, noisy({width % 7 + 1, width}, static_cast<PngType>(type), filters));
        const auto bytes = readFileBytes(file).value();
        const auto plain = readPlain(bytes);
        QVERIFY2(plain.has_value(), std::to_string(width).c_str());
        const auto reference = test::readByLibpng(bytes);
        QCOMPARE(plain->size, reference->size);
        QCOMPARE(plain->data, reference->data);
    }
}

void TstPngPlain::realPicturesAreReadAsByLibpng()
{
    const fs::path data = test::realData();
    if (data.empty())
        QSKIP("no folder of real images (GAPLESS_TEST_DATA)");
    int files = 0;
    int plain = 0;
    for (const auto& entry : fs::recursive_directory_iterator(data)) {
        if (entry.path().extension() != ".png")
            continue;
        const auto bytes = readFileBytes(entry.path()).value();
        RgbImage image;
        const auto decoded = decodeImageInto(bytes, entry.path(), image);
        QVERIFY2(decoded.has_value(), entry.path().c_str());
        const auto reference = test::readByLibpng(bytes);
        QVERIFY2(reference && image.size == reference->size && image.data == reference->data, entry.path().c_str());
        ++files;
        plain += isPlain(bytes) ? 1 : 0;
    }
    QVERIFY(files > 0);
    QVERIFY2(plain * 10 >= files * 9, "most files of data sets are plain");
}

void TstPngPlain::unusualFilesAreLeftToLibpng()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    PngFile png = noisy({9, 11}, PngType::Grey, 0);
    test::writePngFile(file, png);
    QVERIFY(isPlain(readFileBytes(file).value()));
    png.isInterlaced = true;
    test::writePngFile(file, png);
    QVERIFY(!isPlain(readFileBytes(file).value()));
    png.isInterlaced = false;
    png.bitDepth = 16;
    test::writePngFile(file, png);
    QVERIFY(!isPlain(readFileBytes(file).value()));

    // Each of these is right but for one thing, checksums included.
    test::writePngFile(file, noisy({9, 11}, PngType::Rgb, 0));
    const auto bytes = readFileBytes(file).value();
    const auto spoilt = [&](const auto& change) {
        auto copy = bytes;
        change(copy);
        mendChecksums(copy);
        return copy;
    };
    QVERIFY(isPlain(spoilt([](auto&) {})));
    QVERIFY(isPlain(spoilt([](auto& copy) { copy.push_back(0); }))); // a byte after the end does no harm
    const std::vector<unsigned char> text{0, 0, 0, 1, 't', 'E', 'X', 't', 'a', 0, 0, 0, 0};
    const std::vector<unsigned char> critical{0, 0, 0, 1, 'T', 'E', 'X', 't', 'a', 0, 0, 0, 0};
    const auto insert = [](const std::vector<unsigned char>& chunk) {
        return [&chunk](auto& copy) { copy.insert(copy.begin() + 33, chunk.begin(), chunk.end()); };
    };
    QVERIFY(isPlain(spoilt(insert(text))));
    QVERIFY(!isPlain(spoilt(insert(critical))));
    QVERIFY(!isPlain(spoilt([](auto& copy) { copy.erase(copy.end() - 12, copy.end()); })));         // no end
    QVERIFY(!isPlain(spoilt([](auto& copy) { copy.erase(copy.begin() + 8, copy.begin() + 33); }))); // no head
    for (const std::size_t at : {24, 25, 26, 27, 28}) // depth, colour, three methods
        QVERIFY(!isPlain(spoilt([&](auto& copy) { copy[at] = 7; })));
    auto wrong = bytes;
    wrong[29] ^= 1U; // a checksum
    QVERIFY(!isPlain(wrong));
}

void TstPngPlain::cutFilesAreErrorsAtEveryByte()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    for (const PngType type : {PngType::Grey, PngType::Palette, PngType::Rgba}) {
        test::writePngFile(file, noisy({6, 9}, type, 0));
        const auto bytes = readFileBytes(file).value();
        RgbImage image;
        QVERIFY(decodeImageInto(bytes, file, image).has_value());
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const std::vector<unsigned char> part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
            const auto decoded = decodeImageInto(part, file, image);
            QVERIFY2(!decoded.has_value(), std::to_string(length).c_str());
            QCOMPARE(decoded.error().context, file.string());
        }
    }
}

void TstPngPlain::damageNeverGivesOtherPixelsThanLibpng_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("isMended");
    for (const PngType type : {PngType::Grey, PngType::Rgb, PngType::Palette, PngType::GreyAlpha, PngType::Rgba})
        for (const bool isMended : {false, true})
            QTest::addRow("type %d, %s checksums", int(type), isMended ? "mended" : "wrong") << int(type) << isMended;
}

void TstPngPlain::damageNeverGivesOtherPixelsThanLibpng()
{
    QFETCH(const int, type);
    QFETCH(const bool, isMended);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.png";
    test::writePngFile(file, noisy({7, 12}, static_cast<PngType>(type), 0));
    const auto bytes = readFileBytes(file).value();
    const RgbImage undamaged = test::readByLibpng(bytes).value();
    int successes = 0;
    for (std::size_t at = 8; at < bytes.size(); ++at)
        for (const unsigned flip : {0x01U, 0x10U, 0x80U, 0xFFU}) {
            auto copy = bytes;
            copy[at] = static_cast<unsigned char>(copy[at] ^ flip);
            if (isMended)
                mendChecksums(copy);
            const std::string where = "byte " + std::to_string(at) + " ^ " + std::to_string(flip);
            const auto plain = readPlain(copy);
            const auto reference = test::readByLibpng(copy);
            // libdeflate takes a few codes that zlib refuses; then the checksum says that the pixels are right.
            const RgbImage& expected = reference ? *reference : undamaged;
            if (plain) {
                ++successes;
                QVERIFY2(plain->size == expected.size && plain->data == expected.data, where.c_str());
            }
            if (at >= 16 && at < 24)
                continue; // a damaged size, beyond what the reference reads
            RgbImage image;
            if (decodeImageInto(copy, file, image))
                QVERIFY2(image.data == expected.data, where.c_str());
            else
                QVERIFY2(!reference, where.c_str());
        }
    // Every byte is under a checksum or is one.
    QVERIFY2(isMended || successes == 0, std::to_string(successes).c_str());
}

GAPLESS_TEST(TstPngPlain, "png_plain")
#include "tst_png_plain.moc"
