// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/session/session_fixture.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::Barrier;
using test::SessionFixture;

using Clock = std::chrono::steady_clock;

namespace
{

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr double timePassed = 60;

/// An interval that is long beside what else happens between two steps here. Returns how long it really lasted, in
/// milliseconds.
double passTime()
{
    const auto start = Clock::now();
    while (millisecondsSince(start) < timePassed)
        std::this_thread::yield();
    return millisecondsSince(start);
}

} // namespace

class TstSessionEpochs final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEpochEndsInAKnownOrder();
    void theBestEpochIsKept();
    void theBestEpochIsWrittenOnceAndKeptWhenTheLastMovesOn();
    void withoutValidationThereIsNoBestAndNoPicture();
    void withoutPreviewsNothingIsInspected();
    void theFirstPicturesComeBeforeTheFirstStep();
    void aBoundaryLiesBetweenTwoEpochsOnly();
    void eachPartOfABoundaryIsBookedByItsCall();
    void aPauseInABoundaryIsLeftOut();
    void theWaitOfABoundaryIsThatOfTheFirstStep();
    void elapsedTimeLeavesPausesOut();
    void recordsCarryTheProcesssMemory();
    void theSummarySpeaksOfTheWholeRun();
    void anEndWithoutImagesEndsItsEpochAndIsNoStep();
};

void TstSessionEpochs::anEpochEndsInAKnownOrder()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const std::vector<std::string> expected{"preparing",  "prepared",   "running",    "epoch 1",
                                            "saved best", "saved last", "boundary 1", "epoch 2",
                                            "saved best", "saved last", "finished",   "ended"};
    QCOMPARE(f.observer.record().events, expected);
}

void TstSessionEpochs::theBestEpochIsKept()
{
    SessionFixture f;
    f.script.plan.epochs = 4;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.epochs.size(), std::size_t{4});
    for (const EpochRecord& epoch : record.epochs) {
        QVERIFY(epoch.validation.has_value());
        QVERIFY(epoch.isBest); // the script's scores rise
    }
    QCOMPARE(record.summaries[0].bestEpoch, std::int64_t{4});
    QCOMPARE(record.summaries[0].bestScore.value(), record.epochs[3].validation->meanIou);
    QCOMPARE(f.savedStep("best"), std::int64_t{12});
    QVERIFY(f.textOf("checkpoints/last.pt").contains("in epoch 4"));
}

void TstSessionEpochs::theBestEpochIsWrittenOnceAndKeptWhenTheLastMovesOn()
{
    Barrier step;
    std::atomic<int> written = 0;
    SessionFixture f;
    f.script.onSave = [&]() -> Result<void> {
        ++written;
        return {};
    };
    f.script.onStep = f.inStep(5, f.hold(step));
    QVERIFY(f.beginUntil(step));
    QCOMPARE(written.load(), 1); // under two names
    QCOMPARE(f.textOf("checkpoints/last.pt"), f.textOf("checkpoints/best.pt"));
    f.session->requestStop();
    step.open();
    QVERIFY(f.ends());
    QCOMPARE(f.savedStep("best"), std::int64_t{3});
    QCOMPARE(f.savedStep("last"), std::int64_t{5});
    QCOMPARE(std::distance(std::filesystem::directory_iterator(f.run() / "checkpoints"), {}), 2);
}

void TstSessionEpochs::withoutValidationThereIsNoBestAndNoPicture()
{
    SessionFixture f;
    f.script.plan.validationSamples = 0;
    std::atomic<int> asked = 0;
    const auto count = [&](std::stop_token) -> Result<void> {
        ++asked;
        return {};
    };
    f.script.onValidate = count;
    f.script.onInspect = count;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(asked.load(), 0);
    QVERIFY(!f.observer.record().epochs.at(1).validation);
    QVERIFY(!f.observer.record().summaries.at(0).bestScore);
    QCOMPARE(f.savedStep("best"), std::int64_t{-1});
    QCOMPARE(f.savedStep(), std::int64_t{6});
    QVERIFY(!f.session->previews().take());
}

void TstSessionEpochs::withoutPreviewsNothingIsInspected()
{
    SessionFixture f;
    f.config.output.previews = 0;
    std::atomic<int> asked = 0;
    f.script.onInspect = [&](std::stop_token) -> Result<void> {
        ++asked;
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(asked.load(), 0);
}

void TstSessionEpochs::theFirstPicturesComeBeforeTheFirstStep()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = [&](std::int64_t, std::stop_token) -> Result<void> {
        step.arrive();
        return {};
    };
    QVERIFY(f.beginUntil(step));
    const auto first = f.session->previews().take();
    QVERIFY(first);
    QCOMPARE(first->step, std::int64_t{0});
    QCOMPARE(first->previews.size(), std::size_t{1});
    step.open();
    QVERIFY(f.ends());
    QCOMPARE(f.session->previews().take()->step, std::int64_t{6});
}

void TstSessionEpochs::aBoundaryLiesBetweenTwoEpochsOnly()
{
    SessionFixture f;
    f.script.plan.epochs = 4;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.boundaries.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(record.boundaries[i].epoch, static_cast<std::int64_t>(i + 1));
}

