// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include <string>
#include <thread>
#include <vector>

#include <QFile>
#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

QStringList linesOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

} // namespace

class TstLog final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineIsInTheFileAtOnceWithLevel();
    void aClosedFileGetsNoMoreLines();
    void everyOpenFileGetsEachLine();
    void linesOfManyThreadsStayWhole();
    void aFileThatCannotBeMadeIsNamed();
};

void TstLog::aLineIsInTheFileAtOnceWithLevel()
{
    const test::TemporaryFolder folder;
    const auto log = LogFile::open(folder.path() / "log.txt");
    QVERIFY(log);
    logLine(LogLevel::Info, "100 % {done}");
    const QStringList lines = linesOf(folder.path() / "log.txt");
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].endsWith(QStringLiteral(" info 100 % {done}")), qPrintable(lines[0]));
}

void TstLog::aClosedFileGetsNoMoreLines()
{
    const test::TemporaryFolder folder;
    {
        const auto log = LogFile::open(folder.path() / "log.txt");
        QVERIFY(log);
        logLine(LogLevel::Debug, "inside");
    }
    logLine(LogLevel::Debug, "outside");
    QCOMPARE(linesOf(folder.path() / "log.txt").size(), 1);
}

void TstLog::everyOpenFileGetsEachLine()
{
    const test::TemporaryFolder folder;
    const auto first = LogFile::open(folder.path() / "1.txt");
    const auto second = LogFile::open(folder.path() / "2.txt");
    logLine(LogLevel::Info, "both");
    QCOMPARE(linesOf(folder.path() / "1.txt").size(), 1);
    QCOMPARE(linesOf(folder.path() / "2.txt").size(), 1);
}

void TstLog::linesOfManyThreadsStayWhole()
{
    const test::TemporaryFolder folder;
    const auto log = LogFile::open(folder.path() / "log.txt");
    constexpr int threads = 4;
    constexpr int linesEach = 200;
    {
        std::vector<std::jthread> writers;
        for (int t = 0; t < threads; ++t)
            writers.emplace_back([t] {
                for (int i = 0; i < linesEach; ++i)
                    logLine(LogLevel::Info, "thread " + std::to_string(t) + " line " + std::to_string(i) + " end");
            });
    }
    const QStringList lines = linesOf(folder.path() / "log.txt");
    QCOMPARE(lines.size(), threads * linesEach);
    static const QRegularExpression whole(QStringLiteral(" info thread \\d line \\d+ end$"));
    for (const QString& line : lines)
        QVERIFY2(whole.match(line).hasMatch(), qPrintable(line));
}

void TstLog::aFileThatCannotBeMadeIsNamed()
{
    const test::TemporaryFolder folder;
    const auto log = LogFile::open(folder.path()); // a folder
    QVERIFY(!log);
    QCOMPARE(log.error().code, ErrorCode::File);
    QCOMPARE(log.error().context, folder.path().string());
}

GAPLESS_TEST(TstLog, "log")
#include "tst_log.moc"
