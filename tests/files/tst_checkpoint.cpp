// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/checkpoint.h"

#include <algorithm>
#include <limits>

#include <ATen/ops/full_like.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/zeros.h>

#include "core/files/torch_archive.h"
#include "core/model/model_factory.h"
#include "tests/files/archive_values.h"
#include "tests/support/checkpoint_fixture.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

Checkpoint sample()
{
    const StateDict model{{"conv.weight", at::zeros({2, 3, 1, 1})},
                          {"bn.weight", at::zeros({2})},
                          {"bn.running_mean", at::zeros({2})},
                          {"head.bias", at::zeros({4})}};
    return test::makeCheckpoint(model,
                                {{"conv.weight", at::ones_like(model[0].second)}, {"head.bias", at::zeros({4})}});
}

bool sameState(const StateDict& a, const StateDict& b)
{
    return std::ranges::equal(
        a, b, [](const auto& x, const auto& y) { return x.first == y.first && test::sameTensor(x.second, y.second); });
}

/// The value at a dotted path of dictionaries, to be changed.
ArchiveValue replaced(const ArchiveValue& value, std::string_view path, const ArchiveValue* replacement)
{
    const std::size_t dot = path.find('.');
    ArchiveValue::Dictionary result;
    for (const auto& [key, entry] : *value.as<ArchiveValue::Dictionary>()) {
        if (key != path.substr(0, dot))
            result.emplace_back(key, entry);
        else if (dot != std::string_view::npos)
            result.emplace_back(key, replaced(entry, path.substr(dot + 1), replacement));
        else if (replacement != nullptr)
            result.emplace_back(key, *replacement);
    }
    return result;
}

} // namespace

class TstCheckpoint final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingComesBack();
    void unfinishedValuesComeBack();
    void whatIsScoredIsTheModelOfTheFile_data();
    void whatIsScoredIsTheModelOfTheFile();
    void adamsStateComesBack();
    void dictionaryHasTheDocumentedKeys();
    void missingFieldIsNamed_data();
    void missingFieldIsNamed();
    void wrongFieldIsNamed_data();
    void wrongFieldIsNamed();
    void allProblemsAreNamedAtOnce();
    void nameThatIsNotUtf8IsMended();

private:
    test::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder.path() / "last.pt";
};

