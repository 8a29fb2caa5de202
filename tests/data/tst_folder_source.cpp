// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/data/augment.h"
#include "core/data/folder_source.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

const Normalisation plain{{0, 0, 0}, {1, 1, 1}}; // values are pixel / 255

ClassTable ids(const std::vector<std::int64_t>& values, std::optional<std::int64_t> ignore = std::nullopt)
{
    ClassTable classes{MaskKind::Ids, {}, ignore, 0};
    for (const std::int64_t value : values)
        classes.classes.push_back({value, "", {}, 0});
    return classes;
}

/// A sample as it would lie in a slot.
struct Slot
{
    ImageSize size;
    MemoryFormat format;
    std::vector<float> image;
    std::vector<std::int64_t> labels;
    StageTimes times;

    Slot(const SampleSource& source, const SampleKey& key, ImageSize slotSize,
         MemoryFormat memoryFormat = MemoryFormat::ChannelsLast)
        : size(slotSize)
        , format(memoryFormat)
        , image(static_cast<std::size_t>(slotSize.height * slotSize.width * 3), -99.0F)
        , labels(static_cast<std::size_t>(slotSize.height * slotSize.width), -99)
    {
        const auto written = source.write(key, {image.data(), labels.data(), size, format});
        if (!written)
            throw std::runtime_error(written.error().text());
        times = *written;
    }
    [[nodiscard]] float at(int channel, int row, int column) const
    {
        const int pixel = row * size.width + column;
        return image.at(static_cast<std::size_t>(
            format == MemoryFormat::ChannelsLast ? pixel * 3 + channel : channel * size.height * size.width + pixel));
    }
    [[nodiscard]] std::int64_t labelAt(int row, int column) const
    {
        return labels.at(static_cast<std::size_t>(row * size.width + column));
    }
};

struct Folder
{
    test::TemporaryFolder root;
    std::vector<ImagePair> pairs;

    void add(ImageSize size, const test::ColorAt& color, const test::ValueAt& value)
    {
        const std::string name = std::to_string(pairs.size()) + ".png";
        fs::create_directories(root.path() / "masks");
        pairs.push_back({root.path() / name, root.path() / "masks" / name, size});
        test::writeColor(pairs.back().image, size, color);
        test::writeGrey(pairs.back().mask, size, value);
    }
};

Rgb unique(int row, int column)
{
    return {static_cast<std::uint8_t>(row * 5 + 1), static_cast<std::uint8_t>(column * 3 + 1),
            static_cast<std::uint8_t>(row ^ column)};
}

bool isClose(float a, double b)
{
    return std::abs(static_cast<double>(a) - b) < 1e-6;
}

} // namespace

class TstFolderSource final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cropShowsTheDrawnPixels();
    void imageAndMaskMoveTogether();
    void scaledMasksKeepTheirValues();
    void memoryFormatsAreEqual();
    void normalisationIsImageNets();
    void cropLargerThanTheImageIsPadded();
    void wholePictureKeepsItsPlace();
    void wholePictureIsReflected();
    void tinyPicturesAreReflected_data();
    void tinyPicturesAreReflected();
    void pairsWithoutMaskHaveNoLabels();
    void labelsNeedNotBeWanted();
    void orientedPhotosFollowTheirSize();
    void changedAndBrokenFilesAreNamed();
    void threadsWriteTheSame();
};

void TstFolderSource::cropShowsTheDrawnPixels()
{
    Folder folder;
    folder.add({41, 53}, unique, [](int row, int column) { return (row + column) % 3; });
    const auto source = makeCropSource(folder.pairs, ids({0, 1, 2}), plain);
    for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
        const SampleKey key{3, epoch, 0, Augmentation::None};
        const AugmentDraw draw = drawAugmentation(key, {41, 53}, {16, 24}, Augmentation::None);
        const Slot slot(*source, key, {16, 24});
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 24; ++column) {
                const Rgb color = unique(draw.top + row, draw.left + column);
                for (int channel = 0; channel < 3; ++channel)
                    QVERIFY(isClose(slot.at(channel, row, column), color[static_cast<std::size_t>(channel)] / 255.0));
                QCOMPARE(slot.labelAt(row, column), std::int64_t{(draw.top + row + draw.left + column) % 3});
            }
    }
}

