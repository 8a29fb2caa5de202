// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <memory>
#include <random>

#include <QObject>
#include <QtTest/QtTest>

#include "core/session/scripted_engine.h"
#include "core/session/scripted_services.h"
#include "tests/support/test_main.h"
#include "tests/window/random_user.h"

using namespace gapless;

namespace
{

/// Short runs that now and then fail to prepare, to train, to save, to look at a picture or to change, or lose their
/// numbers.
EngineScript moodyScript(std::uint32_t seed)
{
    // One engine's hooks run on one thread.
    const auto random = std::make_shared<std::mt19937>(seed);
    const auto mood = [random](unsigned oneIn, ErrorCode code) -> Result<void> {
        if ((*random)() % oneIn == 0)
            return fail(code, "a mood", "file.png", "try again");
        return {};
    };
    EngineScript script;
    script.plan.epochs = 0; // as configured
    script.plan.stepsPerEpoch = 4;
    script.plan.trainingSamples = 16;
    script.plan.validationSamples = 2;
    script.stepTime = std::chrono::microseconds(500);
    script.onPrepare = [mood](std::stop_token) { return mood(40, ErrorCode::Data); };
    script.onStep = [mood](std::int64_t, std::stop_token) { return mood(400, ErrorCode::OutOfMemory); };
    script.onValidate = [mood](std::stop_token) { return mood(200, ErrorCode::Data); };
    script.onInspect = [mood](std::stop_token) { return mood(20, ErrorCode::Data); };
    script.onPicture = [mood](const InspectionRequest&) { return mood(5, ErrorCode::Data); };
    script.onChange = [mood](const LiveSettings&) { return mood(5, ErrorCode::OutOfMemory); };
    script.onSave = [mood]() { return mood(50, ErrorCode::File); };
    script.loss = [random](std::int64_t step) {
        return (*random)() % 400 == 0 ? std::numeric_limits<double>::quiet_NaN() : 1.0 / static_cast<double>(step);
    };
    return script;
}

} // namespace

class TstRandomUse final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWindowNeitherHangsNorLies()
    {
        constexpr int commands = 10'000;
        std::uint32_t seed = 0;
        test::RandomUser user({[&seed] { return makeScriptedEngine(moodyScript(++seed)); },
                               &makeScriptedServices,
                               {{QStringLiteral("training.epochs"), QStringLiteral("2")}}},
                              26);
        const QString complaint = user.play(commands);
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
        // It would prove nothing if little had happened.
        qInfo("%s", qPrintable(user.told()));
        QVERIFY(user.ended(RunState::Finished) > 50);
        QVERIFY(user.ended(RunState::Cancelled) > 50);
        QVERIFY(user.ended(RunState::Failed) > 10);
        QVERIFY(user.windowsOpened() > 20);
    }
};

GAPLESS_TEST(TstRandomUse, "random_use")
#include "tst_random_use.moc"
