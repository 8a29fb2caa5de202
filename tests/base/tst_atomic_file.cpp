// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"

#include <fstream>
#include <iterator>
#include <string>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;
namespace fs = std::filesystem;

namespace
{

std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

qsizetype filesIn(const fs::path& folder)
{
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

} // namespace

class TstAtomicFile final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesExactlyTheBytes();
    void replacesAndLeavesNothingBeside();
    void withoutCommitTheOldFileStaysAndTheNewOneGoes();
    void aMissingFolderIsAnErrorThatNamesTheFile();
    void aFailedReplacementLeavesNothingBeside();
    void aFullDiskLeavesTheOldFile();
    void theLongestPossibleNameWorks();
    void aLinkedFileKeepsItsContentWhenTheOtherIsReplaced();
    void linkingAFileToItselfLeavesNothingBeside();
    void aLinkToAnotherFileSystemIsACopy();
    void aLinkToNothingLeavesTheOldFile();
    void whatAKilledWriterLeftIsRemovedAndNothingElse();
};

void TstAtomicFile::whatAKilledWriterLeftIsRemovedAndNothingElse()
{
    const test::TemporaryFolder folder;
    {
        const AtomicFile unfinished(folder.path() / "last.pt");
        std::ofstream(unfinished.temporary()) << "half";
        fs::copy_file(unfinished.temporary(), folder.path() / "kept");
        fs::rename(folder.path() / "kept", unfinished.temporary().string() + ".kept");
        fs::copy_file(unfinished.temporary(), folder.path() / ".gapless-12-0.tmp");
    }
    std::ofstream(folder.path() / "last.pt") << "whole";
    std::ofstream(folder.path() / ".gapless") << "somebody's";
    removeTemporaryFiles(folder.path());
    QVERIFY(!fs::exists(folder.path() / ".gapless-12-0.tmp"));
    QCOMPARE(filesIn(folder.path()), 3);
    removeTemporaryFiles(folder.path() / "away");
}

void TstAtomicFile::writesExactlyTheBytes()
{
    const test::TemporaryFolder folder;
    const std::string bytes("a\0b\r\n\xff", 6);
    QVERIFY(writeFileAtomically(folder.path() / "x", bytes));
    QCOMPARE(contentOf(folder.path() / "x"), bytes);
    QVERIFY(writeFileAtomically(folder.path() / "empty", ""));
    QVERIFY(fs::exists(folder.path() / "empty"));
}

void TstAtomicFile::replacesAndLeavesNothingBeside()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.path() / "x", "a long first text"));
    QVERIFY(writeFileAtomically(folder.path() / "x", "second"));
    QCOMPARE(contentOf(folder.path() / "x"), std::string("second"));
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstAtomicFile::withoutCommitTheOldFileStaysAndTheNewOneGoes()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.path() / "x", "old"));
    {
        const AtomicFile file(folder.path() / "x");
        std::ofstream(file.temporary()) << "half";
        QCOMPARE(contentOf(folder.path() / "x"), std::string("old"));
    }
    QCOMPARE(contentOf(folder.path() / "x"), std::string("old"));
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstAtomicFile::aMissingFolderIsAnErrorThatNamesTheFile()
{
    const test::TemporaryFolder folder;
    const auto written = writeFileAtomically(folder.path() / "missing" / "x", "text");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::File);
    QVERIFY(written.error().context.ends_with("missing/x"));
    QVERIFY(written.error().message.contains("No such file or directory"));
}

void TstAtomicFile::aFailedReplacementLeavesNothingBeside()
{
    const test::TemporaryFolder folder;
    fs::create_directories(folder.path() / "x" / "full");
    QVERIFY(!writeFileAtomically(folder.path() / "x", "text"));
    QVERIFY(fs::is_directory(folder.path() / "x" / "full"));
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstAtomicFile::aFullDiskLeavesTheOldFile()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.path() / "x", "old"));
    {
        AtomicFile file(folder.path() / "x");
        std::error_code error;
        fs::create_symlink("/dev/full", file.temporary(), error);
        QVERIFY(!error);
        std::ofstream stream(file.temporary());
        stream << "new" << std::flush;
        QVERIFY(!stream); // a writer that sees this does not commit
    }
    QCOMPARE(contentOf(folder.path() / "x"), std::string("old"));
    QCOMPARE(filesIn(folder.path()), 1);
}

void TstAtomicFile::theLongestPossibleNameWorks()
{
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / std::string(255, 'n');
    QVERIFY(writeFileAtomically(file, "text"));
    QCOMPARE(contentOf(file), std::string("text"));
}

void TstAtomicFile::aLinkedFileKeepsItsContentWhenTheOtherIsReplaced()
{
    const test::TemporaryFolder folder;
    const fs::path best = folder.path() / "best";
    const fs::path last = folder.path() / "last";
    QVERIFY(writeFileAtomically(best, "first"));
    QVERIFY(writeFileAtomically(last, "old"));
    QVERIFY(linkFileAtomically(best, last));
    QCOMPARE(contentOf(last), std::string("first"));
    QCOMPARE(fs::hard_link_count(best), std::uintmax_t{2});
    QVERIFY(writeFileAtomically(last, "second"));
    QCOMPARE(contentOf(best), std::string("first"));
    QCOMPARE(contentOf(last), std::string("second"));
    QCOMPARE(filesIn(folder.path()), 2);
}

void TstAtomicFile::linkingAFileToItselfLeavesNothingBeside()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.path() / "x", "text"));
    for (int i = 0; i < 2; ++i)
        QVERIFY(linkFileAtomically(folder.path() / "x", folder.path() / "y"));
    QCOMPARE(contentOf(folder.path() / "y"), std::string("text"));
    QCOMPARE(filesIn(folder.path()), 2);
}

void TstAtomicFile::aLinkToAnotherFileSystemIsACopy()
{
    const test::TemporaryFolder folder;
    const fs::path elsewhere = fs::path("/dev/shm") / folder.path().filename();
    std::error_code error;
    if (!fs::create_directory(elsewhere, error))
        QSKIP("there is no second file system in /dev/shm");
    QVERIFY(writeFileAtomically(folder.path() / "x", "text"));
    const auto linked = linkFileAtomically(folder.path() / "x", elsewhere / "y");
    const std::string content = contentOf(elsewhere / "y");
    const std::uintmax_t names = fs::hard_link_count(folder.path() / "x");
    const qsizetype files = filesIn(elsewhere);
    fs::remove_all(elsewhere);
    QVERIFY(linked);
    QCOMPARE(content, std::string("text"));
    QCOMPARE(files, 1);
    if (names != 1)
        QSKIP("/dev/shm is no file system of its own");
}

void TstAtomicFile::aLinkToNothingLeavesTheOldFile()
{
    const test::TemporaryFolder folder;
    QVERIFY(writeFileAtomically(folder.path() / "x", "old"));
    const auto linked = linkFileAtomically(folder.path() / "missing", folder.path() / "x");
    QVERIFY(!linked);
    QCOMPARE(linked.error().code, ErrorCode::File);
    QCOMPARE(contentOf(folder.path() / "x"), std::string("old"));
    QCOMPARE(filesIn(folder.path()), 1);
}

GAPLESS_TEST(TstAtomicFile, "atomic_file")
#include "tst_atomic_file.moc"
