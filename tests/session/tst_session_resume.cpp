// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <QJsonDocument>
#include <QJsonObject>

#include "tests/session/session_fixture.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace gapless::test;

namespace
{

/// Scores of one class, mean IoU and loss by epoch; three steps an epoch.
auto scoresByEpoch(std::vector<double> meanIou)
{
    return [meanIou](std::int64_t step) {
        const double value = meanIou.at(static_cast<std::size_t>(step / 3 - 1));
        Scores scores;
        scores.meanIou = value;
        scores.meanDice = 1 - value;
        scores.loss = 2 - value;
        scores.iou = {value, 1 - value, std::nullopt, 0.5};
        scores.dice = {1 - value, value, std::nullopt, 0.5};
        return scores;
    };
}

std::vector<QJsonObject> linesOf(const SessionFixture& f, const char* type)
{
    std::vector<QJsonObject> lines;
    for (const QByteArray& line : QByteArray::fromStdString(f.textOf("metrics.jsonl")).split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object["type"].toString() == QLatin1String(type))
            lines.push_back(object);
    }
    return lines;
}

} // namespace

/// What a run keeps for later, how it is taken up again, and when it ends before its time.
class TstSessionResume final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRunGoesOnWhereItWasStopped();
    void stepsDoneAgainAreNotTwiceInTheMetrics();
    void goingBackBringsBackTheBestOfWhatIsLeft();
    void aBestThatIsStillTheBestStays();
    void aBestThatNoFileHoldsIsForgottenAndTold();
    void nothingIsLostByGoingBackTwice();
    void aLineCutByACrashGoes();
    void anEpochsEndThatWasMissedIsMadeUp();
    void aRunCanBeMadeLonger();
    void aFolderWithoutARunIsRefused();
    void aFailedResumeLeavesTheRunAsItWas();
    void patienceEndsTheRun_data();
    void patienceEndsTheRun();
    void patienceGoesOnAfterAResume();
    void patienceWithoutValidationIsRefused();
    void theBestIsByTheChosenScore_data();
    void theBestIsByTheChosenScore();
    void aBestByOfNoClassIsRefused();
    void everyNthEpochIsKept();
    void theLastIsSavedBetweenEpochs();
    void aSaveThatFailsEndsTheRun();
};

void TstSessionResume::theRunGoesOnWhereItWasStopped()
{
    SessionFixture f;
    f.script.onStep = SessionFixture::inStep(5, [&](std::stop_token) -> Result<void> {
        f.session->requestStop();
        return {};
    });
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep(), 5);
    const double before = f.observer.record().summaries.at(0).elapsedSeconds;
    f.script.onStep = nullptr;
    f.session.reset();
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.summaries.at(1).outcome, RunState::Finished);
    QCOMPARE(record.summaries.at(1).steps, 6);
    QCOMPARE(record.summaries.at(1).epochs, 2);
    QVERIFY(record.summaries.at(1).elapsedSeconds > before - 1e-6);
    const auto steps = f.session->steps().takeAll();
    QCOMPARE(steps.size(), std::size_t{1});
    QCOMPARE(steps[0].step, 6);
    QCOMPARE(steps[0].stepInEpoch, 3);
    QCOMPARE(f.savedStep(), 6);
    QCOMPARE(linesOf(f, "plan").size(), std::size_t{2});
    QCOMPARE(linesOf(f, "plan")[1]["start_step"].toInt(), 5);
    QCOMPARE(linesOf(f, "epoch").size(), std::size_t{2});
}

void TstSessionResume::stepsDoneAgainAreNotTwiceInTheMetrics()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("best"), 6);
    std::filesystem::copy_file(f.run() / "checkpoints/last.pt", f.run() / "checkpoints/old.pt");
    {
        std::ofstream old(f.run() / "checkpoints/old.pt");
        old << "scripted checkpoint\nstep 4\n";
    }
    QVERIFY(f.resume("old"));
    QVERIFY(f.ends());
    std::vector<int> numbers;
    for (const QJsonObject& line : linesOf(f, "step"))
        numbers.push_back(line["step"].toInt());
    QCOMPARE(numbers, (std::vector<int>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(linesOf(f, "epoch").size(), std::size_t{2});
    QCOMPARE(linesOf(f, "boundary").size(), std::size_t{1});
    QVERIFY(!f.textOf("report.json").empty());
    QCOMPARE(f.savedStep("last_before"), 6); // nothing that was saved is lost
    QCOMPARE(f.savedStep("best_before"), 6);
}

void TstSessionResume::goingBackBringsBackTheBestOfWhatIsLeft()
{
    SessionFixture f;
    f.config.output.keepEvery = 1;
    f.script.scores = scoresByEpoch({0.5, 0.9});
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("best"), 6);
    f.script.scores = scoresByEpoch({0.5, 0.3});
    QVERIFY(f.resume("epoch_0001"));
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("best"), 3);
    QCOMPARE(f.savedStep("best_before"), 6);
    QCOMPARE(f.observer.record().summaries.at(1).bestEpoch, 1);
}

