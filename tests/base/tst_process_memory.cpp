// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"

#include <cstring>
#include <vector>

#include <QFile>
#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

class TstProcessMemory final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growsByWhatIsTouched();
};

void TstProcessMemory::growsByWhatIsTouched()
{
    if (!QFile::exists(QStringLiteral("/proc/self/statm")))
        QSKIP("no /proc here");
    constexpr std::int64_t block = 64 << 20;
    const std::int64_t before = residentBytes();
    QVERIFY(before > 0);
    std::vector<char> memory(static_cast<std::size_t>(block), 1);
    const std::int64_t after = residentBytes();
    QVERIFY(memory.back() == 1);
    QVERIFY2(after - before > block * 9 / 10, qPrintable(QString::number(after - before)));
}

GAPLESS_TEST(TstProcessMemory, "process_memory")
#include "tst_process_memory.moc"
