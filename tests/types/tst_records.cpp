// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/dataset_report.h"
#include "core/types/epoch_record.h"

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

class TstRecords final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theBoundaryGapIsWaitAndOther();
    void onlyAnErrorMakesAReportRefuse();
};

void TstRecords::theBoundaryGapIsWaitAndOther()
{
    const BoundaryRecord record{3, 100, 20, 5, 0.25, 0.5};
    QCOMPARE(record.gapMs(), 0.75);
    QCOMPARE(record.totalMs(), 125.75);
}

void TstRecords::onlyAnErrorMakesAReportRefuse()
{
    DatasetReport report;
    report.problems.push_back({Severity::Note, "note", {}, {}});
    report.problems.push_back({Severity::Warning, "warning", {}, {}});
    QVERIFY(!report.hasErrors());
    report.problems.push_back({Severity::Error, "error", {}, {}});
    QVERIFY(report.hasErrors());
}

GAPLESS_TEST(TstRecords, "records")
#include "tst_records.moc"
