// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/torch_archive.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <ATen/ops/arange.h>
#include <ATen/ops/zeros.h>
#include <caffe2/serialize/inline_container.h>

#include "core/base/random.h"
#include "core/files/pickle_reader.h"
#include "core/files/pickle_writer.h"
#include "tests/files/archive_values.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::sameValue;

namespace
{

ArchiveValue sample()
{
    return ArchiveValue::Dictionary{
        {"weight", at::arange(24).to(at::kFloat).reshape({2, 3, 4})},
        {"count", at::arange(3)},
        {"values", ArchiveValue::List{std::int64_t{1}, 2.5, true, std::string("text"), std::int64_t{1} << 40}},
        {"by number", ArchiveValue::IntegerDictionary{{0, at::zeros({2}, at::kByte)}}},
    };
}

std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream input(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
}

void setContent(const std::filesystem::path& file, const std::string& content)
{
    std::ofstream(file, std::ios::binary) << content;
}

std::string number(std::uint64_t value, std::size_t bytes)
{
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < std::min(bytes, sizeof value); ++i)
        text[i] = static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
}

std::string integer(std::uint64_t value)
{
    return "\x8a\x08" + number(value, 8);
}

std::string text(const std::string& content)
{
    return "X" + number(content.size(), 4) + content;
}

std::string storage(const std::string& key, const std::string& type, std::uint64_t elements)
{
    return "(" + text("storage") + "ctorch\n" + type + "\n" + text(key) + text("cpu") + integer(elements) + "tQ";
}

std::string tensor(const std::string& storage, std::uint64_t offset, const std::string& sizes,
                   const std::string& strides)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n(" + storage + integer(offset) + "(" + sizes + "t(" + strides +
           "t\x89)tR";
}

/// A pickle that refers to a list of ten references, ten times, and so on.
std::string unfoldingPickle()
{
    std::string pickle = "]q" + number(0, 1) + "(NNNNNNNNNNe";
    for (int level = 1; level < 40; ++level) {
        pickle += "]q" + number(static_cast<std::uint64_t>(level), 1) + "(";
        for (int i = 0; i < 10; ++i)
            pickle += "h" + number(static_cast<std::uint64_t>(level - 1), 1);
        pickle += 'e';
    }
    return pickle + ".";
}

std::string repeated(const std::string& part, int times)
{
    std::string result;
    for (int i = 0; i < times; ++i)
        result += part;
    return result;
}

} // namespace

class TstDamagedArchive final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void truncatedFileIsAnError();
    void flippedByteIsAnErrorOrHarmless();
    void flippedByteOfDataIsAnError();
    void otherFilesAreErrors_data();
    void otherFilesAreErrors();
    void hostilePickleIsAnError_data();
    void hostilePickleIsAnError();
    void mutatedPicklesNeverCrash();
    void partsLargerThanTheFileAreAnError();
    void storageOfAnotherLengthIsAnError();

private:
    Result<ArchiveValue> readPickled(const std::string& pickle);

    test::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder.path() / "broken.pt";
    ArchiveValue m_value = sample();
    std::string m_whole;
};

void TstDamagedArchive::initTestCase()
{
    QVERIFY(writeTorchArchive(m_folder.path() / "whole.pt", m_value));
    m_whole = contentOf(m_folder.path() / "whole.pt");
}

Result<ArchiveValue> TstDamagedArchive::readPickled(const std::string& pickle)
{
    const std::vector<float> numbers(6);
    {
        caffe2::serialize::PyTorchStreamWriter writer(m_file.string());
        writer.writeRecord("data.pkl", pickle.data(), pickle.size());
        writer.writeRecord("data/0", numbers.data(), numbers.size() * sizeof(float));
        writer.writeEndOfFile();
    }
    return readTorchArchive(m_file);
}

void TstDamagedArchive::truncatedFileIsAnError()
{
    for (std::size_t length = 0; length < m_whole.size(); length += length < 100 ? 1 : 13) {
        setContent(m_file, m_whole.substr(0, length));
        const auto read = readTorchArchive(m_file);
        QVERIFY2(!read, std::to_string(length).c_str());
        QCOMPARE(read.error().code, ErrorCode::Data);
        QVERIFY2(read.error().text().contains("broken.pt"), read.error().text().c_str());
    }
}

