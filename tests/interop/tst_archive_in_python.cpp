// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/torch_archive.h"

#include <limits>

#include <ATen/ops/arange.h>
#include <ATen/ops/zeros.h>

#include "tests/files/archive_values.h"
#include "tests/interop/python_peer.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::sameTensor;
using test::sameValue;
using test::valueAt;

/// Files of torch.save read here, and files written here read by torch.load(weights_only=True).
class TstArchiveInPython final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void stateDictIsReadHoweverItIsPacked_data();
    void stateDictIsReadHoweverItIsPacked();
    void tensorAloneIsRead();
    void parametersAndSharedStoragesAreRead();
    void typesAndStridesAreRead();
    void valuesAreRead();
    void longListIsRead();
    void optimizerIsRead();
    void wholeObjectsAreRefused();
    void filesOfOldPyTorchAreRefused();
    void pythonReadsWhatIsWrittenHere();

private:
    ArchiveValue read(const std::string& name);

    test::TemporaryFolder m_folder;
};

void TstArchiveInPython::initTestCase()
{
    if (!test::pythonProblem().empty())
        return;
    const std::string problem = test::runPeer("archives", {m_folder.path()});
    QVERIFY2(problem.empty(), problem.c_str());
}

void TstArchiveInPython::init()
{
    if (!test::pythonProblem().empty())
        QSKIP(test::pythonProblem().c_str());
}

ArchiveValue TstArchiveInPython::read(const std::string& name)
{
    auto value = readTorchArchive(m_folder.path() / name);
    if (!value) {
        QTest::qFail(value.error().text().c_str(), __FILE__, __LINE__);
        return ArchiveValue::List{};
    }
    return *value;
}

void TstArchiveInPython::stateDictIsReadHoweverItIsPacked_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("prefix");
    QTest::newRow("ordered dictionary with metadata") << "ordered.pt"
                                                      << ""
                                                      << "";
    QTest::newRow("plain dictionary") << "plain.pt"
                                      << ""
                                      << "";
    QTest::newRow("inside another") << "nested.pt"
                                    << "model"
                                    << "";
    QTest::newRow("prefixed") << "prefixed.pt"
                              << ""
                              << "module.";
}

void TstArchiveInPython::stateDictIsReadHoweverItIsPacked()
{
    QFETCH(QString, file);
    QFETCH(QString, entry);
    QFETCH(QString, prefix);
    const ArchiveValue archive = read(file.toStdString());
    const ArchiveValue* state = entry.isEmpty() ? &archive : archive.find(entry.toStdString());
    QVERIFY(state != nullptr);
    const StateDict tensors = test::tensorsOf(*state);
    QCOMPARE(tensors.size(), 7U);
    QCOMPARE(tensors.front().first, prefix.toStdString() + "0.weight");
    QCOMPARE(tensors.front().second.sizes(), at::IntArrayRef({4, 3, 3, 3}));
    const auto count = valueAt<torch::Tensor>(*state, prefix.toStdString() + "1.num_batches_tracked");
    QVERIFY(count.defined());
    QCOMPARE(count.item<std::int64_t>(), 20);
    QVERIFY(valueAt<torch::Tensor>(*state, prefix.toStdString() + "1.running_mean").abs().max().item<double>() > 0.01);
}

void TstArchiveInPython::tensorAloneIsRead()
{
    const ArchiveValue archive = read("tensor.pt");
    QVERIFY(archive.as<torch::Tensor>() != nullptr);
    QVERIFY(sameTensor(*archive.as<torch::Tensor>(), at::arange(5).to(at::kFloat)));
}

void TstArchiveInPython::parametersAndSharedStoragesAreRead()
{
    const ArchiveValue archive = read("parameter.pt");
    const auto& list = *archive.as<ArchiveValue::List>();
    QCOMPARE(list.size(), 3U);
    QVERIFY(sameTensor(*list[0].as<torch::Tensor>(), at::arange(3).to(at::kFloat)));
    QVERIFY(sameTensor(*list[2].as<torch::Tensor>(), at::arange(2, 5).to(at::kFloat)));
    QCOMPARE(list[1].as<torch::Tensor>()->storage().data(), list[2].as<torch::Tensor>()->storage().data());
}

