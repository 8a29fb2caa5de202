// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>

#include "tests/support/test_main.h"
#include "ui/models/class_table_model.h"
#include "ui/models/dataset_words.h"
#include "ui/models/problem_model.h"

using namespace gapless;
using namespace gapless::ui;

namespace
{

ClassTable twoClasses()
{
    ClassTable table;
    table.classes = {{0, "background", {0, 0, 0}, 600}, {7, "nucleus", {230, 159, 0}, 300}};
    table.ignoreValue = 255;
    table.ignoredPixels = 100;
    return table;
}

QStringList rows(const QAbstractItemModel& model)
{
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells += model.index(row, column).data().toString();
        result += cells.join(u'|');
    }
    return result;
}

} // namespace

class TstTableModels final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void classesAreListedWithTheIgnoreValueLast()
    {
        ClassTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setClasses(twoClasses());
        QCOMPARE(rows(model), QStringList({QStringLiteral("|0|background|60.0 %"), QStringLiteral("|7|nucleus|30.0 %"),
                                           QStringLiteral("|255|ignored|10.0 %")}));
        QCOMPARE(model.index(1, ClassTableModel::Color).data(Qt::DecorationRole).value<QColor>(), QColor(230, 159, 0));
        model.setClasses({});
        QCOMPARE(model.rowCount(), 0);
    }

    void maskColoursAreShownAsColours()
    {
        ClassTableModel model;
        ClassTable table = twoClasses();
        table.kind = MaskKind::Colors;
        table.classes[1].value = 0x0a80ff;
        model.setClasses(table);
        QCOMPARE(model.index(1, ClassTableModel::Value).data().toString(), QStringLiteral("#0a80ff"));
    }

    void problemsAreListed()
    {
        ProblemModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProblems({{Severity::Error, "missing-mask", "/data/a.png", "has no mask"},
                           {Severity::Note, "choice", {}, "255 is ignored"}});
        QCOMPARE(rows(model), QStringList({QStringLiteral("Stops training|data/a.png|has no mask"),
                                           QStringLiteral("Note|whole set|255 is ignored")}));
        model.setProblems({});
        QCOMPARE(model.rowCount(), 0);
    }

    void theSentenceNamesWhatStopsTraining()
    {
        DatasetReport report;
        report.classes = twoClasses();
        report.pairs.resize(3);
        QCOMPARE(datasetSentence(report), QStringLiteral("3 pairs, 2 classes, nothing to fix"));
        report.problems.push_back({Severity::Warning, "unused-mask", {}, {}});
        QCOMPARE(datasetSentence(report), QStringLiteral("3 pairs, 2 classes, 1 warning"));
        report.problems.push_back({Severity::Error, "missing-mask", {}, {}});
        QCOMPARE(datasetSentence(report), QStringLiteral("3 pairs, 2 classes: 1 problem stops training"));
    }

    void theDetailsSpanSmallestToLargest()
    {
        DatasetReport report;
        report.imageKinds = {{"RGB", 2}, {"grey", 1}};
        report.pairs = {{{}, {}, {100, 200}}, {{}, {}, {520, 696}}, {{}, {}, {256, 256}}};
        QCOMPARE(datasetDetails(report),
                 QStringLiteral("RGB and grey images, 100 \u00d7 200 to 520 \u00d7 696 pixels. Every image has its "
                                "mask, and sizes and values agree."));
        report.problems.push_back({Severity::Note, "choice", {}, {}});
        QVERIFY(datasetDetails(report).endsWith(QStringLiteral("pixels")));
    }
};

GAPLESS_TEST(TstTableModels, "table_models")
#include "tst_table_models.moc"
