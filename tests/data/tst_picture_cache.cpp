// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <thread>
#include <vector>

#include "core/base/available_memory.h"
#include "core/data/folder_source.h"
#include "core/data/picture_cache.h"
#include "tests/data/picture_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

ChannelImage imageOf(ImageSize size, std::uint8_t value, int channels = 3)
{
    return {channels, size,
            std::vector<std::uint8_t>(static_cast<std::size_t>(size.height * size.width * channels), value)};
}

LabelImage labelsOf(ImageSize size, std::uint8_t value)
{
    return {size, std::vector<std::uint8_t>(static_cast<std::size_t>(size.height * size.width), value)};
}

/// Pairs in a folder whose files can be taken away.
struct Folder
{
    test::TemporaryFolder root;
    std::vector<ImagePair> pairs;

    explicit Folder(int count)
    {
        fs::create_directories(root.path() / "masks");
        for (int number = 0; number < count; ++number) {
            const std::string name = std::to_string(number) + ".png";
            const ImageSize size{40 + number, 50 - number};
            pairs.push_back({root.path() / name, root.path() / "masks" / name, size});
            test::writePair(pairs.back().image, pairs.back().mask, size,
                            [number](int row, int column) { return (row + column + number) % 2; });
        }
    }
    void removeFiles() const
    {
        for (const ImagePair& pair : pairs) {
            fs::remove(pair.image);
            fs::remove(pair.mask);
        }
    }
};

ClassTable twoClasses()
{
    return {MaskKind::Ids, {{0, "", {}, 0}, {1, "", {}, 0}}, std::nullopt, 0};
}

struct Sample
{
    std::vector<float> image;
    std::vector<std::int64_t> labels;

    friend bool operator==(const Sample&, const Sample&) = default;
};

Result<Sample> read(const SampleSource& source, std::int64_t epoch, std::int64_t number, ImageSize size = {32, 32})
{
    const auto pixels = static_cast<std::size_t>(size.height * size.width);
    Sample sample{std::vector<float>(3 * pixels), std::vector<std::int64_t>(pixels)};
    const auto written = source.write({7, epoch, number, Augmentation::Basic},
                                      {sample.image.data(), sample.labels.data(), size, MemoryFormat::ChannelsLast});
    if (!written)
        return std::unexpected(written.error());
    return sample;
}

} // namespace

class TstPictureCache final : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void placesAreKnownFromTheStart();
    void storedPicturesAreFound();
    void whatDoesNotFitIsNotStored();
    void threadsStoreAPictureOnce();
    void laterEpochsReadNoFile();
    void keptAndReadPicturesAreEqual();
    void picturesBeyondTheLimitAreReadAgain();
    void picturesWithoutMaskAreNotKept();
    void failedPicturesAreNotKept();
    void automaticLimitIsAShareOfTheMemory();
};

void TstPictureCache::placesAreKnownFromTheStart()
{
    const std::vector<ImageSize> sizes{{10, 10}, {0, 0}, {20, 5}, {1, 1}};
    const PictureCache all(sizes, 1000);
    QCOMPARE(all.bytes(), 4 * 201);
    QCOMPARE(all.pictures(), 3);
    QVERIFY(!all.hasPlace(1));
    QCOMPARE(all.stored(), 0);
    QVERIFY(!all.find(0));

    const PictureCache some(sizes, 799); // the second picture is a byte too large, and what comes behind is left out
    QCOMPARE(some.bytes(), 400);
    QCOMPARE(some.pictures(), 1);
    QVERIFY(some.hasPlace(0) && !some.hasPlace(2) && !some.hasPlace(3));
    QCOMPARE(PictureCache(sizes, 800).pictures(), 2);
    QCOMPARE(PictureCache(sizes, 0).pictures(), 0);
    QCOMPARE(PictureCache({}, 100).pictures(), 0);
}

void TstPictureCache::storedPicturesAreFound()
{
    const std::vector<ImageSize> sizes{{4, 6}, {3, 5}};
    PictureCache cache(sizes, 1 << 20);
    cache.store(1, imageOf({3, 5}, 9), labelsOf({3, 5}, 2));
    QVERIFY(!cache.find(0));
    const auto kept = cache.find(1);
    QVERIFY(kept.has_value());
    QCOMPARE(kept->window, (PixelWindow{0, 0, {3, 5}}));
    QCOMPARE(kept->labelWindow, (PixelWindow{0, 0, {3, 5}}));
    QVERIFY(std::all_of(kept->pixels, kept->pixels + 45, [](int value) { return value == 9; }));
    QVERIFY(std::all_of(kept->labels, kept->labels + 15, [](int value) { return value == 2; }));
    cache.store(1, imageOf({3, 5}, 10), labelsOf({3, 5}, 3)); // stays as it is: somebody may be reading it
    QCOMPARE(int{cache.find(1)->pixels[0]}, 9);
    QCOMPARE(cache.stored(), 1);
}

