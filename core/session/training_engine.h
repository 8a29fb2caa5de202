// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/live_settings.h"
#include "core/config/run_config.h"
#include "core/types/epoch_record.h"
#include "core/types/long_wait.h"
#include "core/types/preview.h"
#include "core/types/run_plan.h"
#include "core/types/step_record.h"
#include "core/types/training_data.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <utility>

namespace gapless
{

/// Opens the data of a configuration; called on the trainer thread by prepare().
using DataProvider = std::function<Result<TrainingData>(const RunConfig&, std::stop_token)>;

/// What trains: owns network, optimizer and loader. The session drives it and decides what comes next.
///
/// Every method is called on the trainer thread, one at a time. The stop token is set when the user wants to stop:
/// waits (for the loader, for files) end at once with ErrorCode::Cancelled, a running computation is finished. No
/// method throws.
class TrainingEngine
{
public:
    TrainingEngine() = default;
    TrainingEngine(const TrainingEngine&) = delete;
    TrainingEngine& operator=(const TrainingEngine&) = delete;
    virtual ~TrainingEngine() = default;

    /// Reads and checks the data, builds the network, starts the loader. On failure nothing is held.
    [[nodiscard]] virtual Result<RunPlan> prepare(const RunConfig& config, std::stop_token stop) = 0;

    /// Waits for the next batch and trains on it. Fills everything in the record but elapsedSeconds and residentBytes.
    /// Loss or gradient that are not finite change no weight: the record tells them, and the session ends the run.
    /// Where an epoch ends with nothing left of its last batch, the record has 0 images, and there was no step.
    [[nodiscard]] virtual Result<StepRecord> step(std::stop_token stop) = 0;

    /// Changes settings of the loader between two steps; returns their version, 1 for the first change of a run. On
    /// failure the old ones stay.
    [[nodiscard]] virtual Result<std::int64_t> change(const LiveSettings& settings) = 0;

    /// Scores of the present weights on all validation samples. Not called when the plan has none.
    [[nodiscard]] virtual Result<Scores> validate(std::stop_token stop) = 0;

    /// Predictions for the pinned samples.
    [[nodiscard]] virtual Result<PreviewSet> inspect(std::stop_token stop) = 0;

    /// Writes the complete state; replaces the file whole or leaves the old one.
    [[nodiscard]] virtual Result<void> saveCheckpoint(const std::filesystem::path& file) = 0;

    /// Told by the session, so that it is part of the next checkpoint.
    virtual void setBest(double meanIou, std::int64_t epoch) = 0;

    /// Ends the loader and gives back all memory. Also called after a failure; harmless when nothing is held.
    virtual void release() = 0;

    /// Told, from inside step() and validate(), of a wait for data that goes on for long; set before prepare().
    void setWaitObserver(std::function<void(const LongWait&)> observer) { m_waitObserver = std::move(observer); }

protected:
    [[nodiscard]] const std::function<void(const LongWait&)>& waitObserver() const { return m_waitObserver; }

private:
    std::function<void(const LongWait&)> m_waitObserver;
};

} // namespace gapless
