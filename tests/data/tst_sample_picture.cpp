// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <vector>

#include "core/data/folder_source.h"
#include "core/data/image_decode.h"
#include "core/data/sample_picture.h"
#include "tests/data/picture_files.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

ClassTable threeClasses()
{
    return {MaskKind::Ids, {{0, "", {}, 0}, {1, "", {}, 0}, {2, "", {}, 0}}, 255, 0};
}

Rgb colorAt(int row, int column)
{
    return {static_cast<std::uint8_t>(row * 7), static_cast<std::uint8_t>(column * 9),
            static_cast<std::uint8_t>(row * column)};
}

struct Folder : test::ImageAndMaskFolders
{
    ImagePair pair{images / "a.png", masks / "a.png", {23, 31}};

    Folder()
    {
        test::writeColor(pair.image, pair.size, colorAt);
        test::writeGrey(pair.mask, pair.size, [](int row, int column) { return row == 0 ? 255 : (row + column) % 3; });
    }
};

} // namespace

class TstSamplePicture final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aWholePictureHasThePixelsOfItsFile();
    void greyIsShownAsGrey();
    void aCropIsWhatLiesInTheSlot();
    void errorsAreTheSources();
};

void TstSamplePicture::aWholePictureHasThePixelsOfItsFile()
{
    const Folder folder;
    const auto source = openPicture(folder.pair, threeClasses(), {});
    QVERIFY(source.has_value());
    const auto picture = makeSamplePicture(**source, {}, folder.pair.size);
    QVERIFY(picture.has_value());
    QCOMPARE(picture->image.data, decodeImage(folder.pair.image)->data);
    QCOMPARE(picture->labels.size, folder.pair.size);
    QCOMPARE(picture->labels.data[5], ignoreLabel);
    QCOMPARE(picture->labels.data[31 + 4], std::uint8_t{(1 + 4) % 3});
}

void TstSamplePicture::greyIsShownAsGrey()
{
    const Folder folder;
    const auto source = openPicture(folder.pair, threeClasses(), normalisationOf(1));
    const auto picture = makeSamplePicture(**source, {}, folder.pair.size);
    const std::size_t pixel = 3 * (31 * 8 + 9);
    const double luma = 0.299 * colorAt(8, 9)[0] + 0.587 * colorAt(8, 9)[1] + 0.114 * colorAt(8, 9)[2];
    for (std::size_t channel = 0; channel < 3; ++channel)
        QVERIFY(std::abs(picture->image.data[pixel + channel] - luma) <= 1);
}

void TstSamplePicture::aCropIsWhatLiesInTheSlot()
{
    const Folder folder;
    const auto source = makeCropSource({folder.pair}, threeClasses());
    const Normalisation normalisation = source->normalisation();
    constexpr ImageSize size{20, 36}; // wider than the picture: padded
    for (std::int64_t epoch = 0; epoch < 6; ++epoch) {
        const SampleKey key{7, epoch, 0, Augmentation::Basic};
        std::vector<float> values(std::size_t{20} * 36 * 3);
        std::vector<std::int64_t> labels(std::size_t{20} * 36);
        QVERIFY(source->write(key, {values.data(), labels.data(), size, MemoryFormat::ChannelsLast}).has_value());
        const auto picture = makeSamplePicture(*source, key, size);
        QVERIFY(picture.has_value());
        for (std::size_t pixel = 0; pixel < labels.size(); ++pixel) {
            QCOMPARE(std::int64_t{picture->labels.data[pixel]}, labels[pixel]);
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const float value = static_cast<float>(picture->image.data[pixel * 3 + channel]) / 255.0F;
                const float again = (value - normalisation.mean[channel]) / normalisation.deviation[channel];
                QVERIFY(std::abs(again - values[pixel * 3 + channel]) < 1e-5F);
            }
        }
    }
}

void TstSamplePicture::errorsAreTheSources()
{
    const Folder folder;
    fs::remove(folder.pair.image);
    const auto source = makeCropSource({folder.pair}, threeClasses());
    const auto picture = makeSamplePicture(*source, {}, {8, 8});
    QVERIFY(!picture.has_value());
    QVERIFY(picture.error().text().contains("a.png"));
}

GAPLESS_TEST(TstSamplePicture, "sample_picture")
#include "tst_sample_picture.moc"
