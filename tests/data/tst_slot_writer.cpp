// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/random.h"
#include "core/data/crop_map.h"
#include "core/data/slot_writer.h"
#include "core/types/pixels.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

const Normalisation plain{{0, 0, 0}, {1, 1, 1}}; // values are pixel / 255

struct Picture
{
    RgbImage image;
    std::vector<std::uint8_t> labels;

    Picture(ImageSize size, std::uint64_t seed)
        : image{size, {}}
    {
        CounterRandom random(seed, 0, 0);
        const auto pixels = static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
        for (std::size_t value = 0; value < 3 * pixels; ++value)
            image.data.push_back(static_cast<std::uint8_t>(random.below(256)));
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            labels.push_back(static_cast<std::uint8_t>(random.below(200)));
    }

    [[nodiscard]] PictureView view() const
    {
        const PixelWindow whole{0, 0, image.size};
        return {image.data.data(), whole, labels.data(), whole};
    }
    /// A copy of one part, as a decoder gives it that knows what is wanted.
    [[nodiscard]] Picture part(const PixelWindow& window) const
    {
        Picture result({0, 0}, 0);
        result.image.size = window.size;
        for (int row = window.top; row < window.top + window.size.height; ++row)
            for (int column = window.left; column < window.left + window.size.width; ++column) {
                const auto pixel = static_cast<std::size_t>(row * image.size.width + column);
                result.image.data.insert(result.image.data.end(), &image.data[3 * pixel], &image.data[3 * pixel] + 3);
                result.labels.push_back(labels[pixel]);
            }
        return result;
    }
};

struct Slot
{
    std::vector<float> image;
    std::vector<std::int64_t> labels;
    SampleTarget target;

    explicit Slot(ImageSize size, MemoryFormat format = MemoryFormat::ChannelsLast)
        : image(static_cast<std::size_t>(size.height * size.width * 3), -99.0F)
        , labels(static_cast<std::size_t>(size.height * size.width), -99)
        , target{image.data(), labels.data(), size, format}
    {
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// An 8-bit level; the normalisation has to be `plain`.
    [[nodiscard]] int level(int row, int column, int channel) const
    {
        const int pixel = row * target.size.width + column;
        const int plane = target.size.height * target.size.width;
        const float value = image.at(static_cast<std::size_t>(
            target.memoryFormat == MemoryFormat::ChannelsLast ? pixel * 3 + channel : channel * plane + pixel));
        return static_cast<int>(std::lround(value * 255.0F));
    }
    [[nodiscard]] std::int64_t label(int row, int column) const
    {
        return labels.at(static_cast<std::size_t>(row * target.size.width + column));
    }
};

void write(const PictureView& picture, const CropMap& map, Slot& slot, const Normalisation& normalisation = plain)
{
    std::vector<float> line;
    SlotWriter(normalisation).writeCrop(picture, map, slot.target, line);
    writeCropLabels(picture, map, slot.target);
}

/// Bilinear interpolation by its definition, in double precision, before rounding.
double reference(const RgbImage& image, double row, double column, int channel)
{
    const auto value = [&](int y, int x) {
        y = std::clamp(y, 0, image.size.height - 1);
        x = std::clamp(x, 0, image.size.width - 1);
        return static_cast<double>(image.data[static_cast<std::size_t>((y * image.size.width + x) * 3 + channel)]);
    };
    const int y = static_cast<int>(std::floor(row));
    const int x = static_cast<int>(std::floor(column));
    const double down = row - y;
    const double right = column - x;
    return (value(y, x) * (1 - right) + value(y, x + 1) * right) * (1 - down) +
           (value(y + 1, x) * (1 - right) + value(y + 1, x + 1) * right) * down;
}

AugmentDraw draw(CounterRandom& random, ImageSize picture, ImageSize crop)
{
    const float scale = random.uniform(0.5F, 2.0F);
    AugmentDraw result;
    result.scaled = {std::max(1, static_cast<int>(std::lround(static_cast<float>(picture.height) * scale))),
                     std::max(1, static_cast<int>(std::lround(static_cast<float>(picture.width) * scale)))};
    result.top =
        static_cast<int>(random.below(static_cast<std::uint32_t>(std::max(0, result.scaled.height - crop.height)) + 1));
    result.left =
        static_cast<int>(random.below(static_cast<std::uint32_t>(std::max(0, result.scaled.width - crop.width)) + 1));
    result.flip = random.below(2) == 1;
    return result;
}

ImageSize someSize(CounterRandom& random, std::uint32_t most)
{
    return {1 + static_cast<int>(random.below(most)), 1 + static_cast<int>(random.below(most))};
}

} // namespace