void TstSessionResume::aBestThatIsStillTheBestStays()
{
    SessionFixture f;
    f.script.scores = scoresByEpoch({0.9, 0.5});
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    std::ofstream(f.run() / "checkpoints/old.pt") << "scripted checkpoint\nstep 4\nbest 0.9 in epoch 1\n";
    QVERIFY(f.resume("old"));
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("best"), 3);
    QCOMPARE(f.observer.record().summaries.at(1).bestEpoch, 1);
}

void TstSessionResume::aBestThatNoFileHoldsIsForgottenAndTold()
{
    SessionFixture f;
    f.script.scores = scoresByEpoch({0.5, 0.9});
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    std::ofstream(f.run() / "checkpoints/old.pt") << "scripted checkpoint\nstep 4\nbest 0.5 in epoch 1\n";
    f.script.scores = scoresByEpoch({0.5, 0.3});
    QVERIFY(f.resume("old"));
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    const std::vector<std::string>& notes = record.plans.at(1).notes;
    QVERIFY(std::ranges::any_of(
        notes, [](const std::string& note) { return note.contains("The best epoch so far, 1, has no checkpoint"); }));
    QCOMPARE(f.savedStep("best"), 6);
    QCOMPARE(record.summaries.at(1).bestEpoch, 2);
    QCOMPARE(record.summaries.at(1).bestScore, std::optional(0.3));
}

void TstSessionResume::nothingIsLostByGoingBackTwice()
{
    SessionFixture f;
    f.config.output.keepEvery = 1;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    for (int times = 0; times < 2; ++times) {
        QVERIFY(f.resume("epoch_0001"));
        QVERIFY(f.ends());
    }
    QCOMPARE(f.savedStep("last_before"), 6);
    QCOMPARE(f.savedStep("last_before_2"), 6);
}

void TstSessionResume::aLineCutByACrashGoes()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    {
        std::ofstream metrics(f.run() / "metrics.jsonl", std::ios::app);
        metrics << R"({"type":"step","step":7,"lo)";
        std::ofstream(f.run() / "checkpoints/.gapless-1-2.tmp") << "half a checkpoint";
    }
    f.script.plan.epochs = 3;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    QCOMPARE(linesOf(f, "step").size(), std::size_t{9});
    QVERIFY(!f.textOf("metrics.jsonl").contains("\"lo\n"));
    QVERIFY(!std::filesystem::exists(f.run() / "checkpoints/.gapless-1-2.tmp"));
}

void TstSessionResume::anEpochsEndThatWasMissedIsMadeUp()
{
    SessionFixture f;
    f.script.onStep = SessionFixture::inStep(3, [&](std::stop_token) -> Result<void> {
        f.session->requestStop();
        return {};
    });
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QVERIFY(f.textOf("checkpoints/last.pt").contains("epoch due"));
    QVERIFY(f.observer.record().epochs.empty());
    f.script.onStep = nullptr;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.epochs.size(), std::size_t{2});
    QCOMPARE(record.epochs[0].epoch, 1);
    QVERIFY(record.epochs[0].validation);
}

void TstSessionResume::aRunCanBeMadeLonger()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    f.script.plan.epochs = 3;
    f.config.training.epochs = 3;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().summaries.at(1).epochs, 3);
    QVERIFY(f.textOf("config.json").contains("\"epochs\": 3"));
}

void TstSessionResume::aFolderWithoutARunIsRefused()
{
    SessionFixture f;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.failures.size(), std::size_t{1});
    QCOMPARE(record.failures[0].code, ErrorCode::Config);
    QVERIFY(!std::filesystem::exists(f.run()));
}

void TstSessionResume::aFailedResumeLeavesTheRunAsItWas()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const std::string metrics = f.textOf("metrics.jsonl");
    const std::string report = f.textOf("report.json");
    f.script.onPrepare = [](std::stop_token) -> Result<void> { return fail(ErrorCode::Data, "the disk is away"); };
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().failures.size(), std::size_t{1});
    QCOMPARE(f.textOf("metrics.jsonl"), metrics);
    QCOMPARE(f.savedStep(), 6);
    QCOMPARE(f.textOf("report.json"), report);
    f.script.onPrepare = nullptr;
    f.script.plan.epochs = 3;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep(), 9);
}

void TstSessionResume::patienceEndsTheRun_data()
{
    QTest::addColumn<int>("patience");
    QTest::addColumn<double>("change");
    QTest::addColumn<int>("epochs");
    QTest::addColumn<int>("bestEpoch");
    QTest::newRow("none") << 0 << 0.0 << 6 << 5;
    QTest::newRow("two") << 2 << 0.0 << 4 << 2;
    QTest::newRow("three") << 3 << 0.0 << 6 << 5; // the fifth comes in time
    QTest::newRow("two, gains too small") << 2 << 0.2 << 3 << 2;
}

