// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/torch_archive.h"

#include <csignal>
#include <limits>

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/zeros.h>
#include <sys/resource.h>

#include "tests/files/archive_values.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::sameValue;

namespace
{

/// While it lives, files of this process cannot grow beyond `bytes`: writing fails as on a full disk.
class SmallDisk final
{
public:
    explicit SmallDisk(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{.rlim_cur = bytes, .rlim_max = m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~SmallDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before{};
};

std::ptrdiff_t filesIn(const std::filesystem::path& folder)
{
    return std::distance(std::filesystem::directory_iterator(folder), {});
}

} // namespace

class TstTorchArchive final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tensorsKeepTypeAndStrides_data();
    void tensorsKeepTypeAndStrides();
    void containersAndNumbersKeepTheirKind();
    void sharedStorageIsWrittenOnceAndSharedAgain();
    void gradientTrackingIsLeftBehind();
    void typeWithoutStorageClassIsRefused();
    void missingFolderIsNamed();
    void fullDiskLeavesTheOldFileWhole();
    void writingReplacesTheOldFile();
    void findLooksIntoDictionariesOnly();

private:
    test::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder.path() / "archive.pt";
};

void TstTorchArchive::tensorsKeepTypeAndStrides_data()
{
    QTest::addColumn<int>("type");
    for (const auto type :
         {at::kFloat, at::kDouble, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kByte, at::kBool})
        QTest::newRow(c10::toString(type)) << static_cast<int>(type);
}

void TstTorchArchive::tensorsKeepTypeAndStrides()
{
    QFETCH(int, type);
    const torch::Tensor base = at::arange(2 * 3 * 4 * 5, at::kInt).remainder(7).to(static_cast<at::ScalarType>(type));
    const torch::Tensor images = base.reshape({2, 3, 4, 5});
    const ArchiveValue value = ArchiveValue::List{
        images,
        images.contiguous(at::MemoryFormat::ChannelsLast),
        images.transpose(1, 3),
        images.slice(0, 1).slice(3, 1, 5, 2),
        base[17],
        base.slice(0, 0, 0),
        at::empty({0, 3}, base.scalar_type()),
    };
    const auto written = writeTorchArchive(m_file, value);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    const auto read = readTorchArchive(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(sameValue(value, *read));
}

void TstTorchArchive::containersAndNumbersKeepTheirKind()
{
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const ArchiveValue value = ArchiveValue::Dictionary{
        {"none", ArchiveValue()},
        {"yes", true},
        {"no", false},
        {"integers", ArchiveValue::List{std::int64_t{0}, std::int64_t{-1}, std::int64_t{255}, std::int64_t{65536},
                                        std::int64_t{-2'147'483'649}, lowest, highest}},
        {"seed", std::numeric_limits<std::uint64_t>::max()},
        {"doubles", ArchiveValue::List{0.0, -1.5, 1e-300, std::numeric_limits<double>::infinity(), std::nan("")}},
        {"text", std::string("K\u00e4se \u2713\n")},
        {"", std::string()},
        {"empty list", ArchiveValue::List{}},
        {"empty dictionary", ArchiveValue::Dictionary{}},
        {"by number", ArchiveValue::IntegerDictionary{{3, std::string("three")}, {-1, at::zeros({2})}}},
        {"nested", ArchiveValue::List{ArchiveValue::List{ArchiveValue::Dictionary{{"a", std::int64_t{1}}}}}},
    };
    QVERIFY(writeTorchArchive(m_file, value));
    const auto read = readTorchArchive(m_file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(sameValue(value, *read));
}

void TstTorchArchive::sharedStorageIsWrittenOnceAndSharedAgain()
{
    const torch::Tensor weights = at::zeros({100'000});
    QVERIFY(
        writeTorchArchive(m_file, ArchiveValue::List{weights, weights.slice(0, 10, 20), weights.reshape({100, 1000})}));
    QVERIFY(std::filesystem::file_size(m_file) < 402'000);
    const auto read = readTorchArchive(m_file);
    QVERIFY(read);
    const auto& list = *read->as<ArchiveValue::List>();
    torch::Tensor first = *list[0].as<torch::Tensor>();
    first[10] = 5.0F;
    QCOMPARE(list[1].as<torch::Tensor>()->index({0}).item<float>(), 5.0F);
}

void TstTorchArchive::gradientTrackingIsLeftBehind()
{
    QVERIFY(writeTorchArchive(m_file, at::zeros({2}).requires_grad_(true)));
    const auto read = readTorchArchive(m_file);
    QVERIFY(read);
    QVERIFY(!read->as<torch::Tensor>()->requires_grad());
}

void TstTorchArchive::typeWithoutStorageClassIsRefused()
{
    const auto file = m_folder.path() / "complex.pt";
    const auto written = writeTorchArchive(file, at::zeros({2}, at::kComplexFloat));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Internal);
    QVERIFY2(written.error().text().contains("ComplexFloat"), written.error().text().c_str());
    QVERIFY(!std::filesystem::exists(file));
}

void TstTorchArchive::missingFolderIsNamed()
{
    const auto written = writeTorchArchive(m_folder.path() / "nowhere" / "a.pt", at::zeros({2}));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::File);
    QVERIFY2(written.error().text().contains("nowhere"), written.error().text().c_str());
}

void TstTorchArchive::fullDiskLeavesTheOldFileWhole()
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "last.pt";
    const ArchiveValue before = at::arange(10);
    QVERIFY(writeTorchArchive(file, before));
    {
        const SmallDisk disk(100'000);
        const auto written = writeTorchArchive(file, at::zeros({1'000'000}));
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::File);
        QVERIFY2(written.error().text().contains("last.pt"), written.error().text().c_str());
    }
    const auto read = readTorchArchive(file);
    QVERIFY(read);
    QVERIFY(sameValue(before, *read));
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstTorchArchive::writingReplacesTheOldFile()
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "last.pt";
    QVERIFY(writeTorchArchive(file, std::string("first")));
    QVERIFY(writeTorchArchive(file, std::string("second")));
    const auto read = readTorchArchive(file);
    QVERIFY(read);
    QCOMPARE(*read->as<std::string>(), "second");
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstTorchArchive::findLooksIntoDictionariesOnly()
{
    const ArchiveValue value = ArchiveValue::Dictionary{{"a", std::int64_t{1}}};
    QVERIFY(value.find("a") != nullptr);
    QVERIFY(value.find("b") == nullptr);
    QVERIFY(ArchiveValue(std::string("a")).find("a") == nullptr);
}

GAPLESS_TEST(TstTorchArchive, "torch_archive")

#include "tst_torch_archive.moc"