class TstSlotWriter final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void scalingIsBilinear();
    void scalingAgreesWithOpenCv();
    void unscaledCropsAreCopies();
    void labelsAreTheNearest();
    void imageAndLabelsMoveTogether();
    void onlyTheWindowIsNeeded();
    void windowsAreTight();
    void memoryFormatsAreEqual();
    void valuesAreNormalisedToTheBit();
    void missingLabelsAreIgnored();
    void anyNumberOfChannelsIsWrittenAsThreeAre_data();
    void anyNumberOfChannelsIsWrittenAsThreeAre();
};

void TstSlotWriter::scalingIsBilinear()
{
    CounterRandom random(1, 0, 0);
    for (int trial = 0; trial < 300; ++trial) {
        const Picture picture(someSize(random, 40), static_cast<std::uint64_t>(trial));
        const ImageSize crop = someSize(random, 40);
        const AugmentDraw drawn = draw(random, picture.image.size, crop);
        CropMap map;
        map.assign(drawn, picture.image.size, crop);
        Slot slot(crop);
        write(picture.view(), map, slot);
        for (int row = 0; row < crop.height; ++row)
            for (int column = 0; column < crop.width; ++column) {
                const int y = drawn.top + row;
                const int x = drawn.left + (drawn.flip ? crop.width - 1 - column : column);
                const bool isPadding = y >= drawn.scaled.height || x >= drawn.scaled.width;
                QCOMPARE(slot.label(row, column) == ignoreLabel, isPadding);
                for (int channel = 0; channel < 3; ++channel) {
                    const int level = slot.level(row, column, channel);
                    if (isPadding) {
                        QCOMPARE(level, 0);
                        continue;
                    }
                    const double expected =
                        reference(picture.image, (y + 0.5) * picture.image.size.height / drawn.scaled.height - 0.5,
                                  (x + 0.5) * picture.image.size.width / drawn.scaled.width - 0.5, channel);
                    QVERIFY(std::abs(level - expected) < 0.5 + 1e-3); // rounded, nothing else
                }
            }
    }
}

void TstSlotWriter::scalingAgreesWithOpenCv()
{
    CounterRandom random(2, 0, 0);
    int largest = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const ImageSize size{20 + static_cast<int>(random.below(60)), 20 + static_cast<int>(random.below(60))};
        Picture picture(size, static_cast<std::uint64_t>(trial));
        AugmentDraw drawn = draw(random, size, {4096, 4096}); // the whole scaled picture
        drawn.flip = false;
        CropMap map;
        map.assign(drawn, size, drawn.scaled);
        Slot slot(drawn.scaled);
        write(picture.view(), map, slot);
        cv::Mat scaled;
        cv::resize(cv::Mat(size.height, size.width, CV_8UC3, picture.image.data.data()), scaled,
                   cv::Size(drawn.scaled.width, drawn.scaled.height), 0, 0, cv::INTER_LINEAR);
        for (int row = 0; row < drawn.scaled.height; ++row)
            for (int column = 0; column < drawn.scaled.width; ++column)
                for (int channel = 0; channel < 3; ++channel)
                    largest = std::max(largest, std::abs(slot.level(row, column, channel) -
                                                         scaled.at<cv::Vec3b>(row, column)[channel]));
    }
    QVERIFY2(largest <= 1, qPrintable(QString::number(largest))); // it computes with 11 bits
}

void TstSlotWriter::unscaledCropsAreCopies()
{
    CounterRandom random(3, 0, 0);
    for (int trial = 0; trial < 100; ++trial) {
        const Picture picture(someSize(random, 30), static_cast<std::uint64_t>(trial));
        const ImageSize crop = someSize(random, 30);
        AugmentDraw drawn = draw(random, picture.image.size, crop);
        drawn.scaled = picture.image.size;
        drawn.top = std::min(drawn.top, std::max(0, drawn.scaled.height - crop.height));
        drawn.left = std::min(drawn.left, std::max(0, drawn.scaled.width - crop.width));
        CropMap map;
        map.assign(drawn, picture.image.size, crop);
        QVERIFY(!map.isScaled);
        Slot slot(crop);
        write(picture.view(), map, slot);
        for (int row = 0; row < crop.height; ++row)
            for (int column = 0; column < crop.width; ++column) {
                const int y = drawn.top + row;
                const int x = drawn.left + (drawn.flip ? crop.width - 1 - column : column);
                const bool isPadding = y >= picture.image.size.height || x >= picture.image.size.width;
                const auto pixel = static_cast<std::size_t>(y * picture.image.size.width + x);
                QCOMPARE(slot.label(row, column), std::int64_t{isPadding ? ignoreLabel : picture.labels[pixel]});
                for (int channel = 0; channel < 3; ++channel)
                    QCOMPARE(slot.level(row, column, channel),
                             isPadding ? 0 : picture.image.data[3 * pixel + static_cast<std::size_t>(channel)]);
            }
    }
}