void TstSessionEpochs::eachPartOfABoundaryIsBookedByItsCall()
{
    SessionFixture f;
    f.script.onValidate = [](std::stop_token) -> Result<void> { return passTime(), Result<void>(); };
    f.script.onSave = []() -> Result<void> { return passTime(), Result<void>(); };
    f.script.onInspect = [](std::stop_token) -> Result<void> { return passTime(), Result<void>(); };
    f.script.onStep = [](std::int64_t step, std::stop_token) -> Result<void> {
        if (step == 4) // inside the wait of the second epoch's first step
            passTime();
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const BoundaryRecord boundary = f.observer.record().boundaries.at(0);
    QVERIFY(boundary.validationMs >= timePassed);
    QVERIFY(boundary.checkpointMs >= timePassed);
    QVERIFY(boundary.inspectionMs >= timePassed);
    QVERIFY(boundary.waitMs >= timePassed);
    // Ends of epochs are no part of a step, and the first inspection of no boundary.
    const auto steps = f.session->steps().takeAll();
    const double between = (steps.at(3).elapsedSeconds - steps.at(2).elapsedSeconds) * 1000 - steps.at(3).stepMs;
    QVERIFY(qAbs(boundary.totalMs() - between) < 0.001);
}

void TstSessionEpochs::aPauseInABoundaryIsLeftOut()
{
    Barrier validating;
    Clock::time_point lastStep;
    SessionFixture f;
    f.script.onStep = [&](std::int64_t step, std::stop_token) -> Result<void> {
        if (step == 3)
            lastStep = Clock::now();
        return {};
    };
    f.script.onValidate = f.hold(validating);
    QVERIFY(f.beginUntil(validating));
    QVERIFY(f.pauseFrom(validating));
    const double paused = passTime();
    f.session->requestSave(); // booked nowhere: the clock stands
    QVERIFY(f.observer.waitFor("saved last", 2));
    f.session->requestResume();
    QVERIFY(f.observer.waitFor("boundary 1"));
    const double whole = millisecondsSince(lastStep);
    QVERIFY(f.ends());
    const BoundaryRecord boundary = f.observer.record().boundaries.at(0);
    QVERIFY2(boundary.totalMs() <= whole - paused, qPrintable(QString::number(boundary.totalMs())));
}

void TstSessionEpochs::theWaitOfABoundaryIsThatOfTheFirstStep()
{
    SessionFixture f;
    f.script.stallEverySteps = 4; // the first step of the second epoch
    f.script.stallTime = std::chrono::milliseconds(5);
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto steps = f.session->steps().takeAll();
    const auto record = f.observer.record();
    QVERIFY(steps.at(3).waitMs >= 5);
    QCOMPARE(record.boundaries.at(0).waitMs, steps.at(3).waitMs);
    QCOMPARE(record.summaries.at(0).waitMs->max, std::max(steps.at(4).waitMs, steps.at(5).waitMs));
    QCOMPARE(record.summaries.at(0).boundaryParts->waitMs, steps.at(3).waitMs);
}

void TstSessionEpochs::elapsedTimeLeavesPausesOut()
{
    Barrier step;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(step));
    const auto begun = Clock::now();
    QVERIFY(f.beginUntil(step));
    QVERIFY(f.pauseFrom(step));
    const double paused = passTime();
    f.session->requestResume();
    QVERIFY(f.ends());
    const double whole = millisecondsSince(begun);
    const auto record = f.observer.record();
    QVERIFY(record.summaries.at(0).elapsedSeconds * 1000 <= whole - paused);
    const auto steps = f.session->steps().takeAll();
    for (std::size_t i = 1; i < steps.size(); ++i)
        QVERIFY(steps[i].elapsedSeconds > steps[i - 1].elapsedSeconds);
    QVERIFY(steps.back().elapsedSeconds <= record.epochs.back().elapsedSeconds);
}

void TstSessionEpochs::recordsCarryTheProcesssMemory()
{
    SessionFixture f;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    std::int64_t peak = 0;
    for (const StepRecord& step : f.session->steps().takeAll()) {
        QVERIFY(step.residentBytes > 1'000'000);
        peak = std::max(peak, step.residentBytes);
    }
    // The whole process's, so also what validation and checkpoints took for a moment between two steps.
    constexpr std::int64_t slack = 4 << 20; // the kernel adds up a thread's pages now and then only
    QVERIFY(f.observer.record().summaries.at(0).peakResidentBytes + slack >= peak);
}

void TstSessionEpochs::theSummarySpeaksOfTheWholeRun()
{
    SessionFixture f;
    f.config.speed.threads = 3;
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    const RunSummary& summary = record.summaries.at(0);
    QCOMPARE(summary.epochs, std::int64_t{2});
    QCOMPARE(summary.steps, std::int64_t{6});
    QCOMPARE(summary.threads, 3);
    QCOMPARE(summary.runFolder, f.run());
    QCOMPARE(summary.validation->meanIou, record.epochs.back().validation->meanIou);
    QVERIFY(summary.imagesPerSecond && summary.stepMs && summary.waitMs && summary.boundaryMs);
}

void TstSessionEpochs::anEndWithoutImagesEndsItsEpochAndIsNoStep()
{
    SessionFixture f;
    f.script.images = [](std::int64_t step) { return step % 3 == 0 ? 0 : 4; };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    std::vector<std::int64_t> steps;
    for (const StepRecord& step : f.session->steps().takeAll())
        steps.push_back(step.stepInEpoch);
    QCOMPARE(steps, (std::vector<std::int64_t>{1, 2, 1, 2}));
    const auto record = f.observer.record();
    QCOMPARE(record.epochs.size(), std::size_t{2});
    QCOMPARE(record.boundaries.size(), std::size_t{1});
    QCOMPARE(record.summaries.at(0).steps, std::int64_t{4});
    QCOMPARE(record.summaries.at(0).epochs, std::int64_t{2});
    QCOMPARE(QByteArray::fromStdString(f.textOf("metrics.jsonl")).count(R"("type":"step")"), 4);
}

GAPLESS_TEST(TstSessionEpochs, "session_epochs")
#include "tst_session_epochs.moc"
