// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/files/checkpoint.h"
#include "core/train/torch_engine.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"
#include "tests/train/synthetic_source.h"

namespace gapless::test
{
namespace
{

namespace fs = std::filesystem;

DataProvider provider(int training = 9, ClassTable classes = syntheticClasses())
{
    return [=](const RunConfig&, std::stop_token) -> Result<TrainingData> {
        TrainingData data;
        data.training =
            std::make_shared<SyntheticSource>(std::vector<ImageSize>(static_cast<std::size_t>(training), {64, 64}));
        data.validation = std::make_shared<SyntheticSource>(std::vector<ImageSize>(2, {64, 64}));
        data.classes = classes;
        return data;
    };
}

/// Three epochs of four batches of 2 (the last of 9 samples joins the one before it), with two threads.
RunConfig gridConfig()
{
    RunConfig config = syntheticConfig();
    config.training.epochs = 3;
    config.training.batch = 2;
    config.training.augment = Augmentation::Basic;
    config.speed.threads = 2;
    return config;
}

/// Takes steps, validating at the end of each epoch; what it sees goes into a list.
struct Walk
{
    std::vector<double> seen;
    QString failure;

    explicit Walk(DataProvider data)
        : engine(makeTorchEngine(std::move(data)))
    {
    }
    bool begin(const RunConfig& config) { return note(engine->prepare(config, {})); }
    bool resume(const RunConfig& config, const fs::path& file) { return note(engine->resume(config, file, {})); }
    bool take(int steps)
    {
        for (int i = 0; i < steps; ++i) {
            const Result<StepRecord> record = engine->step({});
            if (!note(record))
                return false;
            seen.push_back(record->loss);
            seen.push_back(record->learningRate);
            seen.push_back(record->gradientNorm);
            if (!record->lastOfEpoch)
                continue;
            const Result<Scores> scores = engine->validate({});
            if (!note(scores))
                return false;
            seen.push_back(scores->meanIou);
            seen.push_back(scores->loss.value());
        }
        return true;
    }
    bool save(const fs::path& file)
    {
        return note(engine->saveCheckpoint({file}, {})) && !engine->waitForSaved().at(0).error;
    }
    template<class T>
    bool note(const Result<T>& result)
    {
        if (!result && failure.isEmpty())
            failure = QString::fromStdString(result.error().text());
        return result.has_value();
    }