void TstDamagedArchive::flippedByteIsAnErrorOrHarmless()
{
    int errors = 0;
    int tries = 0;
    for (std::size_t position = 0; position < m_whole.size(); ++position) {
        std::string content = m_whole;
        content[position] = static_cast<char>(content[position] ^ (1 << (position % 8)));
        setContent(m_file, content);
        const auto read = readTorchArchive(m_file);
        QVERIFY2(!read || sameValue(*read, m_value), std::to_string(position).c_str());
        errors += read ? 0 : 1;
        ++tries;
    }
    // The rest is padding between the parts, time stamps and version numbers.
    QVERIFY2(errors > tries / 4, (std::to_string(errors) + " of " + std::to_string(tries)).c_str());
}

void TstDamagedArchive::flippedByteOfDataIsAnError()
{
    const std::vector<float> numbers{5.0F, 6.0F, 7.0F};
    const std::size_t data = m_whole.find(std::string(reinterpret_cast<const char*>(numbers.data()), 12));
    QVERIFY(data != std::string::npos);
    for (std::size_t position = data; position < data + 12; ++position) {
        std::string content = m_whole;
        content[position] = static_cast<char>(content[position] ^ 1);
        setContent(m_file, content);
        const auto read = readTorchArchive(m_file);
        QVERIFY(!read);
        QVERIFY2(read.error().text().contains("checksum"), read.error().text().c_str());
    }
}

void TstDamagedArchive::otherFilesAreErrors_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("not a checkpoint\n");
    QTest::newRow("zeros") << QByteArray(100'000, '\0');
    QTest::newRow("pickle of old PyTorch") << QByteArray::fromHex("80028a0a6cfc9c46f9206aa85019");
    QTest::newRow("empty zip") << QByteArray("PK\5\6") + QByteArray(18, '\0');
    QTest::newRow("saturated end") << QByteArray("PK\5\6") + QByteArray(18, '\xFF');
    QTest::newRow("many ends") << QByteArray("PK\5\6").repeated(10'000);
}

void TstDamagedArchive::otherFilesAreErrors()
{
    QFETCH(QByteArray, content);
    setContent(m_file, content.toStdString());
    const auto read = readTorchArchive(m_file);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY(!readTorchArchive(m_folder.path() / "absent.pt"));
    QVERIFY(!readTorchArchive(m_folder.path()));
}

void TstDamagedArchive::hostilePickleIsAnError_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const std::string& pickle, const char* reason) {
        QTest::newRow(name) << QByteArray::fromStdString(pickle) << reason;
    };
    const std::string six = storage("0", "FloatStorage", 6);
    row("system", "cposix\nsystem\n(" + text("true") + "tR.", "posix.system");
    row("eval", "c__builtin__\neval\n(" + text("1") + "tR.", "__builtin__.eval");
    row("attribute of torch", "ctorch\nload\n.", "torch.load");
    row("instance opcode", "(i__main__\nA\n.", "opcode 105");
    row("extension opcode", "\x82\x01.", "opcode 130");
    row("empty", "", "ends too early");
    row("no stop", "N", "ends too early");
    row("nothing left", ".", "more values than it made");
    row("text beyond the end", "X\xFF\xFF\xFF\xFFtext.", "ends too early");
    row("no end of line", "cposix", "ends too early");
    row("append without list", "NNa.", "no list");
    row("append across a mark", "](Na.", "more values than it made");
    row("items without mark", "]Ne.", "lacks a mark");
    row("odd items", "}(Nu.", "no dictionary");
    row("unknown memo", "h\x05.", "never made");
    row("call of a text", text("f") + ")R.", "cannot be called");
    row("long integer", "\x8a\x0a" + std::string(10, '\x7f') + ".", "64 bits");
    row("mixed keys", "}(" + text("a") + "NK\x01Nu.", "neither all texts");
    row("list as key", "}(]Nu.", "neither all texts");
    row("class as value", "ccollections\nOrderedDict\n.", "where a value belongs");
    row("deep", repeated("]", 100'000) + repeated("a", 99'999) + ".", "nests deeper");
    row("contains itself", "]q" + number(0, 1) + "h" + number(0, 1) + "a.", "nests deeper");
    row("unfolds", unfoldingPickle(), "many times its size");
    row("bare storage", six + ".", "where a value belongs");
    row("missing storage", storage("7", "FloatStorage", 6) + ".", "'7' is missing");
    row("storage outside", storage("../0", "FloatStorage", 6) + ".", "is missing");
    row("storage of another type", storage("0", "DoubleStorage", 6) + ".", "bytes");
    row("storage used as two", six + storage("0", "IntStorage", 6) + ".", "two different");
    row("huge storage", storage("0", "FloatStorage", 1ULL << 61) + ".", "bytes");
    row("overflowing storage", storage("0", "FloatStorage", (1ULL << 62) + 6) + ".", "bytes");
    row("negative storage", storage("0", "FloatStorage", ~0ULL) + ".", "other than a storage");
    row("too many elements", tensor(six, 0, integer(7), integer(1)) + ".", "beyond its data");
    row("offset beyond", tensor(six, 1, integer(6), integer(1)) + ".", "beyond its data");
    row("negative offset", tensor(six, ~0ULL, integer(1), integer(1)) + ".", "beyond its data");
    row("negative stride", tensor(six, 5, integer(6), integer(~0ULL)) + ".", "beyond its data");
    row("negative size", tensor(six, 0, integer(~0ULL), integer(1)) + ".", "beyond its data");
    row("huge stride", tensor(six, 0, integer(3), integer(1ULL << 62)) + ".", "beyond its data");
    row("huge size", tensor(six, 0, integer(1ULL << 62), integer(0)) + ".", "beyond its data");
    row("overflowing sizes", tensor(six, 0, repeated(integer(1ULL << 32), 2), repeated(integer(0), 2)) + ".",
        "beyond its data");
    row("ranks differ", tensor(six, 0, integer(2) + integer(2), integer(1)) + ".", "beyond its data");
    row("65 dimensions", tensor(six, 0, repeated(integer(1), 65), repeated(integer(1), 65)) + ".", "beyond its data");
    row("tensor out of text", tensor(text("0"), 0, integer(1), integer(1)) + ".", "unknown way");
    row("attributes of a list", "]Nb.", "attributes");
}

