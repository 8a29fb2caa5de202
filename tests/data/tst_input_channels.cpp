// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "core/data/data_split.h"
#include "core/data/dataset_check.h"
#include "core/data/folder_source.h"
#include "core/data/image_decode.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::PngFile;
using test::PngType;
using test::TiffFile;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(gapless::test::PngFile)
Q_DECLARE_METATYPE(gapless::test::TiffFile)

namespace
{

constexpr ImageSize size{37, 53};

std::vector<std::uint16_t> samplesOf(ImageSize picture, int channels, int bitDepth)
{
    std::vector<std::uint16_t> samples;
    const unsigned largest = (1U << static_cast<unsigned>(bitDepth)) - 1;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            for (int channel = 0; channel < channels; ++channel)
                samples.push_back(static_cast<std::uint16_t>(
                    static_cast<unsigned>(x * 523 * (channel + 1) + y * 1709 + channel * 97) & largest));
    return samples;
}

std::vector<Rgb> someColors(int count)
{
    std::vector<Rgb> palette;
    for (int index = 0; index < count; ++index)
        palette.push_back({static_cast<std::uint8_t>(index * 31), static_cast<std::uint8_t>(255 - index * 17),
                           static_cast<std::uint8_t>(index * 101)});
    return palette;
}

PngFile png(PngType type, int channels, int bitDepth)
{
    PngFile file{.size = size,
                 .type = type,
                 .bitDepth = bitDepth,
                 .samples = samplesOf(size, channels, bitDepth),
                 .palette = {}};
    if (type == PngType::Palette)
        file.palette = someColors(1 << bitDepth);
    return file;
}

TiffFile tiff(int channels, int bitDepth, int photometric = 1, ImageSize picture = size)
{
    TiffFile file{picture, photometric, channels, bitDepth};
    file.samples = samplesOf(picture, channels, bitDepth);
    return file;
}

Result<ChannelImage> decode(const fs::path& file, int channels, const PixelWindow& wanted = {})
{
    ChannelImage image{channels, {}, {}};
    const auto decoded = decodeImageWindow(readFileBytes(file).value(), file, wanted, image);
    if (!decoded)
        return std::unexpected(decoded.error());
    return image;
}

double luma(const std::uint8_t* rgb)
{
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
}

/// Images and masks of one class each half, of which the tests write what they need.
struct Folders : test::ImageAndMaskFolders
{
    void addMask(const std::string& name) const
    {
        test::writeGrey(masks / (name + ".png"), size, [](int row, int) { return row < 8 ? 1 : 0; });
    }
    void addTiff(const std::string& name, int channels, int photometric = 1) const
    {
        test::writeTiffFile(images / (name + ".tif"), tiff(channels, 8, photometric));
        addMask(name);
    }
    void addPng(const std::string& name, PngType type, int channels) const
    {
        test::writePngFile(images / (name + ".png"), png(type, channels, 8));
        addMask(name);
    }
    [[nodiscard]] DatasetReport check(int channels) const
    {
        CheckOptions options{images, masks};
        options.channels = channels;
        return checkDataset(options).value();
    }
};

ClassTable twoClasses()
{
    return {MaskKind::Ids, {{0, "", {}, 0}, {1, "", {}, 0}}, std::nullopt, 0};
}

std::vector<float> written(const SampleSource& source, const SampleKey& key, ImageSize target)
{
    std::vector<float> image(static_cast<std::size_t>(source.channels() * target.height * target.width), -99);
    std::vector<std::int64_t> labels(static_cast<std::size_t>(target.height * target.width), -99);
    const auto times = source.write(key, {image.data(), labels.data(), target, MemoryFormat::ChannelsLast});
    return times ? image : std::vector<float>();
}

} // namespace

