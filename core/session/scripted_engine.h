// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/training_engine.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace gapless
{

/// What the scripted engine plays. Hooks run on the trainer thread inside the call they are named after and may block
/// (on a barrier, until the stop token is set) or return an error, which the engine then returns.
struct EngineScript
{
    RunPlan plan; ///< epochs 0: as configured; stepsPerEpoch 0: a plausible set of 4 classes with validation
    std::chrono::microseconds stepTime{0};
    double stallEverySteps = 0; ///< one wait of stallTime each so many steps; 0: none
    std::chrono::microseconds stallTime{0};
    std::function<double(std::int64_t step)> loss;   ///< by default a falling curve with ripples
    std::function<Scores(std::int64_t step)> scores; ///< by default rising ones
    std::function<int(std::int64_t step)> images;    ///< by default the configured batch
    std::function<Result<void>(std::stop_token)> onPrepare;
    std::function<std::optional<LongWait>(std::int64_t step)> longWait; ///< told before onStep; by default none
    std::function<Result<void>(std::int64_t step, std::stop_token)> onStep;
    std::function<Result<void>(const LiveSettings&)> onChange;
    std::function<Result<void>(std::stop_token)> onValidate;
    std::function<Result<void>(std::stop_token)> onInspect;
    std::function<Result<void>(const InspectionRequest&)> onPicture;
    std::function<Result<void>()> onSave;
    std::function<void()> onRelease;
};

/// A TrainingEngine that plays a script instead of training: for the tests, and for the window built without LibTorch
/// (which says so). Deterministic: losses, scores and pictures follow from the script, the configuration and the step
/// alone. Writes small text files as checkpoints, from which it also resumes, previews of generated pictures.
[[nodiscard]] std::unique_ptr<TrainingEngine> makeScriptedEngine(EngineScript script = {});

/// A script at the pace of a real run, with a stall now and then, to look at in the window.
[[nodiscard]] EngineScript demonstrationScript();

} // namespace gapless