    std::unique_ptr<TrainingEngine> engine;
};

std::string bytesOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

class TstResume final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resumedRunIsTheUnbrokenOneToTheBit_data()
    {
        QTest::addColumn<Optimizer>("optimizer");
        QTest::addColumn<MemoryFormat>("format");
        QTest::addColumn<Schedule>("schedule");
        QTest::addColumn<double>("emaDecay");
        QTest::addColumn<int>("accumulate");
        QTest::addColumn<int>("stop");
        const auto row = [](const char* name, Optimizer optimizer, MemoryFormat format, Schedule schedule, double ema,
                            int accumulate, int stop) {
            QTest::newRow(name) << optimizer << format << schedule << ema << accumulate << stop;
        };
        const auto last = MemoryFormat::ChannelsLast;
        const auto planes = MemoryFormat::Contiguous;
        row("sgd, channels_last, in mid-epoch", Optimizer::Sgd, last, Schedule::Poly, 0, 1, 2);
        row("sgd, contiguous, at an epoch's end", Optimizer::Sgd, planes, Schedule::Cosine, 0, 1, 4);
        row("adam, channels_last, after one step", Optimizer::Adam, last, Schedule::OneCycle, 0.9, 1, 1);
        row("adam, contiguous, in the second epoch", Optimizer::Adam, planes, Schedule::Poly, 0.9, 1, 6);
        row("adamw, channels_last, batches added up", Optimizer::AdamW, last, Schedule::Constant, 0.5, 2, 3);
        row("adamw, contiguous, before the last step", Optimizer::AdamW, planes, Schedule::Poly, 0, 1, 7);
        row("sgd, average, before the first step", Optimizer::Sgd, last, Schedule::Poly, 0.9, 1, 0);
    }
    void resumedRunIsTheUnbrokenOneToTheBit()
    {
        QFETCH(Optimizer, optimizer);
        QFETCH(MemoryFormat, format);
        QFETCH(Schedule, schedule);
        QFETCH(double, emaDecay);
        QFETCH(int, accumulate);
        QFETCH(int, stop);
        constexpr int steps = 8;
        RunConfig config = gridConfig();
        config.training.optimizer = optimizer;
        config.training.learningRate = optimizer == Optimizer::Sgd ? 0.05 : 0.001;
        config.training.schedule = schedule;
        config.training.emaDecay = emaDecay;
        config.training.accumulate = accumulate;
        config.training.epochs = accumulate == 1 ? 3 : 5;
        config.speed.memoryFormat = format;

        const TemporaryFolder folder;
        Walk unbroken(provider());
        QVERIFY2(unbroken.begin(config) && unbroken.take(steps) && unbroken.save(folder.path() / "unbroken.pt"),
                 qPrintable(unbroken.failure));
        Walk stopped(provider());
        QVERIFY2(stopped.begin(config) && stopped.take(stop) && stopped.save(folder.path() / "stopped.pt"),
                 qPrintable(stopped.failure));
        stopped.engine.reset(); // with a full queue
        Walk resumed(provider());
        resumed.seen = stopped.seen;
        QVERIFY2(resumed.resume(config, folder.path() / "stopped.pt") && resumed.take(steps - stop) &&
                     resumed.save(folder.path() / "resumed.pt"),
                 qPrintable(resumed.failure));
        QCOMPARE(resumed.seen, unbroken.seen);
        // Weights, average, moments, schedule, position, draws: all that a run can go on from.
        QVERIFY(bytesOf(folder.path() / "resumed.pt") == bytesOf(folder.path() / "unbroken.pt"));
    }

    void otherMemoryFormatWorksAndIsTold()
    {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "stopped.pt";
        RunConfig config = gridConfig();
        Walk walk(provider());
        QVERIFY2(walk.begin(config) && walk.take(3) && walk.save(file), qPrintable(walk.failure));
        walk.seen.clear();
        QVERIFY(walk.take(1));
        config.speed.memoryFormat = MemoryFormat::Contiguous;
        Walk other(provider());
        const Result<RunPlan> plan = other.engine->resume(config, file, {});
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QVERIFY(std::ranges::any_of(plan->notes, [](const std::string& note) {
            return note.contains("memory format") && note.contains("not bit for bit");
        }));
        QVERIFY(other.take(1));
        QVERIFY(std::abs(other.seen[0] - walk.seen[0]) < 1e-4 * walk.seen[0]);
    }

    void exactResumeTellsNoDifference()
    {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "stopped.pt";
        Walk walk(provider());
        QVERIFY2(walk.begin(gridConfig()) && walk.take(5) && walk.save(file), qPrintable(walk.failure));
        const Result<RunPlan> plan = walk.engine->resume(gridConfig(), file, {});
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QCOMPARE(plan->start.step, 5);
        QCOMPARE(plan->start.epoch, 1);
        QVERIFY(plan->start.isInEpoch);
        for (const std::string& note : plan->notes)
            QVERIFY2(!note.contains("bit for bit"), note.c_str());
    }

    void moreEpochsComputeTheScheduleAnew()
    {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "done.pt";
        RunConfig config = gridConfig();
        config.training.epochs = 1;
        Walk walk(provider());
        QVERIFY2(walk.begin(config) && walk.take(4) && walk.save(file), qPrintable(walk.failure));
        const Result<RunPlan> over = walk.engine->resume(config, file, {});
        QVERIFY(!over);
        QCOMPARE(over.error().code, ErrorCode::Config);
        QVERIFY2(over.error().text().contains("--epochs"), over.error().text().c_str());
        config.training.epochs = 4;
        const Result<RunPlan> plan = walk.engine->resume(config, file, {});
        QVERIFY2(plan.has_value(), plan ? "" : plan.error().text().c_str());
        QVERIFY(std::ranges::any_of(plan->notes, [](const std::string& note) {
            return note.contains("computed anew for 16 steps instead of 4");
        }));
        const Result<StepRecord> record = walk.engine->step({});
        QVERIFY(record.has_value());
        QCOMPARE(record->learningRate, config.training.learningRate * std::pow(1 - 4.0 / 16, 0.9));
    }