/// Pictures for networks of other than three channels, from the file to the slot.
class TstInputChannels final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void normalisationHasAChannelForEach();
    void greyFilesStayAsTheyAre_data();
    void greyFilesStayAsTheyAre();
    void coloursBecomeTheirLuma_data();
    void coloursBecomeTheirLuma();
    void greyWindowsArePartsOfTheWhole_data();
    void greyWindowsArePartsOfTheWhole();
    void samplesOfATiffAreReadInTheirOrder_data();
    void samplesOfATiffAreReadInTheirOrder();
    void turnedPicturesKeepTheirChannels_data();
    void turnedPicturesKeepTheirChannels();
    void otherFilesAreRefusedByName_data();
    void otherFilesAreRefusedByName();
    void aHeaderOfTooManySamplesIsRefused();
    void everyUnfitImageOfAFolderIsReported();
    void coloursSeenAsGreyAreNoted();
    void validationFoldersAreCheckedForTheSameChannels();
    void greySourcesWriteOneChannel();
    void samplesOfATiffReachTheSlot();
    void keptPicturesAreEqualToReadOnes_data();
    void keptPicturesAreEqualToReadOnes();
};

void TstInputChannels::normalisationHasAChannelForEach()
{
    for (const int channels : {1, 2, 3, 4, 64}) {
        const Normalisation normalisation = normalisationOf(channels);
        QCOMPARE(normalisation.channels(), channels);
        QCOMPARE(normalisation.deviation.size(), static_cast<std::size_t>(channels));
    }
    QCOMPARE(normalisationOf(3).mean, Normalisation().mean);
    QCOMPARE(normalisationOf(1).mean[0], 0.449F); // of 0.485, 0.456 and 0.406
    QCOMPARE(normalisationOf(1).deviation[0], 0.226F);
    QCOMPARE(normalisationOf(7).mean[6], 0.5F);
    QCOMPARE(normalisationOf(7).deviation[6], 0.25F);
}

void TstInputChannels::greyFilesStayAsTheyAre_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"8 bits.png", "1 bit.png", "16 bits.png", "alpha.png", "16 bits and alpha.png", "interlaced.png", "jpeg.jpg",
          "tiff.tif", "zero is white.tif", "16 bits.tif", "4 bits.tif"})
        QTest::newRow(name) << name;
}

void TstInputChannels::greyFilesStayAsTheyAre()
{
    QFETCH(QString, name);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / name.toStdString();
    const int bits = name.contains("16") ? 16 : name.startsWith('4') ? 4 : name.startsWith('1') ? 1 : 8;
    if (name.endsWith("jpg")) {
        test::writeJpegFile(file, {.image = {size, std::vector<std::uint8_t>(37 * 53 * 3, 77)}, .isGrey = true});
    } else if (name.endsWith("tif")) {
        test::writeTiffFile(file, tiff(1, bits, name.contains("white") ? 0 : 1));
    } else {
        PngFile grey = name.contains("alpha") ? png(PngType::GreyAlpha, 2, bits) : png(PngType::Grey, 1, bits);
        grey.isInterlaced = name.startsWith("inter");
        test::writePngFile(file, grey);
    }
    const RgbImage repeated = decodeImage(file).value();
    const auto grey = decode(file, 1);
    QVERIFY2(grey.has_value(), grey ? "" : grey.error().text().c_str());
    QCOMPARE(grey->size, size);
    QCOMPARE(grey->data.size(), std::size_t{37 * 53});
    for (std::size_t pixel = 0; pixel < grey->data.size(); ++pixel)
        QCOMPARE(grey->data[pixel], repeated.data[3 * pixel]);
}

void TstInputChannels::coloursBecomeTheirLuma_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("tolerance");
    for (const char* name : {"8 bits.png", "alpha.png", "palette.png", "tiff.tif", "planar.tif", "4 bits.tif"})
        QTest::newRow(name) << name << 0.51;
    for (const char* name : {"16 bits.png", "16 bits.tif"}) // the reference is rounded twice
        QTest::newRow(name) << name << 1.01;
    QTest::newRow("jpeg.jpg") << "jpeg.jpg" << 2.0; // and here its colours are cut to what RGB can show
}