void TstSessionResume::patienceEndsTheRun()
{
    QFETCH(int, patience);
    QFETCH(double, change);
    QFETCH(int, epochs);
    QFETCH(int, bestEpoch);
    SessionFixture f;
    f.script.plan.epochs = 6;
    f.script.scores = scoresByEpoch({0.4, 0.5, 0.45, 0.5, 0.55, 0.5});
    f.config.training.patience = patience;
    f.config.training.minimumChange = change;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const RunSummary summary = f.observer.record().summaries.at(0);
    QCOMPARE(summary.outcome, RunState::Finished);
    QCOMPARE(summary.epochs, epochs);
    QCOMPARE(summary.isEndedEarly, epochs < 6);
    QCOMPARE(summary.bestEpoch, bestEpoch);
}

void TstSessionResume::patienceGoesOnAfterAResume()
{
    SessionFixture f;
    f.script.plan.epochs = 9;
    f.script.scores = scoresByEpoch({0.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4});
    f.config.training.patience = 3;
    f.script.onStep = SessionFixture::inStep(7, [&](std::stop_token) -> Result<void> {
        f.session->requestStop();
        return {};
    });
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    f.script.onStep = nullptr;
    QVERIFY(f.resume());
    QVERIFY(f.ends());
    const RunSummary summary = f.observer.record().summaries.at(1);
    QVERIFY(summary.isEndedEarly);
    QCOMPARE(summary.epochs, 4);
    QCOMPARE(summary.bestEpoch, 1);
}

void TstSessionResume::patienceWithoutValidationIsRefused()
{
    SessionFixture f;
    f.script.plan.validationSamples = 0;
    f.config.training.patience = 2;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().failures.at(0).code, ErrorCode::Config);
    QCOMPARE(f.observer.record().failures.at(0).context, std::string("training.patience"));
}

void TstSessionResume::theBestIsByTheChosenScore_data()
{
    QTest::addColumn<QString>("by");
    QTest::addColumn<int>("epoch");
    QTest::addColumn<double>("score");
    QTest::newRow("mean IoU") << "mean_iou" << 2 << 0.6;
    QTest::newRow("mean Dice") << "mean_dice" << 3 << 0.9;
    QTest::newRow("loss") << "loss" << 2 << 1.4;
    QTest::newRow("IoU of a class by name") << "iou:disc" << 3 << 0.9;
    QTest::newRow("Dice of a class by value") << "dice:1" << 2 << 0.6;
    QTest::newRow("class that is nowhere") << "iou:rectangle" << 0 << 0.0;
}

void TstSessionResume::theBestIsByTheChosenScore()
{
    QFETCH(QString, by);
    QFETCH(int, epoch);
    QFETCH(double, score);
    SessionFixture f;
    f.script.plan.epochs = 3;
    f.script.scores = scoresByEpoch({0.4, 0.6, 0.1});
    f.config.training.bestBy = by.toStdString();
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const RunSummary summary = f.observer.record().summaries.at(0);
    QCOMPARE(summary.bestEpoch, epoch);
    QCOMPARE(summary.bestScore.has_value(), epoch > 0);
    if (epoch == 0)
        return;
    QCOMPARE(*summary.bestScore, score);
    QCOMPARE(f.savedStep("best"), 3 * epoch);
    QCOMPARE(f.savedStep("last"), 9);
}

void TstSessionResume::aBestByOfNoClassIsRefused()
{
    SessionFixture f;
    f.config.training.bestBy = "iou:nucleus";
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const Error error = f.observer.record().failures.at(0);
    QCOMPARE(error.code, ErrorCode::Config);
    QVERIFY(error.text().contains("nucleus") && error.text().contains("disc"));
}

void TstSessionResume::everyNthEpochIsKept()
{
    SessionFixture f;
    f.script.plan.epochs = 5;
    f.config.output.keepEvery = 2;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("epoch_0002"), 6);
    QCOMPARE(f.savedStep("epoch_0004"), 12);
    for (const char* name : {"epoch_0001", "epoch_0003", "epoch_0005"})
        QCOMPARE(f.savedStep(name), -1);
}

void TstSessionResume::theLastIsSavedBetweenEpochs()
{
    SessionFixture f;
    f.config.output.saveSeconds = 1e-6;
    std::vector<std::int64_t> saved;
    f.script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
        saved.push_back(f.savedStep());
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(saved, (std::vector<std::int64_t>{-1, 1, 2, 3, 4, 5}));
}

void TstSessionResume::aSaveThatFailsEndsTheRun()
{
    SessionFixture f;
    f.script.onStep = SessionFixture::inStep(4, [&](std::stop_token) -> Result<void> {
        std::filesystem::remove_all(f.run() / "checkpoints");
        return {};
    });
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.summaries.at(0).outcome, RunState::Failed);
    QCOMPARE(record.failures.at(0).code, ErrorCode::File);
    QVERIFY(record.failures.at(0).text().contains("checkpoints"));
}

GAPLESS_TEST(TstSessionResume, "session_resume")
#include "tst_session_resume.moc"