void TstPictureCache::whatDoesNotFitIsNotStored()
{
    PictureCache cache(std::vector<ImageSize>{{4, 4}, {4, 4}}, 64);
    cache.store(1, imageOf({4, 4}, 1), labelsOf({4, 4}, 1)); // has no place
    cache.store(0, imageOf({4, 5}, 1), labelsOf({4, 5}, 1)); // was another size at the start
    cache.store(0, imageOf({4, 4}, 1), {});                  // has no labels
    QVERIFY(!cache.find(0) && !cache.find(1));
    QCOMPARE(cache.stored(), 0);
}

void TstPictureCache::threadsStoreAPictureOnce()
{
    const ImageSize size{64, 64};
    const std::vector<ImageSize> sizes(50, size);
    PictureCache cache(sizes, 1 << 30);
    std::atomic<bool> isMixed = false;
    {
        std::vector<std::jthread> threads;
        for (std::uint8_t thread = 1; thread <= 4; ++thread)
            threads.emplace_back([&, thread] {
                for (std::int64_t sample = 0; sample < 50; ++sample) {
                    cache.store(sample, imageOf(size, thread), labelsOf(size, thread));
                    const auto kept = cache.find(sample);
                    if (kept && !std::all_of(kept->pixels, kept->pixels + 4 * 64 * 64,
                                             [&](int value) { return value == kept->pixels[0]; }))
                        isMixed = true;
                }
            });
    }
    QVERIFY(!isMixed);
    QCOMPARE(cache.stored(), 50);
}

void TstPictureCache::laterEpochsReadNoFile()
{
    const Folder folder(5);
    const auto crops = makeCropSource(folder.pairs, twoClasses(), {}, 1 << 20);
    const auto whole = makeWholeSource(folder.pairs, twoClasses(), {}, 1 << 20);
    QCOMPARE(crops->cacheUse().pictures, 5);
    QCOMPARE(crops->cacheUse().stored, 0);
    for (std::int64_t sample = 0; sample < 5; ++sample)
        QVERIFY(read(*crops, 0, sample).has_value() && read(*whole, 0, sample, {64, 64}).has_value());
    QCOMPARE(crops->cacheUse().stored, 5);
    folder.removeFiles();
    for (std::int64_t epoch = 1; epoch < 4; ++epoch)
        for (std::int64_t sample = 0; sample < 5; ++sample)
            QVERIFY(read(*crops, epoch, sample).has_value() && read(*whole, epoch, sample, {64, 64}).has_value());
}

void TstPictureCache::keptAndReadPicturesAreEqual()
{
    const Folder folder(4);
    const auto kept = makeCropSource(folder.pairs, twoClasses(), {}, 1 << 20);
    const auto fresh = makeCropSource(folder.pairs, twoClasses());
    QCOMPARE(fresh->cacheUse().bytes, 0);
    for (std::int64_t epoch = 0; epoch < 4; ++epoch)
        for (std::int64_t sample = 0; sample < 4; ++sample)
            QVERIFY(*read(*kept, epoch, sample) == *read(*fresh, epoch, sample));
}

void TstPictureCache::picturesBeyondTheLimitAreReadAgain()
{
    const Folder folder(4);
    const std::int64_t limit = 4 * (40 * 50 + 41 * 49); // two of them
    const auto source = makeCropSource(folder.pairs, twoClasses(), {}, limit);
    QCOMPARE(source->cacheUse().pictures, 2);
    QCOMPARE(source->cacheUse().bytes, limit);
    for (std::int64_t sample = 0; sample < 4; ++sample)
        QVERIFY(read(*source, 0, sample).has_value());
    folder.removeFiles();
    for (std::int64_t sample = 0; sample < 4; ++sample)
        QCOMPARE(read(*source, 1, sample).has_value(), sample < 2);
}

void TstPictureCache::picturesWithoutMaskAreNotKept()
{
    Folder folder(1);
    folder.pairs[0].mask.clear();
    const auto source = makeWholeSource(folder.pairs, twoClasses(), {}, 1 << 20);
    QCOMPARE(source->cacheUse().pictures, 0);
    QVERIFY(read(*source, 0, 0, {64, 64}).has_value());
    QCOMPARE(source->cacheUse().stored, 0);
}

void TstPictureCache::failedPicturesAreNotKept()
{
    const Folder folder(1);
    const auto source = makeCropSource(folder.pairs, twoClasses(), {}, 1 << 20);
    test::writeGrey(folder.pairs[0].mask, {40, 50}, [](int, int) { return 9; }); // no class of the set
    QVERIFY(!read(*source, 0, 0).has_value());
    QCOMPARE(source->cacheUse().stored, 0);
    test::writeGrey(folder.pairs[0].mask, {40, 50}, [](int, int) { return 1; });
    QVERIFY(read(*source, 0, 0).has_value());
    QCOMPARE(source->cacheUse().stored, 1);
}

void TstPictureCache::automaticLimitIsAShareOfTheMemory()
{
    const std::int64_t before = availableMemory();
    const std::int64_t limit = automaticCacheLimit();
    QVERIFY(limit > 0);
    QVERIFY(limit < before / 2); // a quarter, whatever other programs took or gave back meanwhile
}

GAPLESS_TEST(TstPictureCache, "picture_cache")
#include "tst_picture_cache.moc"