void TstInputChannels::coloursBecomeTheirLuma()
{
    QFETCH(QString, name);
    QFETCH(double, tolerance);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / name.toStdString();
    const int bits = name.startsWith("16") ? 16 : name.startsWith('4') ? 4 : 8;
    if (name.endsWith("jpg")) {
        RgbImage image{size, {}};
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                for (const int value : {60 + 2 * x, 200 - 3 * y, 90 + x + y})
                    image.data.push_back(static_cast<std::uint8_t>(value));
        test::writeJpegFile(file, {.image = image, .across = 1, .down = 1});
    } else if (name.endsWith("tif")) {
        TiffFile color = tiff(3, bits, 2);
        color.isPlanar = name.startsWith("planar");
        test::writeTiffFile(file, color);
    } else {
        test::writePngFile(file, name.startsWith("alpha")     ? png(PngType::Rgba, 4, 8)
                                 : name.startsWith("palette") ? png(PngType::Palette, 1, 4)
                                                              : png(PngType::Rgb, 3, bits));
    }
    const RgbImage color = decodeImage(file).value();
    const auto grey = decode(file, 1);
    QVERIFY2(grey.has_value(), grey ? "" : grey.error().text().c_str());
    for (std::size_t pixel = 0; pixel < grey->data.size(); ++pixel)
        QVERIFY(std::abs(grey->data[pixel] - luma(&color.data[3 * pixel])) <= tolerance);
}

void TstInputChannels::greyWindowsArePartsOfTheWhole_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"a.png", "a.jpg", "a.tif"})
        QTest::newRow(name) << name;
}

void TstInputChannels::greyWindowsArePartsOfTheWhole()
{
    QFETCH(QString, name);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / name.toStdString();
    if (name.endsWith("png")) {
        test::writePngFile(file, png(PngType::Rgb, 3, 8));
    } else if (name.endsWith("tif")) {
        test::writeTiffFile(file, tiff(3, 8, 2));
    } else {
        RgbImage image{size, {}};
        for (const std::uint16_t sample : samplesOf(size, 3, 8))
            image.data.push_back(static_cast<std::uint8_t>(sample));
        test::writeJpegFile(file, image);
    }
    const ChannelImage whole = decode(file, 1).value();
    std::vector<PixelWindow> windows{{0, 0, size}, {36, 52, {1, 1}}};
    test::addRandomWindows(windows, size, 20, 4);
    for (const PixelWindow& window : windows) {
        const ChannelImage part = decode(file, 1, window).value();
        QCOMPARE(part.size, window.size);
        for (int row = 0; row < window.size.height; ++row)
            for (int column = 0; column < window.size.width; ++column)
                QCOMPARE(
                    part.data.at(static_cast<std::size_t>(row * window.size.width + column)),
                    whole.data.at(static_cast<std::size_t>((window.top + row) * size.width + window.left + column)));
    }
}

void TstInputChannels::samplesOfATiffAreReadInTheirOrder_data()
{
    QTest::addColumn<TiffFile>("file");
    QTest::newRow("2, 8 bits") << tiff(2, 8);
    QTest::newRow("4 with the colours first") << tiff(4, 8, 2);
    QTest::newRow("5, 16 bits") << tiff(5, 16);
    QTest::newRow("8, 4 bits") << tiff(8, 4);
    QTest::newRow("64, 16 bits") << tiff(64, 16);
    QTest::newRow("4, zero is white, which concerns viewers") << tiff(4, 8, 0);
    TiffFile planar = tiff(5, 16, 2);
    planar.isPlanar = true;
    QTest::newRow("planes with the colours first") << planar;
    TiffFile tiles = tiff(6, 8);
    tiles.isPlanar = true;
    tiles.tileSide = 16;
    tiles.compression = 8;
    QTest::newRow("planes of tiles") << tiles;
    TiffFile interleavedTiles = tiff(7, 16);
    interleavedTiles.tileSide = 16;
    QTest::newRow("tiles") << interleavedTiles;
}