void TstSlotWriter::labelsAreTheNearest()
{
    // 8 columns to 5, the sharpest edge where it is: no value between two labels is made up.
    Picture picture({1, 8}, 0);
    picture.labels = {0, 0, 0, 0, 2, 2, 2, 2};
    CropMap map;
    map.assign({{1, 5}, 0, 0, false}, {1, 8}, {1, 5});
    Slot slot({1, 5});
    write(picture.view(), map, slot);
    QCOMPARE(slot.labels, (std::vector<std::int64_t>{0, 0, 2, 2, 2}));
}

void TstSlotWriter::imageAndLabelsMoveTogether()
{
    // A single marked pixel, enlarged: the brightest place of the image is the middle of its label's.
    CounterRandom random(4, 0, 0);
    for (int trial = 0; trial < 200; ++trial) {
        const ImageSize size{9 + static_cast<int>(random.below(20)), 9 + static_cast<int>(random.below(20))};
        Picture picture(size, 0);
        std::ranges::fill(picture.image.data, std::uint8_t{0});
        std::ranges::fill(picture.labels, std::uint8_t{0});
        const int y = 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(size.height - 4)));
        const int x = 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(size.width - 4)));
        const auto pixel = static_cast<std::size_t>(y * size.width + x);
        picture.image.data[3 * pixel] = 255;
        picture.labels[pixel] = 1;
        const AugmentDraw drawn{{size.height * 5, size.width * 5}, 0, 0, random.below(2) == 1}; // odd: has a middle
        CropMap map;
        map.assign(drawn, size, drawn.scaled);
        Slot slot(drawn.scaled);
        write(picture.view(), map, slot);
        int labelled = 0;
        for (int row = 0; row < drawn.scaled.height; ++row)
            for (int column = 0; column < drawn.scaled.width; ++column) {
                const int scaledX = drawn.flip ? drawn.scaled.width - 1 - column : column;
                const bool isMarked = row / 5 == y && scaledX / 5 == x;
                QCOMPARE(slot.label(row, column), std::int64_t{isMarked ? 1 : 0});
                labelled += isMarked ? 1 : 0;
                QCOMPARE(slot.level(row, column, 0) == 255, row == y * 5 + 2 && scaledX == x * 5 + 2);
            }
        QCOMPARE(labelled, 25);
    }
}

void TstSlotWriter::onlyTheWindowIsNeeded()
{
    CounterRandom random(5, 0, 0);
    for (int trial = 0; trial < 200; ++trial) {
        const Picture picture(someSize(random, 50), static_cast<std::uint64_t>(trial));
        const ImageSize crop = someSize(random, 30);
        CropMap map;
        map.assign(draw(random, picture.image.size, crop), picture.image.size, crop);
        const PixelWindow window = map.window();
        const Picture part = picture.part(window);
        Slot fromWhole(crop);
        Slot fromPart(crop);
        write(picture.view(), map, fromWhole);
        write({part.image.data.data(), window, part.labels.data(), window}, map, fromPart);
        QVERIFY(fromWhole.image == fromPart.image);
        QVERIFY(fromWhole.labels == fromPart.labels);
    }
}

void TstSlotWriter::windowsAreTight()
{
    CropMap map;
    map.assign({{100, 100}, 20, 30, false}, {100, 100}, {10, 8}); // not scaled: one row and column more, of weight 0
    QCOMPARE(map.window(), (PixelWindow{20, 30, {11, 9}}));
    map.assign({{200, 200}, 40, 60, true}, {100, 100}, {20, 16}); // twice the size
    QCOMPARE(map.window(), (PixelWindow{19, 29, {12, 10}}));
    map.assign({{50, 50}, 0, 0, false}, {100, 100}, {64, 64}); // padded: all of it
    QCOMPARE(map.window(), (PixelWindow{0, 0, {100, 100}}));
}