void TstFolderSource::imageAndMaskMoveTogether()
{
    // Red tells the rows of a mark, green its columns. Scaling blurs their edges: away from half-way values, image and
    // mask must agree on every pixel.
    Folder folder;
    const auto isMarkedRow = [](int row) { return row >= 20 && row < 47; };
    const auto isMarkedColumn = [](int column) { return column >= 11 && column < 30; };
    folder.add(
        {64, 64},
        [&](int row, int column) {
            return Rgb{static_cast<std::uint8_t>(isMarkedRow(row) ? 255 : 0),
                       static_cast<std::uint8_t>(isMarkedColumn(column) ? 255 : 0), 0};
        },
        [&](int row, int column) { return (isMarkedRow(row) ? 2 : 0) + (isMarkedColumn(column) ? 1 : 0); });
    const auto source = makeCropSource(folder.pairs, ids({0, 1, 2, 3}), plain);
    int marked = 0;
    int flipped = 0;
    for (std::int64_t epoch = 0; epoch < 60; ++epoch) {
        const SampleKey key{0, epoch, 0, Augmentation::Basic};
        flipped += drawAugmentation(key, {64, 64}, {48, 48}, Augmentation::Basic).flip ? 1 : 0;
        const Slot slot(*source, key, {48, 48});
        for (int row = 0; row < 48; ++row)
            for (int column = 0; column < 48; ++column)
                for (int channel = 0; channel < 2; ++channel) {
                    const float value = slot.at(channel, row, column);
                    const bool isMarked = (slot.labelAt(row, column) & (channel == 0 ? 2 : 1)) != 0;
                    if (std::abs(value - 0.5F) > 0.02F)
                        QCOMPARE(isMarked, value > 0.5F);
                    marked += isMarked ? 1 : 0;
                }
    }
    QVERIFY(marked > 60 * 400);
    QVERIFY(flipped > 10 && flipped < 50);
}

void TstFolderSource::scaledMasksKeepTheirValues()
{
    Folder folder;
    folder.add({30, 30}, unique, [](int, int column) { return column < 15 ? 0 : 2; });
    const auto source = makeCropSource(folder.pairs, ids({0, 1, 2}));
    for (std::int64_t epoch = 0; epoch < 30; ++epoch)
        for (const std::int64_t label : Slot(*source, {0, epoch, 0, Augmentation::Basic}, {20, 20}).labels)
            QVERIFY(label == 0 || label == 2);
}

void TstFolderSource::memoryFormatsAreEqual()
{
    Folder folder;
    folder.add({37, 51}, unique, [](int row, int) { return row % 2; });
    for (const auto& source : {makeCropSource(folder.pairs, ids({0, 1})), makeWholeSource(folder.pairs, ids({0, 1}))}) {
        const ImageSize size{64, 64};
        const Slot last(*source, {4, 2, 0, Augmentation::Basic}, size, MemoryFormat::ChannelsLast);
        const Slot planes(*source, {4, 2, 0, Augmentation::Basic}, size, MemoryFormat::Contiguous);
        QCOMPARE(last.labels, planes.labels);
        for (int channel = 0; channel < 3; ++channel)
            for (int row = 0; row < 64; ++row)
                for (int column = 0; column < 64; ++column)
                    QCOMPARE(last.at(channel, row, column), planes.at(channel, row, column));
    }
}

void TstFolderSource::normalisationIsImageNets()
{
    Folder folder;
    folder.add(
        {4, 4},
        [](int, int) {
            return Rgb{255, 128, 0};
        },
        [](int, int) { return 0; });
    const auto source = makeWholeSource(folder.pairs, ids({0}));
    const Slot slot(*source, {}, {4, 4});
    QVERIFY(isClose(slot.at(0, 1, 2), (1.0 - 0.485) / 0.229));
    QVERIFY(isClose(slot.at(1, 1, 2), (128 / 255.0 - 0.456) / 0.224));
    QVERIFY(isClose(slot.at(2, 1, 2), -0.406 / 0.225));
    QCOMPARE(source->normalisation().mean[0], 0.485F);
    QVERIFY(slot.times.readMs > 0 && slot.times.decodeMs > 0 && slot.times.writeMs > 0);
}

void TstFolderSource::cropLargerThanTheImageIsPadded()
{
    Folder folder;
    folder.add(
        {5, 7},
        [](int, int) {
            return Rgb{255, 255, 255};
        },
        [](int, int) { return 1; });
    const auto source = makeCropSource(folder.pairs, ids({0, 1}));
    const Slot slot(*source, {1, 0, 0}, {8, 9});
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 9; ++column) {
            const bool isInside = row < 5 && column < 7;
            QCOMPARE(slot.labelAt(row, column), std::int64_t{isInside ? 1 : ignoreLabel});
            QVERIFY(isClose(slot.at(0, row, column), ((isInside ? 1.0 : 0.0) - 0.485) / 0.229));
        }
}

