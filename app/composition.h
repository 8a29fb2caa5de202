// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/session/model_services.h"
#include "core/session/training_engine.h"
#include "core/types/training_data.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace gapless
{

/// Where the parts are put together: the only place that knows both the engine and core/data. Main thread, but
/// openTrainingData().

/// Loads the GPU part where there is one. First call of main(): after the first ATen call CUDA would stay off.
void initialiseEngineParts();

/// False in a build without LibTorch: then makeEngine() and makeServices() play a script.
[[nodiscard]] bool hasRealEngine();
/// What to tell the user when hasRealEngine() is false.
[[nodiscard]] std::string_view missingEngineMessage();
/// The same as an error (Config), for commands that need the engine.
[[nodiscard]] Error missingEngineError();

/// Versions of the libraries that do the work, and in words whether there is a GPU to use.
struct EngineFacts
{
    std::string torch; ///< empty when hasRealEngine() is false
    std::string openCv;
    std::string gpu;
};
[[nodiscard]] EngineFacts engineFacts();

[[nodiscard]] std::unique_ptr<TrainingEngine> makeEngine(); ///< on openTrainingData()
[[nodiscard]] std::unique_ptr<TrainingEngine> makeEngine(DataProvider provider);
[[nodiscard]] std::unique_ptr<ModelServices> makeServices();

/// Threads of the engine's operators for work outside a run (0: one for each core). After a checkpoint is loaded.
void setEngineThreads(int threads);

/// Checks, splits and opens the folders of a configuration; the notes say what was decided. Trainer thread. Errors:
/// those of splitData().
[[nodiscard]] Result<TrainingData> openTrainingData(const RunConfig& config, std::stop_token stop);

/// The last statement of main(): returns the code, or, when a reader thread was left behind in a read that never
/// returned, ends the process at once, since static objects must not be destroyed under a running thread.
[[nodiscard]] int leaveProcess(int code);

} // namespace gapless
