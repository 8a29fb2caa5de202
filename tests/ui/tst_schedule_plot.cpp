// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QWheelEvent>

#include "core/config/epoch_steps.h"
#include "core/config/schedule.h"
#include "tests/support/barrier.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/schedule_curve.h"
#include "ui/models/settings.h"
#include "ui/panels/settings_panel.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/schedule_plot.h"

using namespace gapless;
using namespace gapless::ui;
using test::WindowFixture;

namespace
{

constexpr int Patience = 30'000;

SchedulePlot& plotOf(const WindowFixture& fixture)
{
    return *fixture.window->settingsPanel().findChild<SchedulePlot*>();
}

} // namespace

class TstSchedulePlot final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void theCurveIsTheTrainers_data();
    void theCurveIsTheTrainers();
    void withoutStepsItIsAShareOfTheRun();
    void itFollowsSettingsAndData();
    void theRunningStepIsMarked();
    void theWheelIsLeftToThePage();
};

void TstSchedulePlot::theCurveIsTheTrainers_data()
{
    QTest::addColumn<int>("schedule");
    QTest::addColumn<int>("warmup");
    QTest::addColumn<int>("epochs");
    for (const Schedule schedule : {Schedule::Poly, Schedule::Cosine, Schedule::OneCycle, Schedule::Constant})
        for (const int warmup : {0, 7})
            for (const int epochs : {2, 5000})
                QTest::addRow("schedule %d, warm-up %d, %d epochs", static_cast<int>(schedule), warmup, epochs)
                    << static_cast<int>(schedule) << warmup << epochs;
}

void TstSchedulePlot::theCurveIsTheTrainers()
{
    QFETCH(const int, schedule);
    QFETCH(const int, warmup);
    QFETCH(const int, epochs);
    TrainingConfig training;
    training.schedule = static_cast<Schedule>(schedule);
    training.warmupSteps = warmup;
    training.epochs = epochs;
    constexpr int stepsPerEpoch = 13;
    const ScheduleCurve curve(training, stepsPerEpoch);
    const LearningRate rate(training, epochs * stepsPerEpoch);
    QVERIFY(curve.isByEpoch() && !curve.isWarmupLeftOut());
    QCOMPARE(curve.end(), static_cast<double>(epochs));
    const std::vector<SeriesPoint>& points = curve.rate().points();
    QVERIFY(std::ssize(points) >= std::min(epochs * stepsPerEpoch, 1000));
    for (const SeriesPoint& point : points)
        QCOMPARE(point.y, rate.at(std::llround(point.x * stepsPerEpoch)));
    QCOMPARE(std::llround(points.back().x * stepsPerEpoch), std::int64_t{epochs} * stepsPerEpoch - 1);
    double peak = 0;
    for (std::int64_t step = 0; step < rate.total(); ++step)
        peak = std::max(peak, rate.at(step));
    QVERIFY(std::abs(curve.peak() - peak) < 1e-4 * peak);
}

void TstSchedulePlot::withoutStepsItIsAShareOfTheRun()
{
    TrainingConfig training;
    training.schedule = Schedule::Cosine;
    training.warmupSteps = 100;
    const ScheduleCurve curve(training, 0);
    QVERIFY(!curve.isByEpoch() && curve.isWarmupLeftOut());
    QCOMPARE(curve.end(), 100.0);
    QCOMPARE(curve.rate().points().front().y, training.learningRate);
    QVERIFY(std::abs(curve.rate().nearest(50)->y - training.learningRate / 2) < 1e-5);
}

void TstSchedulePlot::itFollowsSettingsAndData()
{
    WindowFixture f;
    SchedulePlot& plot = plotOf(f);
    Settings& settings = f.window->settings();
    settings.setText(QStringLiteral("training.epochs"), QStringLiteral("7"));
    settings.setText(QStringLiteral("training.batch"), QStringLiteral("2"));
    QVERIFY(!plot.curve().isByEpoch());
    settings.setText(QStringLiteral("training.learning_rate"), QStringLiteral("0.25"));
    QCOMPARE(plot.valueText(), QStringLiteral("peak 0.250"));
    settings.setText(QStringLiteral("training.warmup_steps"), QStringLiteral("2"));
    QVERIFY(plot.valueText().contains(QStringLiteral("without the warm-up")));
    f.openData();
    QTRY_COMPARE_WITH_TIMEOUT(f.window->datasets().state(), DatasetController::State::Checked, Patience);
    // Of 4 pairs one is held out.
    QVERIFY(plot.curve().isByEpoch());
    QCOMPARE(plot.curve().end(), 7.0);
    QCOMPARE(plot.curve().rate().points().size(), std::size_t{7} * 1); // a last single sample joins its neighbours
    settings.setText(QStringLiteral("training.batch"), QStringLiteral("1"));
    QCOMPARE(plot.curve().rate().points().size(), std::size_t{7} * 3);
    settings.setText(QStringLiteral("data.validation_share"), QStringLiteral("0.5"));
    QCOMPARE(plot.curve().rate().points().size(), std::size_t{7} * 2);
    QCOMPARE(plot.curve().rate().points().front().y, 0.125); // the first of two steps of warm-up
    QCOMPARE(plot.valueText(), QStringLiteral("peak 0.250"));
}

void TstSchedulePlot::theRunningStepIsMarked()
{
    test::Barrier barrier;
    EngineScript script;
    script.plan.epochs = 2;
    script.plan.stepsPerEpoch = 4;
    script.plan.validationSamples = 2;
    script.onStep = [&](std::int64_t step, std::stop_token) -> Result<void> {
        if (step == 7)
            barrier.arrive();
        return {};
    };
    WindowFixture f(script);
    SchedulePlot& plot = plotOf(f);
    f.window->settings().setText(QStringLiteral("training.epochs"), QStringLiteral("2"));
    f.openData();
    QTRY_VERIFY_WITH_TIMEOUT(f.start()->isEnabled(), Patience);
    QVERIFY(!plot.mark());
    QSignalSpy ended(&f.window->training(), &TrainingController::ended);
    f.start()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(plot.mark() && *plot.mark() == 1.5, Patience);
    barrier.open();
    QVERIFY(ended.count() > 0 || ended.wait(Patience));
    QTRY_VERIFY(!plot.mark());
}

void TstSchedulePlot::theWheelIsLeftToThePage()
{
    SchedulePlot plot(nullptr);
    plot.setCurve(ScheduleCurve(TrainingConfig(), 10));
    plot.resize(240, 150);
    plot.show();
    plot.drawNow();
    auto& inner = *plot.findChild<QCustomPlot*>();
    const QPoint at = inner.axisRect()->rect().center();
    QWheelEvent event(at, inner.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&inner, &event);
    QVERIFY(plot.isFollowing());
    QVERIFY(!event.isAccepted());
    plot.zoom(0.5);
    QVERIFY(!plot.isFollowing());
}

GAPLESS_TEST(TstSchedulePlot, "schedule_plot")
#include "tst_schedule_plot.moc"