void TstInputChannels::samplesOfATiffAreReadInTheirOrder()
{
    QFETCH(TiffFile, file);
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "a.tif";
    test::writeTiffFile(path, file);
    QCOMPARE(readImageHeader(path)->channels, file.channels);
    const double largest = (1 << file.bitDepth) - 1;
    std::vector<PixelWindow> windows{{0, 0, size}, {36, 52, {1, 1}}};
    test::addRandomWindows(windows, size, 10, 4);
    for (const PixelWindow& window : windows) {
        const auto part = decode(path, file.channels, window);
        QVERIFY2(part.has_value(), part ? "" : part.error().text().c_str());
        QCOMPARE(part->size, window.size);
        std::size_t at = 0;
        for (int row = window.top; row < window.top + window.size.height; ++row)
            for (int column = window.left; column < window.left + window.size.width; ++column)
                for (int channel = 0; channel < file.channels; ++channel) {
                    const auto sample = static_cast<std::size_t>((row * size.width + column) * file.channels + channel);
                    QCOMPARE(int{part->data.at(at++)},
                             static_cast<int>(std::lround(file.samples[sample] / largest * 255)));
                }
    }
}

void TstInputChannels::turnedPicturesKeepTheirChannels_data()
{
    QTest::addColumn<int>("orientation");
    for (int orientation = 1; orientation <= 8; ++orientation)
        QTest::addRow("orientation %d", orientation) << orientation;
}

void TstInputChannels::turnedPicturesKeepTheirChannels()
{
    QFETCH(int, orientation);
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    TiffFile content = tiff(4, 8, 2);
    content.orientation = orientation;
    test::writeTiffFile(file, content);
    const RgbImage rgb = decodeUpright(file).value();
    for (const int channels : {1, 3, 4}) {
        ChannelImage image = decode(file, channels).value();
        turnUpright(image, orientation);
        QCOMPARE(image.size, rgb.size);
        for (std::size_t pixel = 0; pixel < rgb.data.size() / 3; ++pixel) {
            const std::uint8_t* at = &image.data.at(pixel * static_cast<std::size_t>(channels));
            if (channels == 1)
                QVERIFY(std::abs(*at - luma(&rgb.data[3 * pixel])) < 0.51);
            else
                QVERIFY(std::equal(at, at + 3, &rgb.data[3 * pixel]));
        }
    }
}

void TstInputChannels::otherFilesAreRefusedByName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("channels");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("RGB") << "rgb.png" << 4 << "a PNG with 3 channels (RGB)"
                         << "input_channels=3";
    QTest::newRow("RGBA is no four samples") << "rgba.png" << 4 << "a PNG with 4 channels (RGBA)"
                                             << "input_channels=3";
    QTest::newRow("grey") << "grey.png" << 2 << "a PNG with 1 channel (grey)"
                          << "input_channels=1";
    QTest::newRow("JPEG") << "photo.jpg" << 5 << "a JPEG with 3 channels (RGB)"
                          << "input_channels=3";
    QTest::newRow("TIFF with fewer") << "five.tif" << 6 << "a TIFF with 5 samples a pixel"
                                     << "input_channels=5";
    QTest::newRow("TIFF with more") << "five.tif" << 4 << "a TIFF with 5 samples a pixel"
                                    << "input_channels=5";
}

void TstInputChannels::otherFilesAreRefusedByName()
{
    QFETCH(QString, name);
    QFETCH(int, channels);
    QFETCH(QString, found);
    QFETCH(QString, remedy);
    const test::TemporaryFolder folder;
    test::writePngFile(folder.path() / "rgb.png", png(PngType::Rgb, 3, 8));
    test::writePngFile(folder.path() / "rgba.png", png(PngType::Rgba, 4, 8));
    test::writePngFile(folder.path() / "grey.png", png(PngType::Grey, 1, 8));
    test::writeJpegFile(folder.path() / "photo.jpg", RgbImage{size, std::vector<std::uint8_t>(37 * 53 * 3, 9)});
    test::writeTiffFile(folder.path() / "five.tif", tiff(5, 8));
    const fs::path file = folder.path() / name.toStdString();
    const auto decoded = decode(file, channels);
    const auto checked = checkChannels(readImageHeader(file).value(), channels, file);
    QVERIFY(!decoded && !checked);
    for (const Error& error : {decoded.error(), checked.error()}) {
        QCOMPARE(error.code, ErrorCode::Data);
        const QString text = QString::fromStdString(error.text());
        const QStringList expected{name, found + QStringLiteral(", where the network takes %1").arg(channels),
                                   QStringLiteral("exactly %1 samples a pixel").arg(channels), remedy};
        for (const QString& words : expected)
            QVERIFY2(text.contains(words), qPrintable(text));
    }
    QVERIFY(decode(file, 3) && decode(file, 1));
}

