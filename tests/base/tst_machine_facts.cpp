// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/machine_facts.h"

#include <fstream>
#include <string>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

} // namespace

class TstMachineFacts final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areThoseOfTheFirstProcessor();
    void aSystemThatTellsNothingLeavesThemEmpty();
    void thisMachineHasSome();
};

void TstMachineFacts::areThoseOfTheFirstProcessor()
{
    const test::TemporaryFolder folder;
    write(folder.path() / "proc/cpuinfo",
          "processor\t: 0\nmodel name\t: Example 9000 @ 2.00GHz\nflags\t\t: fpu sse2 avx avx2 avx512f avx512_bf16 fma\n"
          "flags_of_another\t: x\n\nprocessor\t: 1\nmodel name\t: Another\nflags\t\t: fpu\n");
    write(folder.path() / "proc/meminfo", "MemTotal:       16000 kB\nMemFree:    5000 kB\n");
    const MachineFacts facts = machineFacts(folder.path());
    QCOMPARE(facts.processor, std::string("Example 9000 @ 2.00GHz"));
    QCOMPARE(facts.instructionSets, (std::vector<std::string>{"AVX2", "FMA", "AVX-512", "AVX-512 bf16"}));
    QCOMPARE(facts.memoryBytes, std::int64_t{16'000 * 1024});
}

void TstMachineFacts::aSystemThatTellsNothingLeavesThemEmpty()
{
    const test::TemporaryFolder folder;
    const MachineFacts facts = machineFacts(folder.path());
    QVERIFY(facts.processor.empty());
    QVERIFY(facts.instructionSets.empty());
    QCOMPARE(facts.memoryBytes, std::int64_t{0});
}

void TstMachineFacts::thisMachineHasSome()
{
    if (!std::filesystem::exists("/proc/meminfo"))
        QSKIP("no /proc here");
    const MachineFacts facts = machineFacts();
    QVERIFY(facts.threads > 0);
    QVERIFY(facts.memoryBytes > 10'000'000);
}

GAPLESS_TEST(TstMachineFacts, "machine_facts")
#include "tst_machine_facts.moc"
