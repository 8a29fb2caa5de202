// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/scripted_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "core/base/atomic_file.h"
#include "core/base/random.h"
#include "core/base/stoppable_sleep.h"
#include "core/base/stopwatch.h"
#include "core/session/scripted_pictures.h"

namespace gapless
{

namespace
{

std::unexpected<Error> cancelled()
{
    return fail(ErrorCode::Cancelled, "stopped");
}

RunPlan completed(RunPlan plan, const RunConfig& config)
{
    constexpr std::int64_t stepsPerEpoch = 40;
    constexpr std::int64_t validationSamples = 12;
    if (plan.stepsPerEpoch == 0) {
        plan.stepsPerEpoch = stepsPerEpoch;
        plan.trainingSamples = stepsPerEpoch * config.training.batch;
        plan.validationSamples = validationSamples;
    }
    if (plan.epochs == 0)
        plan.epochs = config.training.epochs;
    if (plan.classes.classes.empty())
        plan.classes = scriptedClasses();
    if (plan.device.empty())
        plan.device = "scripted";
    plan.threads = std::max(1, config.speed.threads);
    plan.queueBytes = std::int64_t{config.speed.prefetchDepth} * config.training.batch * config.training.cropHeight *
                      config.training.cropWidth * 3 * static_cast<std::int64_t>(sizeof(float));
    plan.notes.emplace_back("No network is trained: a script is played.");
    return plan;
}

class ScriptedEngine final : public TrainingEngine
{
public:
    explicit ScriptedEngine(EngineScript script)
        : m_script(std::move(script))
    {
    }

    Result<RunPlan> prepare(const RunConfig& config, std::stop_token stop) override
    {
        m_config = config;
        m_plan = completed(m_script.plan, config);
        m_step = 0;
        m_saved.clear();
        m_settingsVersion = 0;
        if (auto hooked = call(m_script.onPrepare, stop); !hooked)
            return std::unexpected(hooked.error());
        return m_plan;
    }

    Result<RunPlan> resume(const RunConfig& config, const std::filesystem::path& checkpoint,
                           std::stop_token stop) override
    {
        auto plan = prepare(config, std::move(stop));
        std::ifstream file(checkpoint);
        std::string word;
        RunProgress progress;
        while (file >> word) {
            if (word == "step")
                file >> m_step;
            else if (word == "best")
                file >> progress.bestScore.emplace() >> word >> word >> progress.bestEpoch;
            else if (word == "without")
                file >> word >> progress.withoutGain >> word >> progress.patienceScore.emplace();
            else if (word == "due")
                progress.isEpochDue = true;
            else if (word == "elapsed")
                file >> progress.elapsedSeconds;
        }
        if (!plan)
            return plan;
        plan->start.progress = progress;
        plan->start.step = m_step;
        plan->start.epoch = m_step / m_plan.stepsPerEpoch;
        plan->start.isInEpoch = m_step % m_plan.stepsPerEpoch != 0;
        return plan;
    }

    Result<StepRecord> step(std::stop_token stop) override
    {
        const std::int64_t number = m_step + 1;
        const Stopwatch wait;
        const bool stalls = isStalled(number);
        if (stalls && !sleepUnlessStopped(m_script.stallTime, stop))
            return cancelled();
        if (const auto told = m_script.longWait ? m_script.longWait(number) : std::nullopt; told && waitObserver())
            waitObserver()(*told);
        if (auto hooked = call(m_script.onStep, number, stop); !hooked)
            return std::unexpected(hooked.error());
        StepRecord record;
        record.waitMs = wait.milliseconds();

        const Stopwatch work;
        std::this_thread::sleep_for(m_script.stepTime);
        m_step = number;
        record.step = number;
        record.epoch = (number - 1) / m_plan.stepsPerEpoch + 1;
        record.stepInEpoch = (number - 1) % m_plan.stepsPerEpoch + 1;
        record.lastOfEpoch = record.stepInEpoch == m_plan.stepsPerEpoch;
        record.images = m_script.images ? m_script.images(number) : m_config.training.batch;
        record.loss = m_script.loss ? m_script.loss(number) : lossAt(number);
        record.learningRate = m_config.training.learningRate * m_config.training.learningRateFactor *
                              std::pow(1 - progressAt(number - 1), 0.9);
        record.gradientNorm = 0.4 + 2.0 * (1 - progressAt(number));
        record.settingsVersion = m_settingsVersion;
        record.queueFill = stalls ? 0 : m_config.speed.prefetchDepth;
        record.stepMs = work.milliseconds();
        return record;
    }

    Result<std::int64_t> change(const LiveSettings& settings) override
    {
        if (auto hooked = call(m_script.onChange, settings); !hooked)
            return std::unexpected(hooked.error());
        applyLiveSettings(m_config, settings);
        return ++m_settingsVersion;
    }

    Result<Scores> validate(std::stop_token stop) override
    {
        if (auto hooked = call(m_script.onValidate, stop); !hooked)
            return std::unexpected(hooked.error());
        if (stop.stop_requested())
            return cancelled();
        return m_script.scores ? m_script.scores(m_step) : scoresNow();
    }

