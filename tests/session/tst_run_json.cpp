// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_json.h"

#include <cmath>
#include <limits>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/test_main.h"

using namespace gapless;
using namespace Qt::Literals::StringLiterals;

namespace
{

QJsonObject parsed(const std::string& text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    if (error.error != QJsonParseError::NoError)
        qWarning() << error.errorString() << text.c_str();
    return document.object();
}

ClassTable twoClasses()
{
    ClassTable table;
    table.classes = {{0, "ground", {0, 0, 0}, 0}, {255, "nucleus", {230, 159, 0}, 0}};
    return table;
}

} // namespace

class TstRunJson final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStepThatIsNotFiniteIsNull();
    void everyLineIsOneLine();
    void aSummaryHasTheKeysThatAreCompared();
    void aRunOfOneEpochHasNullTimings();
    void aClassThatIsNowhereHasNullScores();
};

void TstRunJson::aStepThatIsNotFiniteIsNull()
{
    StepRecord record;
    record.step = 3;
    record.skipped = 2;
    record.loss = std::nan("");
    record.gradientNorm = std::numeric_limits<double>::infinity();
    const QJsonObject json = parsed(toJsonLine(record));
    QCOMPARE(json["type"_L1].toString(), "step"_L1);
    QCOMPARE(json["step"_L1].toInt(), 3);
    QCOMPARE(json["skipped"_L1].toInt(), 2);
    QVERIFY(json["loss"_L1].isNull());
    QVERIFY(json["gradient_norm"_L1].isNull());
}

void TstRunJson::everyLineIsOneLine()
{
    RunPlan plan;
    plan.notes = {"two\nlines", "not UTF-8: \xff"};
    plan.classes = twoClasses();
    for (const std::string& line :
         {toJsonLine(plan), toJsonLine(StepRecord{}), toJsonLine(EpochRecord{}), toJsonLine(BoundaryRecord{})}) {
        QVERIFY(!line.contains('\n'));
        QVERIFY(!parsed(line)["type"_L1].toString().isEmpty());
    }
}

void TstRunJson::aSummaryHasTheKeysThatAreCompared()
{
    RunSummary summary;
    summary.outcome = RunState::Finished;
    summary.skippedSamples = 7;
    summary.imagesPerSecond = 41.5;
    summary.stepMs = Spread{100, 120, 130, 140};
    summary.waitMs = Spread{1, 2, 3, 4};
    summary.boundaryMs = Spread{5, 6, 7, 8};
    summary.boundaryParts = BoundaryParts{200, 30, 10, 1, 4};
    summary.stallShare = 0.25;
    summary.peakResidentBytes = std::int64_t{1536} << 20;
    summary.threads = 2;
    summary.bestScore = 0.8;
    summary.bestBy = "mean_iou";
    summary.bestEpoch = 4;
    summary.runFolder = "/runs/a";
    const QJsonObject json = parsed(summaryToJson(summary, twoClasses()));
    QCOMPARE(json["outcome"_L1].toString(), "finished"_L1);
    QVERIFY(json["failure"_L1].isNull());
    QCOMPARE(json["skipped_samples"_L1].toInt(), 7);
    QCOMPARE(json["images_per_s"_L1].toDouble(), 41.5);
    QCOMPARE(json["step_ms"_L1].toObject(), (QJsonObject{{"median"_L1, 100.0}, {"p95"_L1, 120.0}}));
    QCOMPARE(json["wait_ms"_L1].toObject(),
             (QJsonObject{{"median"_L1, 1.0}, {"p95"_L1, 2.0}, {"p99"_L1, 3.0}, {"max"_L1, 4.0}}));
    QCOMPARE(json["boundary_ms"_L1].toObject(), (QJsonObject{{"median"_L1, 5.0}, {"max"_L1, 8.0}}));
    QCOMPARE(json["boundary_parts_ms"_L1].toObject(), (QJsonObject{{"validation"_L1, 200.0},
                                                                   {"checkpoint"_L1, 30.0},
                                                                   {"inspection"_L1, 10.0},
                                                                   {"wait"_L1, 1.0},
                                                                   {"other"_L1, 4.0}}));
    QCOMPARE(json["stall_share"_L1].toDouble(), 0.25);
    QCOMPARE(json["peak_rss_mb"_L1].toDouble(), 1536.0);
    QCOMPARE(json["threads"_L1].toInt(), 2);
    QCOMPARE(json["best"_L1].toObject(), (QJsonObject{{"by"_L1, "mean_iou"}, {"score"_L1, 0.8}, {"epoch"_L1, 4}}));
    QCOMPARE(json["run"_L1].toString(), "/runs/a"_L1);
}

void TstRunJson::aRunOfOneEpochHasNullTimings()
{
    RunSummary summary;
    summary.failure = "a.png: is cut";
    const QJsonObject json = parsed(summaryToJson(summary, {}));
    for (const char* key : {"images_per_s", "step_ms", "wait_ms", "boundary_ms", "boundary_parts_ms", "stall_share",
                            "validation", "best"}) {
        QVERIFY2(json.contains(QLatin1String(key)), key);
        QVERIFY2(json[QLatin1String(key)].isNull(), key);
    }
    QCOMPARE(json["failure"_L1].toString(), "a.png: is cut"_L1);
}

void TstRunJson::aClassThatIsNowhereHasNullScores()
{
    Scores scores;
    scores.meanIou = 0.5;
    scores.meanDice = 0.6;
    scores.iou = {0.5, std::nullopt};
    scores.dice = {0.6, std::nullopt};
    scores.labelledPixels = 64;
    scores.skippedImages = 3;
    const QJsonObject json = parsed(scoresToJson(scores, twoClasses()));
    QCOMPARE(json["mean_iou"_L1].toDouble(), 0.5);
    QCOMPARE(json["mean_dice"_L1].toDouble(), 0.6);
    QCOMPARE(json["pixels"_L1].toInt(), 64);
    QCOMPARE(json["skipped_images"_L1].toInt(), 3);
    QVERIFY(json["loss"_L1].isNull());
    const QJsonArray classes = json["per_class"_L1].toArray();
    QCOMPARE(classes.size(), 2);
    QCOMPARE(classes[0].toObject()["iou"_L1].toDouble(), 0.5);
    QCOMPARE(classes[1].toObject()["name"_L1].toString(), "nucleus"_L1);
    QCOMPARE(classes[1].toObject()["value"_L1].toInt(), 255);
    QVERIFY(classes[1].toObject()["iou"_L1].isNull());
    QVERIFY(classes[1].toObject()["dice"_L1].isNull());
}

GAPLESS_TEST(TstRunJson, "run_json")
#include "tst_run_json.moc"