void TstArchiveInPython::typesAndStridesAreRead()
{
    const ArchiveValue archive = read("types.pt");
    const torch::Tensor base =
        at::arange(120).remainder(7).reshape({2, 3, 4, 5}).contiguous(at::MemoryFormat::ChannelsLast);
    const std::pair<const char*, at::ScalarType> types[] = {
        {"torch.float32", at::kFloat},     {"torch.float64", at::kDouble}, {"torch.float16", at::kHalf},
        {"torch.bfloat16", at::kBFloat16}, {"torch.int64", at::kLong},     {"torch.int32", at::kInt},
        {"torch.uint8", at::kByte},        {"torch.bool", at::kBool}};
    for (const auto& [name, type] : types) {
        const auto tensor = valueAt<torch::Tensor>(archive, name);
        QVERIFY2(tensor.defined() && sameTensor(tensor, base.to(type)), name);
    }
}

void TstArchiveInPython::valuesAreRead()
{
    const ArchiveValue archive = read("values.pt");
    const ArchiveValue expected =
        ArchiveValue::List{ArchiveValue(),
                           true,
                           std::int64_t{0},
                           std::int64_t{-1},
                           std::int64_t{255},
                           std::int64_t{65535},
                           std::int64_t{-70000},
                           std::int64_t{1} << 40,
                           std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::uint64_t>::max(),
                           1e-300,
                           ArchiveValue::List{std::int64_t{1}, ArchiveValue::List{std::int64_t{2}}},
                           ArchiveValue::List{},
                           ArchiveValue::Dictionary{},
                           ArchiveValue::IntegerDictionary{{3, std::string("x")}}};
    QVERIFY(sameValue(archive, expected));
    const ArchiveValue nested = read("nested.pt");
    QCOMPARE(valueAt<std::int64_t>(nested, "epoch"), 4);
    QCOMPARE(valueAt<double>(nested, "lr"), 0.5);
    QCOMPARE(valueAt<std::string>(nested, "name"), "n\u00e4me");
}

void TstArchiveInPython::longListIsRead()
{
    const ArchiveValue archive = read("long.pt"); // several APPENDS and long memo numbers
    const auto* list = archive.as<ArchiveValue::List>();
    QVERIFY(list != nullptr);
    QCOMPARE(list->size(), 3000U);
    QCOMPARE(*list->back().as<std::int64_t>(), 2999);
}

void TstArchiveInPython::optimizerIsRead()
{
    const ArchiveValue archive = read("optimizer.pt");
    const ArchiveValue* optimizer = archive.find("optimizer");
    QVERIFY(optimizer != nullptr);
    const auto* state = optimizer->find("state")->as<ArchiveValue::IntegerDictionary>();
    QVERIFY(state != nullptr);
    QCOMPARE(state->size(), 4U);
    QVERIFY(valueAt<torch::Tensor>(state->front().second, "momentum_buffer").defined());
}

void TstArchiveInPython::wholeObjectsAreRefused()
{
    const auto value = readTorchArchive(m_folder.path() / "module.pt");
    QVERIFY(!value);
    QVERIFY2(value.error().message.contains("torch.nn.modules.container.Sequential"), value.error().text().c_str());
}

void TstArchiveInPython::filesOfOldPyTorchAreRefused()
{
    const auto value = readTorchArchive(m_folder.path() / "legacy.pt");
    QVERIFY(!value);
    QVERIFY2(value.error().message.contains("no zip archive"), value.error().text().c_str());
}

void TstArchiveInPython::pythonReadsWhatIsWrittenHere()
{
    const torch::Tensor images = at::arange(120).to(at::kFloat).reshape({2, 3, 4, 5});
    ArchiveValue::Dictionary value{
        {"channels_last", images.contiguous(at::MemoryFormat::ChannelsLast)},
        {"transposed", images.transpose(0, 3)},
        {"part", images.slice(2, 1, 3)},
        {"nothing", at::zeros({0, 2})},
        {"scalar", at::zeros({}, at::kLong)},
        {"seed", std::numeric_limits<std::uint64_t>::max()},
        {"numbers",
         ArchiveValue::List{std::int64_t{-5}, std::numeric_limits<std::int64_t>::min(), 0.1, false, ArchiveValue()}},
        {"text", std::string("gr\u00fcn")},
        {"by number", ArchiveValue::IntegerDictionary{{1, ArchiveValue::Dictionary{{"a", std::int64_t{1}}}}}},
    };
    for (const auto type :
         {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kByte, at::kBool})
        value.emplace_back(c10::toString(type), images.remainder(5).to(type));
    const auto written = writeTorchArchive(m_folder.path() / "written.pt", value);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    const std::string problem =
        test::runPeer("resave", {m_folder.path() / "written.pt", m_folder.path() / "resaved.pt"});
    QVERIFY2(problem.empty(), problem.c_str());
    QVERIFY(sameValue(read("resaved.pt"), value));
}

GAPLESS_TEST(TstArchiveInPython, "archive_in_python")

#include "tst_archive_in_python.moc"
