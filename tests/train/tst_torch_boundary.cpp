// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <new>
#include <stdexcept>

#include <torch/types.h>

#include "core/train/torch_boundary.h"
#include "tests/support/test_main.h"

namespace gapless::test
{
namespace
{

template<class Throw>
Error errorOf(Throw&& doThrow)
{
    const Result<int> result = atBoundary({"doing something", smallerBatch}, [&]() -> Result<int> {
        doThrow();
        return 1;
    });
    return result ? Error{} : result.error();
}

} // namespace

class TstTorchBoundary final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void memoryThatIsNotThereIsAnErrorWithARemedy()
    {
        const Error torchError = errorOf([] { (void)at::empty({std::int64_t{1} << 55}); });
        QCOMPARE(torchError.code, ErrorCode::OutOfMemory);
        QVERIFY(torchError.remedy.contains("smaller batch"));
        QCOMPARE(torchError.context, std::string("doing something"));
        QCOMPARE(errorOf([] { throw std::bad_alloc(); }).code, ErrorCode::OutOfMemory);
    }

    void torchErrorKeepsItsFirstWordsOnly()
    {
        const Error error = errorOf([] { (void)at::ones({2, 3}).matmul(at::ones({2, 3})); });
        QCOMPARE(error.code, ErrorCode::Internal);
        QVERIFY(error.message.contains("cannot be multiplied"));
        QVERIFY(!error.message.contains("Exception raised from"));
    }

    void standardExceptionIsInternal()
    {
        const Error error = errorOf([] { throw std::runtime_error("words"); });
        QCOMPARE(error.code, ErrorCode::Internal);
        QCOMPARE(error.message, std::string("words"));
    }

    void resultPassesThrough()
    {
        const Result<int> value = atBoundary({"doing something", smallerBatch}, []() -> Result<int> { return 4; });
        QCOMPARE(value.value(), 4);
        const Result<int> error = atBoundary({"doing something", smallerBatch},
                                             []() -> Result<int> { return fail(ErrorCode::Data, "bad file"); });
        QCOMPARE(error.error().code, ErrorCode::Data);
    }
};

} // namespace gapless::test

using gapless::test::TstTorchBoundary;
GAPLESS_TEST(TstTorchBoundary, "torch_boundary")
#include "tst_torch_boundary.moc"
