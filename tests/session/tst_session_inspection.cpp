// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QtTest/QtTest>

#include "tests/session/session_fixture.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"

using namespace gapless;
using namespace Qt::Literals::StringLiterals;
using test::Barrier;
using test::SessionFixture;

/// Looking at a picture of the user's choice in the middle of a run.
class TstSessionInspection final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aPausedRunAnswersAtOnce();
    void aRunningRunAnswersBetweenTwoSteps();
    void theNewestOfTwoWishesIsAnswered();
    void whatFailsIsAnAnswerAndNoEndOfTheRun();
    void withoutARunNothingIsAsked();
    void eachLookHasALineInTheMetrics();

private:
    [[nodiscard]] InspectionRequest request(const char* name = "picture.png") const
    {
        return {{m_folder.path() / name, m_folder.path() / "mask.png", {}}, 2};
    }
    [[nodiscard]] static std::shared_ptr<const Inspection> answerOf(SessionFixture& f)
    {
        std::shared_ptr<const Inspection> answer;
        [&] { QTRY_VERIFY_WITH_TIMEOUT(answer || (answer = f.session->inspections().take()), 30000); }();
        return answer;
    }

    test::TemporaryFolder m_folder;
};

void TstSessionInspection::initTestCase()
{
    for (const char* name : {"picture.png", "other.png"})
        std::ofstream(m_folder.path() / name) << "a script only looks whether it exists";
}

void TstSessionInspection::aPausedRunAnswersAtOnce()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    QVERIFY(f.pauseFrom(barrier));
    f.session->requestPicture(request());
    const auto answer = answerOf(f);
    QVERIFY(answer && !answer->error);
    QCOMPARE(answer->step, std::int64_t{2});
    QCOMPARE(answer->request.pair.image, request().pair.image);
    QCOMPARE(answer->request.probabilityClass, 2);
    QCOMPARE(answer->picture.name, std::string("picture.png"));
    const std::size_t pixels = answer->picture.prediction.data.size();
    QVERIFY(pixels > 0);
    QCOMPARE(answer->confidence.data.size(), pixels);
    QCOMPARE(answer->probability.data.size(), pixels);
    QCOMPARE(answer->iou.size(), static_cast<std::size_t>(answer->classes.size()));
    QVERIFY(f.session->state() == RunState::Paused);
}

void TstSessionInspection::aRunningRunAnswersBetweenTwoSteps()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestPicture(request());
    barrier.open();
    QVERIFY(f.ends());
    const auto answer = answerOf(f);
    QCOMPARE(answer->step, std::int64_t{2});
    QVERIFY(f.session->state() == RunState::Finished);
    QCOMPARE(f.observer.record().summaries.at(0).steps, std::int64_t{6});
}

void TstSessionInspection::theNewestOfTwoWishesIsAnswered()
{
    Barrier barrier;
    int looks = 0;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    f.script.onPicture = [&looks](const InspectionRequest&) -> Result<void> {
        ++looks;
        return {};
    };
    QVERIFY(f.beginUntil(barrier));
    f.session->requestPicture(request());
    f.session->requestPicture(request("other.png"));
    barrier.open();
    QVERIFY(f.ends());
    QCOMPARE(answerOf(f)->picture.name, std::string("other.png"));
    QCOMPARE(looks, 1);
}

void TstSessionInspection::whatFailsIsAnAnswerAndNoEndOfTheRun()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestPicture(request("gone.png"));
    barrier.open();
    QVERIFY(f.ends());
    const auto answer = answerOf(f);
    QVERIFY(answer && answer->error);
    QVERIFY(answer->error->code == ErrorCode::Data);
    QVERIFY(answer->error->text().contains("gone.png"));
    QCOMPARE(answer->request.pair.image, request("gone.png").pair.image);
    QVERIFY(f.session->state() == RunState::Finished);
}

void TstSessionInspection::withoutARunNothingIsAsked()
{
    int looks = 0;
    SessionFixture f;
    f.script.onPicture = [&looks](const InspectionRequest&) -> Result<void> {
        ++looks;
        return {};
    };
    QVERIFY(f.begin());
    QVERIFY(f.ends());
    f.session->requestPicture(request());
    QVERIFY(f.session->start(f.config)); // refused by the folder, which holds a run; nothing is left over for it
    QVERIFY(f.ends());
    QCOMPARE(looks, 0);
    QVERIFY(!f.session->inspections().take());
}

void TstSessionInspection::eachLookHasALineInTheMetrics()
{
    Barrier barrier;
    SessionFixture f;
    f.script.onStep = f.inStep(2, f.hold(barrier));
    QVERIFY(f.beginUntil(barrier));
    f.session->requestPicture(request());
    barrier.open();
    QVERIFY(f.ends());
    QList<QJsonObject> looks;
    for (const QByteArray& line : QByteArray::fromStdString(f.textOf("metrics.jsonl")).split('\n'))
        if (const QJsonObject json = QJsonDocument::fromJson(line).object(); json["type"_L1] == "inspection"_L1)
            looks << json;
    QCOMPARE(looks.size(), 1);
    QCOMPARE(looks[0]["step"_L1].toInt(), 2);
    QCOMPARE(looks[0]["image"_L1].toString(), "picture.png"_L1);
    QVERIFY(looks[0]["ms"_L1].toDouble() > 0);
    QVERIFY(!looks[0].contains("error"_L1));
}

GAPLESS_TEST(TstSessionInspection, "session_inspection")
#include "tst_session_inspection.moc"
