// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/session/session_fixture.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::SessionFixture;
using test::States;

namespace
{

const States failedWhileRunning{RunState::Preparing, RunState::Running, RunState::Failed};
const States failedWhilePreparing{RunState::Preparing, RunState::Failed};

Result<void> failure(ErrorCode code)
{
    return fail(code, "as scripted", "a.png");
}

} // namespace

class TstSessionFailures final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailureCarriesItsReason();
    void aFailureWhilePreparingLeavesTheFolderFree();
    void aFailureInMidRunSavesOnlyWeightsThatAreKnownGood_data();
    void aFailureInMidRunSavesOnlyWeightsThatAreKnownGood();
    void aFailureInValidationKeepsTheEpochsWeights();
    void aFailureInSavingKeepsTheEarlierFile();
    void aFailureWhileStoppingIsAFailure();
    void aFailureInInspectingIsNone();
    void aLossThatIsNotFiniteEndsTheRunAndSavesNothing_data();
    void aLossThatIsNotFiniteEndsTheRunAndSavesNothing();
    void anExceptionFromTheEngineIsAnInternalError_data();
    void anExceptionFromTheEngineIsAnInternalError();
    void anEngineThatStopsUnaskedHasFailed();
    void aRunFolderThatCannotBeUsedFailsBeforeTheEngineIsAsked_data();
    void aRunFolderThatCannotBeUsedFailsBeforeTheEngineIsAsked();
};

void TstSessionFailures::aFailureCarriesItsReason()
{
    std::atomic<int> released = 0;
    SessionFixture f;
    f.script.onRelease = [&] { ++released; };
    f.script.onStep = [](std::int64_t step, std::stop_token) {
        return step == 2 ? failure(ErrorCode::Data) : Result<void>();
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.states, failedWhileRunning);
    QCOMPARE(record.failures.size(), std::size_t{1});
    QCOMPARE(record.failures[0].text(), std::string("a.png: as scripted"));
    QCOMPARE(released.load(), 1);
    QVERIFY(std::ranges::find(record.events, "failed with reason") < std::ranges::find(record.events, "failed"));
    QVERIFY(record.summaries.at(0).outcome == RunState::Failed);
    QCOMPARE(record.summaries.at(0).failure, std::string("a.png: as scripted"));
    QCOMPARE(record.summaries.at(0).steps, std::int64_t{1});
    QVERIFY(f.textOf("report.json").contains("\"failure\":\"a.png: as scripted\""));
    QVERIFY(f.textOf("log.txt").contains("error a.png: as scripted"));
}

void TstSessionFailures::aFailureWhilePreparingLeavesTheFolderFree()
{
    std::atomic<int> released = 0;
    std::atomic<bool> fails = true;
    SessionFixture f;
    f.script.onRelease = [&] { ++released; };
    f.script.onPrepare = [&](std::stop_token) { return fails ? failure(ErrorCode::Data) : Result<void>(); };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, failedWhilePreparing);
    QVERIFY(f.observer.record().failures.at(0).code == ErrorCode::Data);
    QCOMPARE(released.load(), 1);
    QVERIFY(!std::filesystem::exists(f.run()));
    fails = false;
    QVERIFY(f.session->start(f.config)); // the mask is mended: the same folder again
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Finished);
}

void TstSessionFailures::aFailureInMidRunSavesOnlyWeightsThatAreKnownGood_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("savedStep");
    const auto row = [](ErrorCode code, int step) {
        QTest::newRow(std::string(errorCodeName(code)).c_str()) << static_cast<int>(code) << step;
    };
    row(ErrorCode::Data, 4); // the fifth step fails
    row(ErrorCode::File, 4);
    row(ErrorCode::OutOfMemory, 3); // that of the epoch's end
    row(ErrorCode::Device, 3);
    row(ErrorCode::Numeric, 3);
    row(ErrorCode::Internal, 3);
}