    Result<PreviewSet> inspect(std::stop_token stop) override
    {
        if (auto hooked = call(m_script.onInspect, stop); !hooked)
            return std::unexpected(hooked.error());
        const std::int64_t count = std::min<std::int64_t>(m_config.output.previews, m_plan.validationSamples);
        PreviewSet set;
        set.step = m_step;
        set.epoch = m_step == 0 ? 0 : (m_step - 1) / m_plan.stepsPerEpoch + 1;
        for (int i = 0; i < static_cast<int>(count); ++i)
            set.previews.push_back(
                scriptedPicture(m_config.training.seed, i, m_plan.classes.size(), progressAt(m_step)));
        return set;
    }

    Result<Inspection> inspectPicture(const InspectionRequest& request) override
    {
        if (auto hooked = call(m_script.onPicture, request); !hooked)
            return std::unexpected(hooked.error());
        Result<Inspection> inspection =
            scriptedInspection(m_config.training.seed, request, m_plan.classes, progressAt(m_step));
        if (inspection) {
            inspection->step = m_step;
            inspection->epoch = m_step == 0 ? 0 : (m_step - 1) / m_plan.stepsPerEpoch + 1;
        }
        return inspection;
    }

    Result<void> saveCheckpoint(const std::vector<std::filesystem::path>& files, const RunProgress& progress) override
    {
        if (auto hooked = call(m_script.onSave); !hooked)
            return hooked;
        std::string text = "scripted checkpoint\nstep " + std::to_string(m_step) + "\n";
        if (progress.bestScore)
            text += "best " + std::to_string(*progress.bestScore) + " in epoch " + std::to_string(progress.bestEpoch) +
                    "\n";
        if (progress.patienceScore)
            text += "without gain " + std::to_string(progress.withoutGain) + " over " +
                    std::to_string(*progress.patienceScore) + "\n";
        text += "elapsed " + std::to_string(progress.elapsedSeconds) + "\n";
        if (progress.isEpochDue)
            text += "epoch due\n";
        for (const std::filesystem::path& file : files) {
            const Result<void> written = writeFileAtomically(file, text);
            m_saved.push_back({file, progress, written ? std::nullopt : std::optional(written.error())});
        }
        return {};
    }

    std::vector<SaveOutcome> takeSaved() override { return std::exchange(m_saved, {}); }
    std::vector<SaveOutcome> waitForSaved() override { return takeSaved(); }

    void release() override
    {
        if (m_script.onRelease)
            m_script.onRelease();
    }

private:
    template<class Hook, class... Arguments>
    static Result<void> call(const Hook& hook, const Arguments&... arguments)
    {
        return hook ? hook(arguments...) : Result<void>();
    }

    [[nodiscard]] bool isStalled(std::int64_t number) const
    {
        if (m_script.stallEverySteps <= 0)
            return false;
        const auto stallsUpTo = [&](std::int64_t step) {
            return std::floor(static_cast<double>(step) / m_script.stallEverySteps);
        };
        return stallsUpTo(number) > stallsUpTo(number - 1);
    }

    [[nodiscard]] double progressAt(std::int64_t step) const
    {
        const auto total = static_cast<double>(m_plan.epochs * m_plan.stepsPerEpoch);
        return std::clamp(static_cast<double>(step) / total, 0.0, 1.0);
    }

    [[nodiscard]] double lossAt(std::int64_t step) const
    {
        CounterRandom random(m_config.training.seed, static_cast<std::uint64_t>(step));
        const double fall = std::exp(-5 * progressAt(step));
        return 0.12 + 1.2 * fall + (0.04 + 0.08 * fall) * random.uniform(-1, 1);
    }

    [[nodiscard]] Scores scoresNow() const
    {
        constexpr std::array<double, 4> reached{0.97, 0.88, 0.83, 0.71};
        const double learnt = 1 - std::exp(-4 * progressAt(m_step));
        Scores scores;
        scores.loss = 0.15 + 1.1 * (1 - learnt);
        for (int i = 0; i < m_plan.classes.size(); ++i) {
            const double iou = reached[static_cast<std::size_t>(i) % reached.size()] * learnt;
            scores.iou.emplace_back(iou);
            scores.dice.emplace_back(2 * iou / (1 + iou));
            scores.meanIou += iou / m_plan.classes.size();
            scores.meanDice += 2 * iou / (1 + iou) / m_plan.classes.size();
        }
        scores.pixelAccuracy = 0.5 + 0.48 * learnt;
        scores.labelledPixels = m_plan.validationSamples * 96 * 128;
        return scores;
    }

    const EngineScript m_script;
    RunConfig m_config;
    RunPlan m_plan;
    std::int64_t m_step = 0;
    std::int64_t m_settingsVersion = 0;
    std::vector<SaveOutcome> m_saved;
};

} // namespace

std::unique_ptr<TrainingEngine> makeScriptedEngine(EngineScript script)
{
    return std::make_unique<ScriptedEngine>(std::move(script));
}

EngineScript demonstrationScript()
{
    EngineScript script;
    script.stepTime = std::chrono::milliseconds(40);
    script.stallEverySteps = 33;
    script.stallTime = std::chrono::milliseconds(80);
    return script;
}

} // namespace gapless
