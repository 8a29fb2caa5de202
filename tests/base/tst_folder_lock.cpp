// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_lock.h"

#include <atomic>
#include <stop_token>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

class TstFolderLock final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHolderAtATime();
    void askingTellsOfTheHolder();
    void whoeverAsksGetsInNobodysWay();
    void aFolderThatIsNotThereIsNotTaken();
};

void TstFolderLock::oneHolderAtATime()
{
    const test::TemporaryFolder folder;
    auto lock = FolderLock::take(folder.path());
    QVERIFY(lock);
    QVERIFY(!FolderLock::take(folder.path()));
    lock.reset();
    QVERIFY(FolderLock::take(folder.path()));
}

void TstFolderLock::askingTellsOfTheHolder()
{
    const test::TemporaryFolder folder;
    QVERIFY(!FolderLock::isTaken(folder.path()));
    auto lock = FolderLock::take(folder.path());
    QVERIFY(FolderLock::isTaken(folder.path()));
    lock.reset();
    QVERIFY(!FolderLock::isTaken(folder.path()));
}

// What isTaken() holds for a moment is held here until the taker is seen to try again.
void TstFolderLock::whoeverAsksGetsInNobodysWay()
{
    const test::TemporaryFolder folder;
    const int asking = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    QVERIFY(asking >= 0);
    QCOMPARE(::flock(asking, LOCK_SH | LOCK_NB), 0);
    std::atomic<bool> isBegun = false;
    std::atomic<bool> isGot = false;
    std::jthread taker([&] {
        isBegun = true;
        isBegun.notify_one();
        isGot = FolderLock::take(folder.path()) != nullptr;
    });
    isBegun.wait(false);
    ::close(asking);
    taker.join();
    QVERIFY(isGot);

    std::jthread asker([&](const std::stop_token& stop) {
        while (!stop.stop_requested())
            (void)FolderLock::isTaken(folder.path());
    });
    for (int i = 0; i < 200; ++i)
        QVERIFY(FolderLock::take(folder.path()));
}

void TstFolderLock::aFolderThatIsNotThereIsNotTaken()
{
    const test::TemporaryFolder folder;
    QVERIFY(!FolderLock::isTaken(folder.path() / "away"));
}

GAPLESS_TEST(TstFolderLock, "folder_lock")
#include "tst_folder_lock.moc"