void TstSlotWriter::memoryFormatsAreEqual()
{
    CounterRandom random(6, 0, 0);
    for (int trial = 0; trial < 50; ++trial) {
        const Picture picture(someSize(random, 40), static_cast<std::uint64_t>(trial));
        const ImageSize crop = someSize(random, 40);
        CropMap map;
        map.assign(draw(random, picture.image.size, crop), picture.image.size, crop);
        Slot interleaved(crop);
        Slot planes(crop, MemoryFormat::Contiguous);
        write(picture.view(), map, interleaved);
        write(picture.view(), map, planes);
        for (int row = 0; row < crop.height; ++row)
            for (int column = 0; column < crop.width; ++column)
                for (int channel = 0; channel < 3; ++channel)
                    QCOMPARE(interleaved.level(row, column, channel), planes.level(row, column, channel));
    }
}

void TstSlotWriter::valuesAreNormalisedToTheBit()
{
    Picture picture({1, 256}, 0);
    for (std::size_t value = 0; value < 256; ++value)
        std::fill_n(picture.image.data.begin() + static_cast<std::ptrdiff_t>(3 * value), 3,
                    static_cast<std::uint8_t>(value));
    CropMap map;
    map.assign({{1, 256}, 0, 0, false}, {1, 256}, {1, 256});
    Slot slot({1, 256});
    const Normalisation imageNet;
    write(picture.view(), map, slot, imageNet);
    for (std::size_t value = 0; value < 256; ++value)
        for (std::size_t channel = 0; channel < 3; ++channel)
            QCOMPARE(slot.image[3 * value + channel],
                     (static_cast<float>(value) / 255.0F - imageNet.mean[channel]) / imageNet.deviation[channel]);
}

void TstSlotWriter::missingLabelsAreIgnored()
{
    const Picture picture({4, 4}, 0);
    PictureView view = picture.view();
    view.labels = nullptr;
    CropMap map;
    map.assign({{4, 4}, 0, 0, false}, {4, 4}, {4, 4});
    Slot slot({4, 4});
    write(view, map, slot);
    QCOMPARE(slot.labels, std::vector<std::int64_t>(16, ignoreLabel));
    writeWholeLabels(view, slot.target);
    QCOMPARE(slot.labels, std::vector<std::int64_t>(16, ignoreLabel));
}

void TstSlotWriter::anyNumberOfChannelsIsWrittenAsThreeAre_data()
{
    QTest::addColumn<int>("channels");
    QTest::addColumn<bool>("isInterleaved");
    for (const int channels : {1, 2, 4, 7}) {
        QTest::addRow("%d, interleaved", channels) << channels << true;
        QTest::addRow("%d, planes", channels) << channels << false;
    }
}

void TstSlotWriter::anyNumberOfChannelsIsWrittenAsThreeAre()
{
    QFETCH(int, channels);
    QFETCH(bool, isInterleaved);
    const auto count = static_cast<std::size_t>(channels);
    const MemoryFormat format = isInterleaved ? MemoryFormat::ChannelsLast : MemoryFormat::Contiguous;
    CounterRandom random(8, 0, 0);
    for (int trial = 0; trial < 60; ++trial) {
        const Picture picture(someSize(random, 30), static_cast<std::uint64_t>(trial));
        const ImageSize crop = someSize(random, 30);
        CropMap map;
        AugmentDraw drawn = draw(random, picture.image.size, crop);
        if (trial % 3 == 0)
            drawn = {picture.image.size, 0, 0, trial % 2 == 0};
        map.assign(drawn, picture.image.size, crop);
        Slot slot(crop, format);
        write(picture.view(), map, slot);

        // The red of the picture in every channel, and less of it from channel to channel.
        std::vector<std::uint8_t> pixels;
        for (std::size_t pixel = 0; pixel < picture.labels.size(); ++pixel)
            pixels.insert(pixels.end(), count, picture.image.data[3 * pixel]);
        Normalisation normalisation{std::vector<float>(count, 0.0F), {}};
        for (int channel = 1; channel <= channels; ++channel)
            normalisation.deviation.push_back(static_cast<float>(channel));
        const std::size_t places = slot.image.size() / 3;
        std::vector<float> image(places * count, -99.0F);
        std::vector<float> line;
        const SampleTarget target{image.data(), slot.labels.data(), crop, format};
        PictureView view = picture.view();
        view.pixels = pixels.data();
        SlotWriter(normalisation).writeCrop(view, map, target, line);
        for (std::size_t place = 0; place < places; ++place)
            for (std::size_t channel = 0; channel < count; ++channel) {
                const float red = slot.image[isInterleaved ? 3 * place : place];
                QCOMPARE(image[isInterleaved ? place * count + channel : channel * places + place],
                         red / static_cast<float>(channel + 1));
            }
    }
}

GAPLESS_TEST(TstSlotWriter, "slot_writer")
#include "tst_slot_writer.moc"
