// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <QSignalSpy>

#include "core/data/folder_source.h"
#include "core/data/sample_set.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/gate.h"
#include "ui/bridge/sample_reader.h"

using namespace gapless;
using namespace gapless::ui;
namespace fs = std::filesystem;

namespace
{

SampleRequest requestFor(const std::string& name)
{
    return {{name, {}, {}}, {}};
}

std::string nameOf(const QList<QVariant>& arguments)
{
    return arguments.first().value<std::shared_ptr<const SampleAnswer>>()->request.pair.image.string();
}

} // namespace

class TstSampleReader final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theNewestRequestIsAnsweredAndThoseBetweenAreNotBegun()
    {
        test::Gate first;
        std::atomic<int> begun = 0;
        SampleReader reader(nullptr, [&](const SampleRequest& request, std::stop_token) {
            ++begun;
            if (request.pair.image == "first")
                first.passUnstoppable();
            return SampleAnswer();
        });
        QSignalSpy answered(&reader, &SampleReader::answered);
        reader.read(requestFor("first"));
        QTRY_COMPARE(first.arrived(), 1);
        reader.read(requestFor("second"));
        reader.read(requestFor("third"));
        first.open();
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(nameOf(answered.first()), std::string("third"));
        QTRY_VERIFY(!reader.isBusy());
        QCOMPARE(begun.load(), 2);
    }

    void aFileThatHangsDoesNotHoldUpTheNext()
    {
        test::Gate hangs;
        SampleReader reader(nullptr, [&](const SampleRequest& request, std::stop_token) {
            if (request.pair.image == "hangs")
                hangs.passUnstoppable();
            return SampleAnswer();
        });
        QSignalSpy answered(&reader, &SampleReader::answered);
        QSignalSpy idle(&reader, &SampleReader::becameIdle);
        reader.read(requestFor("hangs"));
        QTRY_COMPARE(hangs.arrived(), 1);
        reader.read(requestFor("next"));
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(nameOf(answered.first()), std::string("next"));
        QVERIFY(reader.isBusy());
        QCOMPARE(idle.count(), 0);
        hangs.open();
        QTRY_COMPARE(idle.count(), 1);
        QCOMPARE(answered.count(), 1);
    }

    void aCancelledRequestIsStoppedAndNotAnswered()
    {
        test::Gate gate;
        std::atomic<int> stopped = 0;
        SampleReader reader(nullptr, [&](const SampleRequest&, std::stop_token stop) {
            if (!gate.pass(std::move(stop)))
                ++stopped;
            return SampleAnswer();
        });
        QSignalSpy answered(&reader, &SampleReader::answered);
        reader.read(requestFor("a"));
        QTRY_COMPARE(gate.arrived(), 1);
        reader.cancel();
        QTRY_VERIFY(!reader.isBusy());
        QCOMPARE(stopped.load(), 1);
        QCOMPARE(answered.count(), 0);
    }

    void exceptionsBecomeErrors()
    {
        SampleReader reader(nullptr, [](const SampleRequest&, std::stop_token) -> SampleAnswer {
            throw std::runtime_error("no such luck");
        });
        QSignalSpy answered(&reader, &SampleReader::answered);
        reader.read(requestFor("a"));
        QTRY_COMPARE(answered.count(), 1);
        const auto answer = answered.first().first().value<std::shared_ptr<const SampleAnswer>>();
        QVERIFY(answer->error->text().contains("no such luck"));
        QCOMPARE(nameOf(answered.first()), std::string("a"));
    }

    void aFaultyMaskStillShowsItsImage()
    {
        const test::TemporaryFolder folder;
        QVERIFY(writeSampleSet(folder.path() / "set", 1, {32, 48}).has_value());
        const auto image = folder.path() / "set/images/sample_001.png";
        const auto mask = folder.path() / "set/masks/sample_001.png";
        ClassTable classes;
        for (int value = 0; value < 4; ++value)
            classes.classes.push_back({value, "c", {}, 0});
        const SampleAnswer whole = SampleReader::readSample({{image, mask, {32, 48}}, classes}, {});
        QVERIFY(!whole.error && !whole.maskError);
        QCOMPARE(whole.picture.labels.size, (ImageSize{32, 48}));
        QVERIFY(std::ranges::all_of(whole.picture.labels.data, [](std::uint8_t label) { return label < 4; }));

        fs::resize_file(mask, 60);
        const SampleAnswer half = SampleReader::readSample({{image, mask, {}}, classes}, {});
        QVERIFY(!half.error);
        QVERIFY(half.maskError->text().contains(mask.filename().string()));
        QCOMPARE(half.picture.image.data, whole.picture.image.data);
        QVERIFY(std::ranges::all_of(half.picture.labels.data, [](std::uint8_t label) { return label == ignoreLabel; }));

        fs::remove(image);
        const SampleAnswer none = SampleReader::readSample({{image, mask, {}}, classes}, {});
        QVERIFY(none.error->text().contains("sample_001.png"));
        QVERIFY(!none.maskError);
    }

    void cropsAreWhatTheLoaderWouldWrite()
    {
        const test::TemporaryFolder folder;
        QVERIFY(writeSampleSet(folder.path() / "set", 1, {40, 48}).has_value());
        const ImagePair pair{
            folder.path() / "set/images/sample_001.png", folder.path() / "set/masks/sample_001.png", {40, 48}};
        ClassTable classes;
        for (int value = 0; value < 4; ++value)
            classes.classes.push_back({value, "c", {}, 0});
        constexpr ImageSize size{32, 64};
        for (const Augmentation augmentation : {Augmentation::None, Augmentation::Basic}) {
            const SampleAnswer answer =
                SampleReader::readSample({pair, classes, 3, CropRequest{size, augmentation, 11, 16, 8}}, {});
            QVERIFY(!answer.error);
            QCOMPARE(answer.crops.size(), std::size_t{8});
            // A run on this one pair: not kept in memory, in the other layout.
            const auto source = makeCropSource({pair}, classes);
            const Normalisation normalisation = source->normalisation();
            constexpr std::size_t pixels = std::size_t{32} * 64;
            for (std::int64_t crop = 0; crop < 8; ++crop) {
                std::vector<float> values(3 * pixels);
                std::vector<std::int64_t> labels(pixels);
                QVERIFY(source
                            ->write({11, 16 + crop, 0, augmentation},
                                    {values.data(), labels.data(), size, MemoryFormat::Contiguous})
                            .has_value());
                const SamplePicture& seen = answer.crops[static_cast<std::size_t>(crop)];
                for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
                    QCOMPARE(std::int64_t{seen.labels.data[pixel]}, labels[pixel]);
                    for (std::size_t channel = 0; channel < 3; ++channel) {
                        const auto level = static_cast<float>(seen.image.data[pixel * 3 + channel]) / 255.0F;
                        const float value = (level - normalisation.mean[channel]) / normalisation.deviation[channel];
                        QVERIFY(std::abs(value - values[channel * pixels + pixel]) < 1e-5F);
                    }
                }
            }
        }
    }

    void cropsOfAFaultyPairAreAnError()
    {
        const test::TemporaryFolder folder;
        QVERIFY(writeSampleSet(folder.path() / "set", 1, {40, 48}).has_value());
        const fs::path mask = folder.path() / "set/masks/sample_001.png";
        fs::resize_file(mask, 60);
        const SampleRequest request{{folder.path() / "set/images/sample_001.png", mask, {}},
                                    {},
                                    3,
                                    CropRequest{{32, 32}, Augmentation::Basic, 0, 0, 8}};
        const SampleAnswer answer = SampleReader::readSample(request, {});
        QVERIFY(answer.error->text().contains("sample_001.png"));
        QVERIFY(answer.crops.empty());
    }
};

GAPLESS_TEST(TstSampleReader, "sample_reader")
#include "tst_sample_reader.moc"