void TstInputChannels::aHeaderOfTooManySamplesIsRefused()
{
    // 8 million pixels of 64 samples may be read, 16 million not; the files hold none of them.
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "a.tif";
    test::writeTiffFile(file, tiff(64, 8, 1, {4, 4}));
    auto bytes = readFileBytes(file).value();
    const std::size_t directory = bytes[4] | static_cast<std::size_t>(bytes[5]) << 8U;
    for (std::size_t entry = directory + 2; entry < directory + 26; entry += 12) { // width and length come first
        bytes[entry + 8] = 0;
        bytes[entry + 9] = 16; // 4096
    }
    ChannelImage image{64, {}, {}};
    const auto decoded = decodeImageWindow(bytes, file, {0, 0, {1, 1}}, image);
    QVERIFY(!decoded);
    QVERIFY2(decoded.error().message.contains("4096 x 4096 pixels; up to 12 million"), decoded.error().message.c_str());
}

void TstInputChannels::everyUnfitImageOfAFolderIsReported()
{
    const Folders folders;
    folders.addTiff("a", 4);
    folders.addTiff("b", 3, 2);
    folders.addPng("c", PngType::Rgb, 3);
    folders.addTiff("d", 4, 2);
    const DatasetReport report = folders.check(4);
    QStringList files;
    for (const DatasetProblem& problem : report.problems)
        if (problem.severity == Severity::Error) {
            QCOMPARE(problem.kind, std::string("other-channels"));
            QVERIFY2(problem.message.contains("where the network takes 4"), problem.message.c_str());
            files += QString::fromStdString(problem.file.filename().string());
        }
    QCOMPARE(files, (QStringList{"b.tif", "c.png"}));
    QCOMPARE(report.pairs.size(), std::size_t{2});
    QVERIFY(!folders.check(3).hasErrors());
    QVERIFY(!folders.check(1).hasErrors());
}

void TstInputChannels::coloursSeenAsGreyAreNoted()
{
    const Folders folders;
    folders.addPng("a", PngType::Grey, 1);
    const auto count = [&](int channels) {
        return std::ranges::count(folders.check(channels).problems, std::string("read-as-grey"), &DatasetProblem::kind);
    };
    QCOMPARE(count(1), 0);
    folders.addPng("b", PngType::Rgb, 3);
    folders.addTiff("c", 3, 2);
    QCOMPARE(count(1), 1);
    QCOMPARE(count(3), 0);
    const DatasetReport report = folders.check(1);
    const auto note = std::ranges::find(report.problems, std::string("read-as-grey"), &DatasetProblem::kind);
    QCOMPARE(note->severity, Severity::Note);
    QVERIFY2(note->message.starts_with("2 images with colours are read as grey"), note->message.c_str());
    const auto mixed = std::ranges::find(report.problems, std::string("mixed-images"), &DatasetProblem::kind);
    QVERIFY2(mixed->message.contains("all are read as 8-bit grey"), mixed->message.c_str());
}

void TstInputChannels::validationFoldersAreCheckedForTheSameChannels()
{
    const Folders training;
    training.addTiff("a", 4);
    const Folders validation;
    validation.addTiff("v", 3, 2);
    RunConfig config;
    config.data.images = training.images.string();
    config.data.masks = training.masks.string();
    config.model.inputChannels = 4;
    QVERIFY(splitData(config).has_value());
    config.data.validationImages = validation.images.string();
    config.data.validationMasks = validation.masks.string();
    const auto split = splitData(config);
    QVERIFY(!split);
    QCOMPARE(split.error().code, ErrorCode::Data);
    QVERIFY2(split.error().message.contains("v.tif: a TIFF with 3 samples a pixel"), split.error().message.c_str());
}