void TstFolderSource::wholePictureKeepsItsPlace()
{
    Folder folder;
    const auto isMark = [](int row, int column) { return row >= 90 && column >= 90; };
    folder.add(
        {100, 100},
        [&](int row, int column) {
            return isMark(row, column) ? Rgb{255, 0, 0} : Rgb{};
        },
        isMark);
    const auto source = makeWholeSource(folder.pairs, ids({0, 1}), plain);
    QCOMPARE(source->sampleSize(0), (ImageSize{100, 100}));
    const Slot slot(*source, {}, {128, 128});
    int marked = 0;
    int ignored = 0;
    for (int row = 0; row < 128; ++row)
        for (int column = 0; column < 128; ++column) {
            const bool isPadding = row >= 100 || column >= 100;
            QCOMPARE(slot.labelAt(row, column), std::int64_t{isPadding ? ignoreLabel : isMark(row, column) ? 1 : 0});
            if (!isPadding)
                QCOMPARE(slot.at(0, row, column), isMark(row, column) ? 1.0F : 0.0F);
            marked += slot.labelAt(row, column) == 1 ? 1 : 0;
            ignored += isPadding ? 1 : 0;
        }
    QCOMPARE(marked, 100);
    QCOMPARE(ignored, 128 * 128 - 100 * 100);
}

void TstFolderSource::wholePictureIsReflected()
{
    Folder folder;
    folder.add({7, 13}, unique, [](int, int) { return 0; });
    const auto source = makeWholeSource(folder.pairs, ids({0}), plain);
    const Slot slot(*source, {}, {10, 16});
    for (int column = 0; column < 13; ++column)
        for (int beyond = 0; beyond < 3; ++beyond)
            QCOMPARE(slot.at(0, 7 + beyond, column), slot.at(0, 5 - beyond, column));
    for (int row = 0; row < 7; ++row)
        for (int beyond = 0; beyond < 3; ++beyond)
            QCOMPARE(slot.at(1, row, 13 + beyond), slot.at(1, row, 11 - beyond));
}

void TstFolderSource::tinyPicturesAreReflected_data()
{
    QTest::addColumn<ImageSize>("size");
    QTest::newRow("1 x 1") << ImageSize{1, 1};
    QTest::newRow("1 x 3") << ImageSize{1, 3};
    QTest::newRow("2 x 1") << ImageSize{2, 1};
    QTest::newRow("5 x 3") << ImageSize{5, 3};
}

void TstFolderSource::tinyPicturesAreReflected()
{
    QFETCH(const ImageSize, size);
    Folder folder;
    folder.add(size, unique, [](int, int) { return 0; });
    const Slot slot(*makeWholeSource(folder.pairs, ids({0}), plain), {}, {32, 32});
    // Reflection without the edge repeated has a period of 2 * (length - 1).
    const auto source = [](int at, int length) {
        const int period = std::max(1, 2 * (length - 1));
        return std::min(at % period, period - at % period) % length;
    };
    for (int row = 0; row < 32; ++row)
        for (int column = 0; column < 32; ++column) {
            QCOMPARE(slot.at(0, row, column), slot.at(0, source(row, size.height), source(column, size.width)));
            QCOMPARE(slot.at(1, row, column), slot.at(1, source(row, size.height), source(column, size.width)));
        }
    QCOMPARE(std::ranges::count(slot.labels, 0), std::ptrdiff_t{size.height * size.width});
}

void TstFolderSource::pairsWithoutMaskHaveNoLabels()
{
    Folder folder;
    folder.add({6, 6}, unique, [](int, int) { return 1; });
    auto pairs = folder.pairs;
    pairs.push_back({pairs[0].image, {}, {6, 6}});
    const auto source = makeWholeSource(pairs, ids({0, 1}));
    QCOMPARE(Slot(*source, {0, 0, 0}, {6, 6}).labels, std::vector<std::int64_t>(36, 1));
    QCOMPARE(Slot(*source, {0, 0, 1}, {6, 6}).labels, std::vector<std::int64_t>(36, ignoreLabel));
}