void TstSessionFailures::aFailureInMidRunSavesOnlyWeightsThatAreKnownGood()
{
    QFETCH(int, code);
    QFETCH(int, savedStep);
    SessionFixture f;
    f.script.onStep = [code](std::int64_t step, std::stop_token) {
        return step == 5 ? failure(static_cast<ErrorCode>(code)) : Result<void>();
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, failedWhileRunning);
    QCOMPARE(static_cast<int>(f.observer.record().failures.at(0).code), code);
    QCOMPARE(f.savedStep(), std::int64_t{savedStep});
}

void TstSessionFailures::aFailureInValidationKeepsTheEpochsWeights()
{
    SessionFixture f;
    f.script.onValidate = [](std::stop_token) { return failure(ErrorCode::Data); };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, failedWhileRunning);
    QCOMPARE(f.savedStep(), std::int64_t{3});
    QCOMPARE(f.savedStep("best"), std::int64_t{-1});
}

void TstSessionFailures::aFailureInSavingKeepsTheEarlierFile()
{
    std::atomic<int> saves = 0;
    SessionFixture f;
    f.script.onSave = [&]() { return ++saves == 2 ? failure(ErrorCode::File) : Result<void>(); };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, failedWhileRunning);
    QVERIFY(f.observer.record().failures.at(0).code == ErrorCode::File);
    QCOMPARE(saves.load(), 2); // not tried again
    QCOMPARE(f.savedStep(), std::int64_t{3});
    QCOMPARE(f.savedStep("best"), std::int64_t{3});
    QCOMPARE(f.observer.record().summaries.at(0).bestEpoch, std::int64_t{1}); // the one that lies on the disk
}

void TstSessionFailures::aFailureWhileStoppingIsAFailure()
{
    SessionFixture f;
    f.script.onSave = []() { return failure(ErrorCode::File); };
    f.script.onStep = [&](std::int64_t step, std::stop_token) -> Result<void> {
        if (step == 2)
            f.session->requestStop();
        return {};
    };
    f.session = std::make_unique<TrainingSession>(makeScriptedEngine(f.script), &f.observer);
    QVERIFY(f.session->start(f.config));
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states,
             (States{RunState::Preparing, RunState::Running, RunState::Stopping, RunState::Failed}));
    QVERIFY(f.observer.record().failures.at(0).code == ErrorCode::File);
}

void TstSessionFailures::aFailureInInspectingIsNone()
{
    SessionFixture f;
    f.script.onInspect = [](std::stop_token) { return failure(ErrorCode::Data); };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QVERIFY(f.session->state() == RunState::Finished);
    QVERIFY(f.textOf("log.txt").contains("warning no new previews: a.png: as scripted"));
}

void TstSessionFailures::aLossThatIsNotFiniteEndsTheRunAndSavesNothing_data()
{
    QTest::addColumn<double>("loss");
    QTest::newRow("NaN") << std::nan("");
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity();
}

void TstSessionFailures::aLossThatIsNotFiniteEndsTheRunAndSavesNothing()
{
    QFETCH(double, loss);
    SessionFixture f;
    f.script.loss = [loss](std::int64_t step) { return step == 6 ? loss : 1.0; };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.states, failedWhileRunning);
    QVERIFY(record.failures.at(0).code == ErrorCode::Numeric);
    const std::string text = record.failures.at(0).text();
    QVERIFY2(text.contains("epoch 2, step 6") && text.contains("learning rate"), text.c_str());
    QCOMPARE(f.savedStep(), std::int64_t{3});
    const auto steps = f.session->steps().takeAll();
    QCOMPARE(steps.size(), std::size_t{6}); // the window is to show where it happened
    QVERIFY(!std::isfinite(steps.back().loss));
}

void TstSessionFailures::anExceptionFromTheEngineIsAnInternalError_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("code");
    for (const char* where : {"prepare", "step", "validate", "inspect", "save", "stop", "release"}) {
        QTest::addRow("runtime_error in %s", where)
            << where << "runtime_error" << static_cast<int>(ErrorCode::Internal);
        QTest::addRow("number in %s", where) << where << "number" << static_cast<int>(ErrorCode::Internal);
        QTest::addRow("bad_alloc in %s", where) << where << "bad_alloc" << static_cast<int>(ErrorCode::OutOfMemory);
    }
}

