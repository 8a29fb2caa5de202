// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/available_memory.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

/// A system of files, as /proc and /sys show it.
struct System
{
    test::TemporaryFolder folder;

    System()
    {
        write("proc/meminfo",
              "MemTotal:       9000 kB\nMemAvailable:    5000 kB\nSwapTotal: 10 kB\nSwapFree:  1000 kB\n");
    }
    void write(const std::filesystem::path& file, const std::string& text) const
    {
        std::filesystem::create_directories((folder.path() / file).parent_path());
        std::ofstream(folder.path() / file) << text;
    }
    [[nodiscard]] std::int64_t available() const { return availableMemory(folder.path()); }
};

constexpr std::int64_t withoutLimit = 6000 * 1024;

} // namespace

class TstAvailableMemory final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isWhatTheKernelSaysWithFreeSwap();
    void aSystemThatTellsNothingHasNone();
    void aGroupLimitsIt_data();
    void aGroupLimitsIt();
    void unlimitedGroupsDoNot();
    void thisSystemHasSome();
};

void TstAvailableMemory::isWhatTheKernelSaysWithFreeSwap()
{
    QCOMPARE(System().available(), withoutLimit);
}

void TstAvailableMemory::aSystemThatTellsNothingHasNone()
{
    const test::TemporaryFolder folder;
    QCOMPARE(availableMemory(folder.path()), std::int64_t{0});
}

void TstAvailableMemory::aGroupLimitsIt_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("folder");
    QTest::newRow("version 2") << "0::/job"
                               << "sys/fs/cgroup/job";
    QTest::newRow("version 2, group above") << "0::/job/step"
                                            << "sys/fs/cgroup/job";
    QTest::newRow("version 2, in a container") << "0::/docker/1f"
                                               << "sys/fs/cgroup";
    QTest::newRow("version 1") << "4:memory:/job"
                               << "sys/fs/cgroup/memory/job";
    QTest::newRow("version 1, in a container") << "4:memory:/docker/1f"
                                               << "sys/fs/cgroup/memory";
}

void TstAvailableMemory::aGroupLimitsIt()
{
    QFETCH(const QString, group);
    QFETCH(const QString, folder);
    const System system;
    system.write("proc/self/cgroup", "2:cpu:/\n" + group.toStdString() + "\n");
    const std::filesystem::path path = folder.toStdString();
    const bool isFirst = group.contains("memory");
    system.write(path / (isFirst ? "memory.limit_in_bytes" : "memory.max"), "1000000\n");
    system.write(path / (isFirst ? "memory.usage_in_bytes" : "memory.current"), "700000\n");
    system.write(path / "memory.stat", "anon 400000\nfile 300000\ntotal_cache 300000\n");
    QCOMPARE(system.available(), std::int64_t{600'000});
}

void TstAvailableMemory::unlimitedGroupsDoNot()
{
    const System system;
    system.write("proc/self/cgroup", "4:memory:/\n0::/job\n");
    system.write("sys/fs/cgroup/job/memory.max", "max\n");
    system.write("sys/fs/cgroup/job/memory.current", "700000\n");
    system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    system.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "700000\n");
    QCOMPARE(system.available(), withoutLimit);
}

void TstAvailableMemory::thisSystemHasSome()
{
    if (!std::filesystem::exists("/proc/meminfo"))
        QSKIP("no /proc here");
    QVERIFY(availableMemory() > 10'000'000);
}

GAPLESS_TEST(TstAvailableMemory, "available_memory")
#include "tst_available_memory.moc"