    void epochsEndThatIsDueIsValidatedAtTheRunsEnd()
    {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "due.pt";
        RunConfig config = gridConfig();
        config.training.epochs = 1;
        Walk walk(provider());
        QVERIFY(walk.begin(config));
        for (int step = 0; step < 4; ++step)
            QVERIFY(walk.engine->step({}).has_value());
        RunProgress progress;
        progress.isEpochDue = true;
        QVERIFY(walk.engine->saveCheckpoint({file}, progress).has_value());
        const Result<Scores> expected = walk.engine->validate({});
        QVERIFY(expected.has_value());
        QVERIFY(!walk.engine->waitForSaved().at(0).error);
        Walk resumed(provider());
        QVERIFY2(resumed.resume(config, file), qPrintable(resumed.failure));
        const Result<Scores> scores = resumed.engine->validate({});
        QVERIFY(scores.has_value());
        QCOMPARE(scores->meanIou, expected->meanIou);
        QCOMPARE(*scores->loss, *expected->loss);
    }

    void whatDoesNotFitTheRunIsRefused_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("words");
        QTest::newRow("classes") << 0 << "other classes";
        QTest::newRow("pairs in mid-epoch") << 1 << "9 pairs, and now there are 7";
        QTest::newRow("other pairs in mid-epoch") << 5 << "or others";
        QTest::newRow("optimizer") << 2 << "exp_avg";
        QTest::newRow("cut file") << 3 << "cut.pt";
        QTest::newRow("missing file") << 4 << "missing.pt";
    }
    void whatDoesNotFitTheRunIsRefused()
    {
        QFETCH(int, change);
        QFETCH(QString, words);
        const TemporaryFolder folder;
        fs::path file = folder.path() / "cut.pt";
        RunConfig config = gridConfig();
        Walk walk(provider());
        QVERIFY2(walk.begin(config) && walk.take(2) && walk.save(file), qPrintable(walk.failure));
        DataProvider data = provider();
        if (change == 0)
            data = provider(9, syntheticClasses(4));
        if (change == 1)
            data = provider(7);
        if (change == 5)
            data = [](const RunConfig& wanted, std::stop_token stop) -> Result<TrainingData> {
                Result<TrainingData> swapped = provider()(wanted, std::move(stop));
                swapped->validation = swapped->training;
                return swapped;
            };
        if (change == 2)
            config.training.optimizer = Optimizer::Adam;
        if (change == 3)
            fs::resize_file(file, fs::file_size(file) / 2);
        if (change == 4)
            file = folder.path() / "missing.pt";
        const auto engine = makeTorchEngine(data);
        const Result<RunPlan> plan = engine->resume(config, file, {});
        QVERIFY(!plan);
        QVERIFY2(QString::fromStdString(plan.error().text()).contains(words), plan.error().text().c_str());
        QVERIFY(engine->prepare(gridConfig(), {}).has_value()); // nothing of it is left
    }

    void flippedByteIsNoticed()
    {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "flipped.pt";
        Walk walk(provider());
        QVERIFY2(walk.begin(gridConfig()) && walk.take(1) && walk.save(file), qPrintable(walk.failure));
        std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
        stream.seekg(static_cast<std::streamoff>(fs::file_size(file) / 2));
        const char byte = static_cast<char>(stream.get() ^ 1);
        stream.seekp(-1, std::ios::cur);
        stream.put(byte);
        stream.close();
        const Result<RunPlan> plan = walk.engine->resume(gridConfig(), file, {});
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, ErrorCode::Data);
        QVERIFY(plan.error().text().contains("flipped.pt"));
    }
};

} // namespace gapless::test

using gapless::test::TstResume;
GAPLESS_TEST(TstResume, "resume")
#include "tst_resume.moc"