void TstSessionFailures::anExceptionFromTheEngineIsAnInternalError()
{
    QFETCH(QString, where);
    QFETCH(QString, what);
    QFETCH(int, code);
    SessionFixture f;
    const auto thrown = [&](const char* here) -> Result<void> {
        if (where != QLatin1String(here))
            return {};
        if (what == QLatin1String("number"))
            throw 7; // NOLINT(bugprone-std-exception-baseclass): just that
        if (what == QLatin1String("bad_alloc"))
            throw std::bad_alloc();
        throw std::runtime_error("thrown");
    };
    f.script.onPrepare = [&](std::stop_token) { return thrown("prepare"); };
    f.script.onStep = [&](std::int64_t step, std::stop_token) {
        if (where == QLatin1String("stop") && step == 2)
            f.session->requestStop();
        return step == 2 ? thrown("step") : Result<void>();
    };
    f.script.onValidate = [&](std::stop_token) { return thrown("validate"); };
    f.script.onInspect = [&](std::stop_token) { return thrown("inspect"); };
    f.script.onSave = [&]() { return where == QLatin1String("stop") ? thrown("stop") : thrown("save"); };
    f.script.onRelease = [&] { (void)thrown("release"); };
    f.session = std::make_unique<TrainingSession>(makeScriptedEngine(f.script), &f.observer);
    QVERIFY(f.session->start(f.config));
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    if (where == QLatin1String("release")) { // everything is saved by then
        QVERIFY(f.session->state() == RunState::Finished);
        return;
    }
    QVERIFY(f.session->state() == RunState::Failed);
    QCOMPARE(static_cast<int>(record.failures.at(0).code), code);
    if (what == QLatin1String("runtime_error"))
        QVERIFY(record.failures.at(0).message.contains("thrown"));
    QCOMPARE(f.savedStep(), std::int64_t{-1});
}

void TstSessionFailures::anEngineThatStopsUnaskedHasFailed()
{
    SessionFixture f;
    f.script.onStep = [](std::int64_t step, std::stop_token) {
        return step == 2 ? failure(ErrorCode::Cancelled) : Result<void>();
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    QCOMPARE(f.observer.record().states, failedWhileRunning);
    QVERIFY(f.observer.record().failures.at(0).code == ErrorCode::Internal);
}

void TstSessionFailures::aRunFolderThatCannotBeUsedFailsBeforeTheEngineIsAsked_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("code");
    QTest::newRow("none given") << "" << static_cast<int>(ErrorCode::Config);
    QTest::newRow("holds a run") << "%1/used" << static_cast<int>(ErrorCode::Config);
    QTest::newRow("below a file") << "%1/used/config.json/run" << static_cast<int>(ErrorCode::File);
}

void TstSessionFailures::aRunFolderThatCannotBeUsedFailsBeforeTheEngineIsAsked()
{
    QFETCH(QString, folder);
    QFETCH(int, code);
    SessionFixture f;
    std::filesystem::create_directory(f.folder.path() / "used");
    std::ofstream(f.folder.path() / "used" / "config.json") << "{}";
    f.config.output.run =
        folder.replace(QStringLiteral("%1"), QString::fromStdString(f.folder.path().string())).toStdString();
    std::atomic<int> prepared = 0;
    f.script.onPrepare = [&](std::stop_token) -> Result<void> {
        ++prepared;
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    const auto record = f.observer.record();
    QCOMPARE(record.states, failedWhilePreparing);
    QCOMPARE(static_cast<int>(record.failures.at(0).code), code);
    QCOMPARE(prepared.load(), 0);
    QCOMPARE(std::distance(std::filesystem::directory_iterator(f.folder.path() / "used"), {}), 1);
}

GAPLESS_TEST(TstSessionFailures, "session_failures")
#include "tst_session_failures.moc"
