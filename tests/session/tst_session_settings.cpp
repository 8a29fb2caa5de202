// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QtTest/QtTest>

#include "core/config/live_settings.h"
#include "core/config/config_fields.h"
#include "tests/session/session_fixture.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"

using namespace gapless;
using test::Barrier;
using test::SessionFixture;

namespace
{

constexpr LiveSettings wanted{3, 7, false, Augmentation::None, 0.1};

/// A run that is held in its second step until the test opens the barrier.
[[nodiscard]] bool beginAndHold(SessionFixture& fixture, Barrier& barrier)
{
    fixture.script.onStep = SessionFixture::inStep(2, SessionFixture::hold(barrier));
    return fixture.beginUntil(barrier);
}

} // namespace

class TstSessionSettings final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeActsBetweenTwoSteps();
    void theNewestOfSeveralChangesIsMade();
    void aRefusedChangeLeavesTheRunAsItIs();
    void aPausedRunTakesChanges();
    void aChangeWhilePreparingActsBeforeTheFirstStep();
    void withoutARunAChangeIsForgotten();
    void changesAreWrittenDown();
    void liveFieldsAreThoseOfLiveSettings();
};

void TstSessionSettings::aChangeActsBetweenTwoSteps()
{
    SessionFixture fixture;
    Barrier barrier;
    std::vector<LiveSettings> made;
    fixture.script.onChange = [&](const LiveSettings& settings) -> Result<void> {
        made.push_back(settings);
        return {};
    };
    QVERIFY(beginAndHold(fixture, barrier));
    fixture.session->requestSettings(wanted);
    barrier.open();
    QVERIFY(fixture.ends());
    QCOMPARE(made.size(), std::size_t{1});
    QVERIFY(made.front() == wanted);
    const auto record = fixture.observer.record();
    QCOMPARE(record.changes.size(), std::size_t{1});
    QVERIFY(record.changes[0].settings == wanted);
    QCOMPARE(record.changes[0].version, 1);
    QCOMPARE(record.changes[0].step, 2);
    std::vector<std::int64_t> versions;
    for (const StepRecord& step : fixture.session->steps().takeAll())
        versions.push_back(step.settingsVersion);
    QCOMPARE(versions, (std::vector<std::int64_t>{0, 0, 1, 1, 1, 1}));
}

void TstSessionSettings::theNewestOfSeveralChangesIsMade()
{
    SessionFixture fixture;
    Barrier barrier;
    QVERIFY(beginAndHold(fixture, barrier));
    fixture.session->requestSettings({1, 1, true, Augmentation::Basic, 1}); // as while a number is typed
    fixture.session->requestSettings(wanted);
    barrier.open();
    QVERIFY(fixture.ends());
    QCOMPARE(fixture.observer.record().changes.size(), std::size_t{1});
    QVERIFY(fixture.observer.record().changes[0].settings == wanted);
}

void TstSessionSettings::aRefusedChangeLeavesTheRunAsItIs()
{
    SessionFixture fixture;
    Barrier barrier;
    fixture.script.onChange = [](const LiveSettings&) -> Result<void> {
        return fail(ErrorCode::OutOfMemory, "too much");
    };
    QVERIFY(beginAndHold(fixture, barrier));
    fixture.session->requestSettings(wanted);
    barrier.open();
    QVERIFY(fixture.ends());
    const auto record = fixture.observer.record();
    QVERIFY(record.changes.empty());
    QCOMPARE(record.refusals.size(), std::size_t{1});
    QCOMPARE(record.states.back(), RunState::Finished);
    QCOMPARE(fixture.session->steps().takeAll().back().settingsVersion, 0);
}

void TstSessionSettings::aPausedRunTakesChanges()
{
    SessionFixture fixture;
    Barrier barrier;
    QVERIFY(beginAndHold(fixture, barrier));
    QVERIFY(fixture.pauseFrom(barrier));
    fixture.session->requestSettings(wanted);
    QVERIFY(fixture.observer.waitFor("changed"));
    QCOMPARE(fixture.session->state(), RunState::Paused);
    fixture.session->requestResume();
    QVERIFY(fixture.ends());
    QCOMPARE(fixture.observer.record().states.back(), RunState::Finished);
}

void TstSessionSettings::aChangeWhilePreparingActsBeforeTheFirstStep()
{
    SessionFixture fixture;
    Barrier barrier;
    fixture.script.onPrepare = SessionFixture::hold(barrier);
    QVERIFY(fixture.beginUntil(barrier));
    fixture.session->requestSettings(wanted);
    barrier.open();
    QVERIFY(fixture.ends());
    QCOMPARE(fixture.observer.record().changes.size(), std::size_t{1});
    QCOMPARE(fixture.observer.record().changes[0].step, 0);
    QCOMPARE(fixture.session->steps().takeAll().front().settingsVersion, 1);
}

void TstSessionSettings::withoutARunAChangeIsForgotten()
{
    SessionFixture fixture;
    QVERIFY(fixture.begin());
    QVERIFY(fixture.ends());
    fixture.session->requestSettings(wanted);
    fixture.config.output.run = (fixture.folder.path() / "second").string();
    QVERIFY(fixture.session->start(fixture.config));
    QVERIFY(fixture.ends());
    QVERIFY(fixture.observer.record().changes.empty());
}

void TstSessionSettings::changesAreWrittenDown()
{
    SessionFixture fixture;
    Barrier barrier;
    QVERIFY(beginAndHold(fixture, barrier));
    fixture.session->requestSettings(wanted);
    barrier.open();
    QVERIFY(fixture.ends());
    QList<QJsonObject> lines;
    for (const QByteArray& line : QByteArray::fromStdString(fixture.textOf("metrics.jsonl")).split('\n'))
        if (const QJsonObject object = QJsonDocument::fromJson(line).object();
            object.value(QStringLiteral("type")) == QLatin1String("settings"))
            lines.append(object);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0].value(QStringLiteral("step")).toInt(), 2);
    QCOMPARE(lines[0].value(QStringLiteral("version")).toInt(), 1);
    QCOMPARE(lines[0].value(QStringLiteral("speed.workers")).toString(), QStringLiteral("3"));
    QCOMPARE(lines[0].value(QStringLiteral("speed.cross_epoch")).toString(), QStringLiteral("off"));
    QCOMPARE(lines[0].value(QStringLiteral("training.augment")).toString(), QStringLiteral("none"));
    QCOMPARE(lines[0].value(QStringLiteral("training.learning_rate_factor")).toString(), QStringLiteral("0.1"));
}

void TstSessionSettings::liveFieldsAreThoseOfLiveSettings()
{
    RunConfig config;
    applyLiveSettings(config, wanted);
    QVERIFY(liveSettingsOf(config) == wanted);
    const RunConfig preset;
    for (const FieldInfo& field : configFields())
        QCOMPARE(configFieldText(config, field.key) != configFieldText(preset, field.key), isLiveField(field.key));
}

GAPLESS_TEST(TstSessionSettings, "session_settings")
#include "tst_session_settings.moc"
