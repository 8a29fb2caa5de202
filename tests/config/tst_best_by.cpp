// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/best_by.h"

#include <limits>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

ClassTable classes()
{
    ClassTable table;
    for (const auto& [value, name] : {std::pair{0, "background"}, {7, "cell"}, {9, "7"}})
        table.classes.push_back({.value = value, .name = name, .color = {}, .pixels = 0});
    return table;
}

Scores scores()
{
    Scores result;
    result.loss = 0.25;
    result.meanIou = 0.5;
    result.meanDice = 0.6;
    result.pixelAccuracy = 0.7;
    result.iou = {0.1, 0.2, std::nullopt};
    result.dice = {0.3, 0.4, std::nullopt};
    return result;
}

} // namespace

class TstBestBy final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyScoreIsFound_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::addColumn<double>("score");
        QTest::newRow("mean_iou") << "mean_iou"
                                  << "mean IoU" << 0.5;
        QTest::newRow("mean_dice") << "mean_dice"
                                   << "mean Dice" << 0.6;
        QTest::newRow("pixel_accuracy") << "pixel_accuracy"
                                        << "pixel accuracy" << 0.7;
        QTest::newRow("loss") << "loss"
                              << "validation loss" << 0.25;
        QTest::newRow("class by name") << "iou:cell"
                                       << "IoU of cell" << 0.2;
        QTest::newRow("class by value") << "dice:0"
                                        << "Dice of 0" << 0.3;
    }
    void everyScoreIsFound()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        QFETCH(double, score);
        const auto by = bestByOf(text.toStdString());
        QVERIFY(by);
        QCOMPARE(QString::fromStdString(bestByWords(*by)), words);
        QVERIFY(checkBestBy(*by, classes()));
        QCOMPARE(scoreBy(*by, scores(), classes()), std::optional(score));
    }

    void namesGoBeforeValues()
    {
        const auto by = bestByOf("iou:7"); // the third class bears that name, the second that value
        QCOMPARE(scoreBy(*by, scores(), classes()), std::nullopt);
    }

    void unknownClassesAreNamedWithThoseThatAre()
    {
        const auto checked = checkBestBy(*bestByOf("iou:nucleus"), classes());
        QVERIFY(!checked);
        QCOMPARE(checked.error().code, ErrorCode::Config);
        QVERIFY(checked.error().text().contains("background, cell, 7"));
    }

    void aScoreThatIsNoNumberIsNone()
    {
        Scores broken = scores();
        broken.meanIou = std::numeric_limits<double>::quiet_NaN();
        QCOMPARE(scoreBy(*bestByOf("mean_iou"), broken, classes()), std::nullopt);
        broken.loss.reset();
        QCOMPARE(scoreBy(*bestByOf("loss"), broken, classes()), std::nullopt);
    }

    void betterIsLargerButForTheLoss()
    {
        const BestBy iou = *bestByOf("mean_iou");
        QVERIFY(isBetter(iou, 0.1, std::nullopt));
        QVERIFY(isBetter(iou, 0.6, 0.5));
        QVERIFY(!isBetter(iou, 0.5, 0.5));
        QVERIFY(!isBetter(iou, 0.55, 0.5, 0.1));
        QVERIFY(isBetter(iou, 0.65, 0.5, 0.1));
        const BestBy loss = *bestByOf("loss");
        QVERIFY(isBetter(loss, 0.4, 0.5));
        QVERIFY(!isBetter(loss, 0.6, 0.5));
        QVERIFY(!isBetter(loss, 0.45, 0.5, 0.1));
    }
};

GAPLESS_TEST(TstBestBy, "best_by")
#include "tst_best_by.moc"