void TstInputChannels::greySourcesWriteOneChannel()
{
    const Folders folders;
    folders.addPng("a", PngType::Rgb, 3);
    const DatasetReport report = folders.check(1);
    const ChannelImage grey = decode(folders.images / "a.png", 1).value();
    const Normalisation normalisation = normalisationOf(1);
    const auto whole = makeWholeSource(report.pairs, twoClasses(), normalisation);
    QCOMPARE(whole->channels(), 1);
    const ImageSize padded{64, 64};
    const std::vector<float> image = written(*whole, {}, padded);
    QCOMPARE(image.size(), std::size_t{64 * 64});
    for (int row = 0; row < size.height; ++row)
        for (int column = 0; column < size.width; ++column) {
            const auto value = static_cast<float>(grey.data.at(static_cast<std::size_t>(row * size.width + column)));
            QCOMPARE(image.at(static_cast<std::size_t>(row * padded.width + column)),
                     (value / 255.0F - normalisation.mean[0]) / normalisation.deviation[0]);
        }
    QCOMPARE(image.at(60), image.at(static_cast<std::size_t>(2 * (size.width - 1) - 60))); // reflected
    const auto crops = makeCropSource(report.pairs, twoClasses(), normalisation);
    const std::vector<float> crop = written(*crops, {1, 2, 0, Augmentation::Basic}, {32, 32});
    QVERIFY(!crop.empty() && std::ranges::find(crop, -99.0F) == crop.end());
}

void TstInputChannels::samplesOfATiffReachTheSlot()
{
    const Folders folders;
    folders.addTiff("a", 5);
    const DatasetReport report = folders.check(5);
    const ChannelImage stored = decode(folders.images / "a.tif", 5).value();
    const auto source =
        makeCropSource(report.pairs, twoClasses(), {std::vector<float>(5, 0.0F), std::vector<float>(5, 1.0F)});
    const std::vector<float> image = written(*source, {1, 2, 0, Augmentation::None}, size); // the whole picture
    QCOMPARE(image.size(), stored.data.size());
    for (std::size_t at = 0; at < image.size(); ++at)
        QCOMPARE(static_cast<int>(std::lround(image[at] * 255)), int{stored.data[at]});
    test::writePngFile(folders.images / "a.tif", png(PngType::Rgb, 3, 8)); // exchanged after the check
    std::vector<float> slot(5 * 37 * 53);
    const auto refused = source->write({}, {slot.data(), nullptr, size, MemoryFormat::ChannelsLast});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Data);
    QVERIFY(refused.error().text().contains("a.tif"));
}

void TstInputChannels::keptPicturesAreEqualToReadOnes_data()
{
    QTest::addColumn<int>("channels");
    QTest::newRow("grey") << 1;
    QTest::newRow("five") << 5;
}

void TstInputChannels::keptPicturesAreEqualToReadOnes()
{
    QFETCH(int, channels);
    const Folders folders;
    folders.addTiff("a", 5);
    const DatasetReport report = folders.check(channels);
    const auto kept = makeCropSource(report.pairs, twoClasses(), normalisationOf(channels), 1 << 20);
    const auto fresh = makeCropSource(report.pairs, twoClasses(), normalisationOf(channels));
    QCOMPARE(kept->cacheUse().bytes, std::int64_t{37 * 53 * (channels + 1)});
    for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
        const SampleKey key{1, epoch, 0, Augmentation::Basic};
        QCOMPARE(written(*kept, key, {32, 32}), written(*fresh, key, {32, 32}));
    }
    QCOMPARE(kept->cacheUse().stored, 1);
}

GAPLESS_TEST(TstInputChannels, "input_channels")
#include "tst_input_channels.moc"
