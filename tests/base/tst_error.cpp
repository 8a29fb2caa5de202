// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

class TstError final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMessageLeavesEmptyPartsOut_data();
    void aMessageLeavesEmptyPartsOut();
    void theExitCodeTellsWhatCanBeDone_data();
    void theExitCodeTellsWhatCanBeDone();
    void failCarriesAllItsParts();
};

void TstError::aMessageLeavesEmptyPartsOut_data()
{
    QTest::addColumn<QString>("context");
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << "a.png"
                         << "mend it"
                         << "a.png: is cut (mend it)";
    QTest::newRow("no context") << ""
                                << "mend it"
                                << "is cut (mend it)";
    QTest::newRow("no remedy") << "a.png"
                               << ""
                               << "a.png: is cut";
    QTest::newRow("bare") << ""
                          << ""
                          << "is cut";
}

void TstError::aMessageLeavesEmptyPartsOut()
{
    QFETCH(QString, context);
    QFETCH(QString, remedy);
    QFETCH(QString, text);
    const Error error{ErrorCode::Data, "is cut", context.toStdString(), remedy.toStdString()};
    QCOMPARE(QString::fromStdString(error.text()), text);
}

void TstError::theExitCodeTellsWhatCanBeDone_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("name");
    const auto row = [](ErrorCode code, int exit, const char* name) {
        QTest::newRow(name) << static_cast<int>(code) << exit << name;
    };
    row(ErrorCode::Usage, 2, "usage");
    row(ErrorCode::Config, 2, "config");
    row(ErrorCode::Data, 3, "data");
    row(ErrorCode::File, 4, "file");
    row(ErrorCode::OutOfMemory, 4, "out of memory");
    row(ErrorCode::Device, 4, "device");
    row(ErrorCode::Numeric, 4, "numeric");
    row(ErrorCode::Cancelled, 4, "cancelled");
    row(ErrorCode::Internal, 4, "internal");
}

void TstError::theExitCodeTellsWhatCanBeDone()
{
    QFETCH(int, code);
    QFETCH(int, exit);
    QFETCH(QString, name);
    QCOMPARE(exitCode(static_cast<ErrorCode>(code)), exit);
    const auto said = errorCodeName(static_cast<ErrorCode>(code));
    QCOMPARE(QString::fromUtf8(said.data(), static_cast<qsizetype>(said.size())), name);
}

void TstError::failCarriesAllItsParts()
{
    const Result<int> result = fail(ErrorCode::Device, "lost", "GPU 0", "restart");
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Device);
    QCOMPARE(result.error().text(), std::string("GPU 0: lost (restart)"));
}

GAPLESS_TEST(TstError, "error")
#include "tst_error.moc"
