// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/scripted_engine.h"

#include <fstream>
#include <iterator>

#include <QObject>
#include <QtTest/QtTest>

#include "tests/support/temporary_folder.h"
#include "tests/support/test_main.h"

using namespace gapless;

namespace
{

RunConfig configOf(std::int64_t epochs)
{
    RunConfig config;
    config.training.epochs = epochs;
    return config;
}

} // namespace

class TstScriptedEngine final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDefaultScriptPlaysAPlausibleRun();
    void aGivenPlanIsPlayedAsItIs();
    void twoRunsAreEqual();
    void aHooksErrorIsReturned();
    void aStallEndsWithTheToken();
    void stallsComeAsOftenAsTheScriptSays();
    void checkpointsSayWhatTheyAre();
};

void TstScriptedEngine::theDefaultScriptPlaysAPlausibleRun()
{
    const auto engine = makeScriptedEngine();
    const auto plan = engine->prepare(configOf(3), {});
    QVERIFY(plan);
    QCOMPARE(plan->epochs, std::int64_t{3});
    QCOMPARE(plan->classes.size(), 4);
    QVERIFY(plan->stepsPerEpoch > 1 && plan->validationSamples >= 6 && plan->queueBytes > 0);
    double firstLoss = 0;
    double lastLoss = 0;
    std::vector<double> meanIou;
    std::vector<double> previewIou;
    for (std::int64_t step = 1; step <= plan->epochs * plan->stepsPerEpoch; ++step) {
        const auto record = engine->step({});
        QVERIFY(record);
        QCOMPARE(record->step, step);
        QCOMPARE(record->lastOfEpoch, step % plan->stepsPerEpoch == 0);
        QCOMPARE(record->epoch, (step - 1) / plan->stepsPerEpoch + 1);
        firstLoss = step == 1 ? record->loss : firstLoss;
        lastLoss = record->loss;
        if (!record->lastOfEpoch)
            continue;
        meanIou.push_back(engine->validate({})->meanIou);
        const auto set = engine->inspect({});
        QCOMPARE(set->previews.size(), std::size_t{6});
        QCOMPARE(set->epoch, record->epoch);
        previewIou.push_back(set->previews[0].meanIou.value());
        QCOMPARE(set->previews[0].image.data.size(), set->previews[0].truth.data.size() * 3);
    }
    QVERIFY(lastLoss < firstLoss / 3);
    QVERIFY(std::ranges::is_sorted(meanIou) && meanIou.front() < meanIou.back());
    QVERIFY(std::ranges::is_sorted(previewIou) && previewIou.front() < previewIou.back());
    QCOMPARE(previewIou.back(), 1.0);
}

void TstScriptedEngine::aGivenPlanIsPlayedAsItIs()
{
    EngineScript script;
    script.plan.epochs = 1;
    script.plan.stepsPerEpoch = 2;
    script.loss = [](std::int64_t step) { return 10.0 * static_cast<double>(step); };
    const auto engine = makeScriptedEngine(script);
    const auto plan = engine->prepare(configOf(9), {});
    QCOMPARE(plan->epochs, std::int64_t{1});
    QCOMPARE(plan->validationSamples, std::int64_t{0});
    QCOMPARE(engine->step({})->loss, 10.0);
    const auto last = engine->step({});
    QCOMPARE(last->loss, 20.0);
    QVERIFY(last->lastOfEpoch);
}

void TstScriptedEngine::twoRunsAreEqual()
{
    const auto first = makeScriptedEngine();
    const auto second = makeScriptedEngine();
    QVERIFY(first->prepare(configOf(1), {}));
    QVERIFY(second->prepare(configOf(1), {}));
    for (int i = 0; i < 10; ++i)
        QCOMPARE(first->step({})->loss, second->step({})->loss);
    QCOMPARE(first->validate({})->meanIou, second->validate({})->meanIou);
    const auto a = first->inspect({});
    const auto b = second->inspect({});
    QCOMPARE(a->previews[2].image.data, b->previews[2].image.data);
    QCOMPARE(a->previews[2].prediction.data, b->previews[2].prediction.data);
    QVERIFY(a->previews[2].image.data != a->previews[3].image.data);
}

void TstScriptedEngine::aHooksErrorIsReturned()
{
    EngineScript script;
    script.onStep = [](std::int64_t step, std::stop_token) -> Result<void> {
        return step == 2 ? Result<void>(fail(ErrorCode::Data, "cut")) : Result<void>();
    };
    const auto engine = makeScriptedEngine(script);
    QVERIFY(engine->prepare(configOf(1), {}));
    QVERIFY(engine->step({}));
    const auto failed = engine->step({});
    QVERIFY(!failed);
    QCOMPARE(failed.error().message, std::string("cut"));
}

void TstScriptedEngine::aStallEndsWithTheToken()
{
    EngineScript script;
    script.stallEverySteps = 1;
    script.stallTime = std::chrono::hours(1);
    const auto engine = makeScriptedEngine(script);
    QVERIFY(engine->prepare(configOf(1), {}));
    std::stop_source stop;
    stop.request_stop();
    const auto step = engine->step(stop.get_token());
    QVERIFY(!step);
    QCOMPARE(step.error().code, ErrorCode::Cancelled);
}

void TstScriptedEngine::stallsComeAsOftenAsTheScriptSays()
{
    EngineScript script;
    script.stallEverySteps = 2.5;
    script.stallTime = std::chrono::microseconds(1);
    const auto engine = makeScriptedEngine(script);
    QVERIFY(engine->prepare(configOf(1), {}));
    std::vector<std::int64_t> stalled;
    for (int i = 0; i < 10; ++i) {
        const auto record = engine->step({});
        if (record->queueFill == 0)
            stalled.push_back(record->step);
    }
    QCOMPARE(stalled, (std::vector<std::int64_t>{3, 5, 8, 10}));
}

void TstScriptedEngine::checkpointsSayWhatTheyAre()
{
    const test::TemporaryFolder folder;
    const auto engine = makeScriptedEngine();
    QVERIFY(engine->prepare(configOf(1), {}));
    QVERIFY(engine->step({}));
    QVERIFY(engine->saveCheckpoint({folder.path() / "best.pt"}, {.bestScore = 0.5, .bestEpoch = 1}));
    QVERIFY(!engine->takeSaved().at(0).error);
    std::ifstream stream(folder.path() / "best.pt");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    QCOMPARE(text, std::string("scripted checkpoint\nstep 1\nbest 0.500000 in epoch 1\nelapsed 0.000000\n"));
    QVERIFY(engine->saveCheckpoint({folder.path() / "missing" / "last.pt"}, {}));
    QVERIFY(engine->takeSaved().at(0).error);
}

GAPLESS_TEST(TstScriptedEngine, "scripted_engine")
#include "tst_scripted_engine.moc"