void TstFolderSource::labelsNeedNotBeWanted()
{
    Folder folder;
    folder.add({6, 6}, unique, [](int, int) { return 1; });
    fs::remove(folder.pairs[0].mask);
    std::vector<float> image(6 * 6 * 3);
    for (const auto& source : {makeWholeSource(folder.pairs, ids({0, 1})), makeCropSource(folder.pairs, ids({0, 1}))})
        QVERIFY(source->write({}, {image.data(), nullptr, {6, 6}, MemoryFormat::Contiguous}).has_value());
}

void TstFolderSource::orientedPhotosFollowTheirSize()
{
    const test::TemporaryFolder folder;
    const fs::path photo = folder.path() / "photo.jpg";
    RgbImage block{{30, 40}, {}};
    for (int row = 0; row < 30; ++row)
        for (int column = 0; column < 40; ++column)
            block.data.insert(block.data.end(), 3, row < 10 && column < 10 ? 255 : 0);
    test::writeJpegFile(photo, block, 6);
    test::writeGrey(folder.path() / "upright.png", {40, 30},
                    [](int row, int column) { return row < 10 && column >= 20 ? 1 : 0; });
    test::writeGrey(folder.path() / "stored.png", {30, 40},
                    [](int row, int column) { return row < 10 && column < 10 ? 1 : 0; });
    const auto source = makeWholeSource(
        {{photo, folder.path() / "upright.png", {40, 30}}, {photo, folder.path() / "stored.png", {30, 40}}},
        ids({0, 1}), plain);
    for (const std::int64_t sample : {0, 1}) {
        const ImageSize size = source->sampleSize(sample);
        const Slot slot(*source, {0, 0, sample}, size);
        int covered = 0;
        for (int row = 0; row < size.height; ++row)
            for (int column = 0; column < size.width; ++column)
                covered += (slot.at(0, row, column) > 0.5F) == (slot.labelAt(row, column) == 1) ? 1 : 0;
        QCOMPARE(covered, 1200);
    }
}

void TstFolderSource::changedAndBrokenFilesAreNamed()
{
    Folder folder;
    folder.add({16, 16}, unique, [](int, int) { return 1; });
    std::vector<float> image(20 * 20 * 3);
    std::vector<std::int64_t> labels(20 * 20);
    const SampleTarget target{image.data(), labels.data(), {20, 20}, MemoryFormat::ChannelsLast};
    const auto whole = makeWholeSource(folder.pairs, ids({0, 1}));
    QCOMPARE(whole->name(0), std::string("0.png"));
    QVERIFY(whole->write({}, target).has_value());
    const auto unknown = makeCropSource(folder.pairs, ids({0}))->write({0, 0, 0, Augmentation::Basic}, target);
    QVERIFY(!unknown.has_value() && unknown.error().context.ends_with("masks/0.png"));

    test::writeGrey(folder.pairs[0].mask, {16, 17}, [](int, int) { return 1; });
    QVERIFY(whole->write({}, target).error().message.contains("16 x 17"));
    test::writeColor(folder.pairs[0].image, {15, 16}, unique);
    QVERIFY(whole->write({}, target).error().message.contains("15 x 16"));
    test::cutFile(folder.pairs[0].image, 0.6);
    const auto cut = whole->write({}, target);
    QVERIFY(!cut.has_value() && cut.error().code == ErrorCode::Data);
    QCOMPARE(cut.error().context, folder.pairs[0].image.string());
    fs::remove(folder.pairs[0].image);
    QVERIFY(whole->write({}, target).error().context.ends_with("0.png"));
}

void TstFolderSource::threadsWriteTheSame()
{
    Folder folder;
    for (int number = 0; number < 4; ++number)
        folder.add(
            {40 + number, 50 - number}, [&](int row, int column) { return unique(row + number, column); },
            [](int row, int) { return row % 2; });
    const auto source = makeCropSource(folder.pairs, ids({0, 1}));
    const auto draw = [&] {
        std::vector<std::vector<float>> images;
        for (std::int64_t key = 0; key < 40; ++key)
            images.push_back(Slot(*source, {9, key / 4, key % 4, Augmentation::Basic}, {32, 32}).image);
        return images;
    };
    const auto expected = draw();
    std::vector<std::vector<std::vector<float>>> results(4);
    {
        std::vector<std::jthread> threads;
        for (auto& result : results)
            threads.emplace_back([&] { result = draw(); });
    }
    for (const auto& result : results)
        QVERIFY(result == expected);
}

GAPLESS_TEST(TstFolderSource, "folder_source")
#include "tst_folder_source.moc"