void TstDamagedArchive::hostilePickleIsAnError()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, reason);
    const auto read = readPickled(pickle.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Data);
    QVERIFY2(read.error().message.contains(reason.toStdString()), read.error().text().c_str());
    QVERIFY2(read.error().text().contains("broken.pt"), read.error().text().c_str());
}

void TstDamagedArchive::mutatedPicklesNeverCrash()
{
    const auto pickled = writePickle(m_value);
    QVERIFY(pickled);
    const StorageLoader loader = [](const std::string&, torch::ScalarType type, std::int64_t elements) {
        return at::zeros({std::min<std::int64_t>(elements, 100)}, type);
    };
    QVERIFY(readPickle(pickled->pickle, loader));
    int errors = 0;
    constexpr int tries = 20'000;
    for (int i = 0; i < tries; ++i) {
        CounterRandom random(1, static_cast<std::uint64_t>(i));
        std::string pickle = pickled->pickle;
        for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes) {
            const std::size_t position = random.below(static_cast<std::uint32_t>(pickle.size()));
            const std::size_t length = 1 + random.below(8);
            switch (random.below(3)) {
            case 0:
                pickle[position] = static_cast<char>(random.below(256));
                break;
            case 1:
                pickle.erase(position, length);
                break;
            default:
                pickle.insert(position, pickle.substr(random.below(static_cast<std::uint32_t>(pickle.size())), length));
            }
        }
        errors += readPickle(pickle, loader) ? 0 : 1;
    }
    QVERIFY2(errors > tries / 2 && errors < tries, std::to_string(errors).c_str());
}

void TstDamagedArchive::partsLargerThanTheFileAreAnError()
{
    // Two directory entries for the same bytes, as an archive that unpacks to many times its size has them.
    const std::string data(4000, 'x');
    const auto entry = [&](const std::string& name) {
        return "PK\1\2" + number(0, 12) + number(0, 4) + number(data.size(), 4) + number(data.size(), 4) +
               number(name.size(), 2) + number(0, 16) + name;
    };
    const std::string directory = entry("a/data.pkl") + entry("a/data/0");
    const std::string end = "PK\5\6" + number(0, 4) + number(2, 2) + number(2, 2) + number(directory.size(), 4) +
                            number(data.size(), 4) + number(0, 2);
    setContent(m_file, data + directory + end);
    const auto read = readTorchArchive(m_file);
    QVERIFY(!read);
    QVERIFY2(read.error().message.contains("larger than the file"), read.error().text().c_str());
}

void TstDamagedArchive::storageOfAnotherLengthIsAnError()
{
    const auto read = readPickled(tensor(storage("0", "FloatStorage", 5), 0, integer(5), integer(1)) + ".");
    QVERIFY(!read);
    QVERIFY2(read.error().message.contains("24 bytes"), read.error().text().c_str());
    const auto right = readPickled(tensor(storage("0", "FloatStorage", 6), 1, integer(5), integer(1)) + ".");
    QVERIFY2(right, right ? "" : right.error().text().c_str());
}

GAPLESS_TEST(TstDamagedArchive, "damaged_archive")

#include "tst_damaged_archive.moc"
