// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>

#include <fstream>

#include "core/data/image_decode.h"
#include "tests/app/cli_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::runCli;
using test::text;

class TstSampleCommand final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesTheAskedNumberOfPicturesAndMasks()
    {
        const test::TemporaryFolder folder;
        const auto sample = folder.path() / "new" / "sample";
        const auto result = runCli({"sample", text(sample), "--count", "5", "--size", "64", "96", "--json"});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(test::fileNames(sample / "images").size(), std::size_t{5});
        QCOMPARE(test::fileNames(sample / "images"), test::fileNames(sample / "masks"));
        const auto header = readImageHeader(sample / "images" / test::fileNames(sample / "images").front());
        QVERIFY(header.has_value());
        QVERIFY((header->size == ImageSize{64, 96}));
        QCOMPARE(result.json().at("count").get<int>(), 5);
        QCOMPARE(result.json().at("images").get<std::string>(), (sample / "images").string());
    }

    void passesItsOwnCheckWithFourClasses()
    {
        const test::TemporaryFolder folder;
        QCOMPARE(runCli({"sample", text(folder.path() / "s"), "--count", "8", "--size", "64", "64"}).exitCode, 0);
        const auto checked = runCli({"check", "--images", text(folder.path() / "s" / "images"), "--masks",
                                     text(folder.path() / "s" / "masks"), "--json"});
        QCOMPARE(checked.exitCode, 0);
        QCOMPARE(checked.json().at("pairs").get<int>(), 8);
        QCOMPARE(checked.json().at("classes").size(), std::size_t{4});
    }

    void neverTouchesAFolderThatHoldsOtherFiles()
    {
        const test::TemporaryFolder folder;
        std::ofstream(folder.path() / "holiday.txt") << "mine";
        const auto result = runCli({"sample", text(folder.path()), "--count", "2"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY(result.err.contains(folder.path().string().c_str()));
        QCOMPARE(test::fileNames(folder.path()), std::vector<std::string>{"holiday.txt"});
    }

    void namesAllWrongNumbersAtOnce()
    {
        const test::TemporaryFolder folder;
        const auto result = runCli({"sample", text(folder.path() / "s"), "--count", "0", "--size", "8", "9999"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY(result.err.contains("--count 0"));
        QVERIFY(result.err.contains("--size 8"));
        QVERIFY(result.err.contains("--size 9999"));
        QVERIFY(!std::filesystem::exists(folder.path() / "s"));
    }
};

GAPLESS_TEST(TstSampleCommand, "sample_command")
#include "tst_sample_command.moc"