void TstCheckpoint::everythingComesBack()
{
    const Checkpoint checkpoint = sample();
    const auto written = writeCheckpoint(m_file, checkpoint);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    const auto read = readCheckpoint(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(sameState(read->model, checkpoint.model));
    QCOMPARE(read->optimizer.buffers.size(), std::size_t{1});
    QVERIFY(sameState(read->optimizer.buffers[0].second, checkpoint.optimizer.buffers[0].second));
    QCOMPARE(read->optimizer.steps, 120);
    QCOMPARE(read->step, 120);
    QCOMPARE(read->totalSteps, 300);
    QCOMPARE(read->learningRate, 0.006);
    QCOMPARE(read->epoch, 3);
    QCOMPARE(read->batchInEpoch, 7);
    QCOMPARE(read->trainingSamples, 80);
    QCOMPARE(read->sampleNames, 1234);
    QCOMPARE(read->progress.bestScore, std::optional(0.75));
    QCOMPARE(read->progress.bestEpoch, 2);
    QCOMPARE(read->progress.withoutGain, 3);
    QCOMPARE(read->progress.patienceScore, std::optional(0.5));
    QVERIFY(read->progress.isEpochDue);
    QCOMPARE(read->progress.lossTimesImages, 12.5);
    QCOMPARE(read->progress.images, 56.0);
    QCOMPARE(read->progress.elapsedSeconds, 99.5);
    QVERIFY(read->computed == checkpoint.computed);
    QVERIFY(read->average.empty());
    QCOMPARE(read->config.data.images, "images");
    QCOMPARE(read->config.training.seed, std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(read->config.training.learningRate, 0.02);
    QCOMPARE(read->config.speed.memoryFormat, MemoryFormat::Contiguous);
    QVERIFY(read->classes == checkpoint.classes);
    QVERIFY(test::sameTensor(read->generator, checkpoint.generator));
}

void TstCheckpoint::unfinishedValuesComeBack()
{
    Checkpoint checkpoint = sample();
    checkpoint.optimizer = {};
    checkpoint.progress.bestScore.reset();
    checkpoint.progress.patienceScore.reset();
    checkpoint.classes.ignoreValue.reset();
    QVERIFY(writeCheckpoint(m_file, checkpoint));
    const auto read = readCheckpoint(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(read->optimizer.buffers.empty());
    QVERIFY(!read->progress.bestScore && !read->progress.patienceScore);
    QVERIFY(!read->classes.ignoreValue);
}

void TstCheckpoint::whatIsScoredIsTheModelOfTheFile_data()
{
    QTest::addColumn<bool>("useEma");
    QTest::newRow("average") << true;
    QTest::newRow("last step") << false;
}

void TstCheckpoint::whatIsScoredIsTheModelOfTheFile()
{
    QFETCH(bool, useEma);
    Checkpoint checkpoint = sample();
    checkpoint.config.training.useEma = useEma;
    for (const auto& [name, tensor] : checkpoint.model)
        checkpoint.average.emplace_back(name, at::full_like(tensor, 5));
    QVERIFY(writeCheckpoint(m_file, checkpoint));
    const auto read = readCheckpoint(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(sameState(read->model, checkpoint.model));
    QVERIFY(sameState(read->average, checkpoint.average));
    const auto archive = readTorchArchive(m_file);
    QVERIFY(archive);
    const auto* weight = archive->find("model")->find("conv.weight")->as<torch::Tensor>();
    QVERIFY(test::sameTensor(*weight, (useEma ? checkpoint.average : checkpoint.model)[0].second));
}

void TstCheckpoint::adamsStateComesBack()
{
    Checkpoint checkpoint = sample();
    checkpoint.config.training.optimizer = Optimizer::AdamW;
    checkpoint.config.training.decayNorms = false; // two groups
    StateDict first;
    StateDict second;
    for (const char* name : {"conv.weight", "head.bias", "bn.weight"}) {
        const auto shape = std::ranges::find(checkpoint.model, name, &StateDict::value_type::first)->second;
        first.emplace_back(name, at::full_like(shape, 2));
        second.emplace_back(name, at::full_like(shape, 3));
    }
    checkpoint.optimizer = {120, {{"exp_avg", first}, {"exp_avg_sq", second}}};
    QVERIFY(writeCheckpoint(m_file, checkpoint));
    const auto read = readCheckpoint(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(read->optimizer.steps, 120);
    QCOMPARE(read->optimizer.buffers.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        QCOMPARE(read->optimizer.buffers[i].first, checkpoint.optimizer.buffers[i].first);
        for (const auto& [name, tensor] : checkpoint.optimizer.buffers[i].second) {
            const StateDict& given = read->optimizer.buffers[i].second;
            const auto found = std::ranges::find(given, name, &StateDict::value_type::first);
            QVERIFY(found != given.end() && test::sameTensor(found->second, tensor));
        }
    }
}

void TstCheckpoint::dictionaryHasTheDocumentedKeys()
{
    QVERIFY(writeCheckpoint(m_file, sample()));
    const auto archive = readTorchArchive(m_file);
    QVERIFY(archive);
    std::vector<std::string> keys;
    for (const auto& [key, value] : *archive->as<ArchiveValue::Dictionary>())
        keys.push_back(key);
    const std::vector<std::string> expected{"model", "optimizer", "schedule", "scaler", "random", "position",
                                            "best",  "progress",  "computed", "config", "classes"};
    QVERIFY(keys == expected);
    const auto* state = archive->find("optimizer")->find("state")->as<ArchiveValue::IntegerDictionary>();
    QVERIFY(state != nullptr);
    // The buffer between them has no number.
    QCOMPARE(state->at(0).first, 0);
    QCOMPARE(state->at(1).first, 2);
}

void TstCheckpoint::missingFieldIsNamed_data()
{
    QTest::addColumn<QString>("path");
    for (const char* path : {"model",
                             "optimizer",
                             "optimizer.state",
                             "schedule._last_lr",
                             "scaler",
                             "random",
                             "position.step",
                             "position.total_steps",
                             "position.epoch",
                             "position.batch",
                             "position.samples",
                             "best.score",
                             "progress",
                             "progress.epoch_due",
                             "computed.threads",
                             "best.epoch",
                             "config",
                             "classes.kind",
                             "classes.ignore_value",
                             "classes.ignored_pixels",
                             "classes.classes"})
        QTest::newRow(path) << path;
}

void TstCheckpoint::missingFieldIsNamed()
{
    QFETCH(QString, path);
    QVERIFY(writeCheckpoint(m_file, sample()));
    const auto archive = readTorchArchive(m_file);
    QVERIFY(archive);
    QVERIFY(writeTorchArchive(m_file, replaced(*archive, path.toStdString(), nullptr)));
    const auto read = readCheckpoint(m_file);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY2(read.error().text().contains("last.pt"), read.error().text().c_str());
    QVERIFY2(read.error().message.contains(path.toStdString()), read.error().message.c_str());
    QVERIFY2(read.error().message.contains("missing"), read.error().message.c_str());
}

void TstCheckpoint::wrongFieldIsNamed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("value");
    QTest::addColumn<QString>("problem");
    for (const char* path : {"model", "optimizer.state", "progress.images", "random.torch", "position.step",
                             "position.epoch", "best.score", "config", "classes.kind", "classes.classes"})
        QTest::newRow(path) << path << 0 << "must be";
    QTest::newRow("negative step") << "position.step" << 1 << "at least 0";
    QTest::newRow("no byte row") << "random.torch" << 2 << "row of bytes";
    QTest::newRow("weights that are none") << "model" << 3 << "'model.a' must be a tensor";
    QTest::newRow("unknown kind") << "classes.kind" << 4 << "ids or colors";
    QTest::newRow("momentum of another shape") << "optimizer.state" << 5 << "optimizer.state.0.momentum_buffer";
    QTest::newRow("momentum of no parameter") << "optimizer.state" << 6 << "'optimizer.state.9' belongs to no";
    QTest::newRow("unknown setting") << "config" << 7 << "there is no such setting";
    QTest::newRow("setting of another type") << "config.training.epochs" << 4 << "config.training.epochs";
    QTest::newRow("no classes") << "classes.classes" << 8 << "at least one";
    QTest::newRow("colour of the list") << "classes.classes" << 9 << "classes.classes.0.color.0' must be at most 255";
}

void TstCheckpoint::wrongFieldIsNamed()
{
    QFETCH(QString, path);
    QFETCH(int, value);
    QFETCH(QString, problem);
    const ArchiveValue momentum = ArchiveValue::Dictionary{{"momentum_buffer", at::zeros({9})}};
    const ArchiveValue big = std::int64_t{256};
    const ArchiveValue::Dictionary color{{"value", std::int64_t{0}},
                                         {"name", std::string("a")},
                                         {"color", ArchiveValue::List{big, big, big}},
                                         {"pixels", std::int64_t{0}}};
    const std::vector<ArchiveValue> values{
        true,
        std::int64_t{-1},
        at::zeros({4}),
        ArchiveValue::Dictionary{{"a", std::int64_t{1}}},
        std::string("many"),
        ArchiveValue::IntegerDictionary{{0, momentum}},
        ArchiveValue::IntegerDictionary{{9, momentum}},
        ArchiveValue::Dictionary{{"training", ArchiveValue::Dictionary{{"learnin_rate", 0.1}}}},
        ArchiveValue::List{},
        ArchiveValue::List{color},
    };
    QVERIFY(writeCheckpoint(m_file, sample()));
    const auto archive = readTorchArchive(m_file);
    QVERIFY(archive);
    QVERIFY(
        writeTorchArchive(m_file, replaced(*archive, path.toStdString(), &values[static_cast<std::size_t>(value)])));
    const auto read = readCheckpoint(m_file);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY2(read.error().message.contains(path.toStdString()), read.error().message.c_str());
    QVERIFY2(read.error().message.contains(problem.toStdString()), read.error().message.c_str());
}

void TstCheckpoint::allProblemsAreNamedAtOnce()
{
    QVERIFY(writeTorchArchive(m_file, ArchiveValue::Dictionary{{"weight", at::zeros({2})}}));
    const auto read = readCheckpoint(m_file);
    QVERIFY(!read);
    for (const char* key :
         {"model", "optimizer", "schedule", "scaler", "random", "position", "best", "config", "classes"})
        QVERIFY2(read.error().message.contains(key), key);
    QVERIFY(writeTorchArchive(m_file, at::zeros({2})));
    QVERIFY(!readCheckpoint(m_file));
}

void TstCheckpoint::nameThatIsNotUtf8IsMended()
{
    Checkpoint checkpoint = sample();
    checkpoint.classes.classes[0].name = "B\xe4"
                                         "ume";
    QVERIFY(writeCheckpoint(m_file, checkpoint));
    const auto read = readCheckpoint(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(read->classes.classes[0].name, "B\uFFFDume");
}

GAPLESS_TEST(TstCheckpoint, "checkpoint")

#include "tst_checkpoint.moc"
