// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/live_settings.h"
#include "core/config/run_config.h"
#include "core/types/epoch_record.h"
#include "core/types/inspection.h"
#include "core/types/long_wait.h"
#include "core/types/preview.h"
#include "core/types/run_plan.h"
#include "core/types/run_progress.h"
#include "core/types/save_outcome.h"
#include "core/types/step_record.h"
#include "core/types/training_data.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

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

    /// The same, and takes up what `checkpoint` holds: the run goes on as if it had not been stopped, as far as the
    /// configuration allows; the plan says where it starts, and its notes what is no longer exact. Errors (Data) name
    /// the file.
    [[nodiscard]] virtual Result<RunPlan> resume(const RunConfig& config, const std::filesystem::path& checkpoint,
                                                 std::stop_token stop) = 0;

    /// Waits for the next batch (for training.accumulate of them) and trains on it. Fills everything in the record but
    /// elapsedSeconds and residentBytes. Loss or gradient that are not finite change no weight: the record tells them,
    /// and the session ends the run. Where an epoch ends with nothing left of its last batch, the record has 0 images,
    /// and there was no step.
    [[nodiscard]] virtual Result<StepRecord> step(std::stop_token stop) = 0;

    /// Changes settings of the loader between two steps; returns their version, 1 for the first change of a run. On
    /// failure the old ones stay.
    [[nodiscard]] virtual Result<std::int64_t> change(const LiveSettings& settings) = 0;

    /// Scores of the present weights on all validation samples. Not called when the plan has none.
    [[nodiscard]] virtual Result<Scores> validate(std::stop_token stop) = 0;

    /// Predictions for the pinned samples.
    [[nodiscard]] virtual Result<PreviewSet> inspect(std::stop_token stop) = 0;

    /// What the present weights make of one picture, and nothing of the run is changed by it. Errors name the picture;
    /// none of them concerns the run.
    [[nodiscard]] virtual Result<Inspection> inspectPicture(const InspectionRequest& request) = 0;

    /// Copies the complete state, and begins to write it under all these names (one content) while the training goes
    /// on. Each file is replaced whole or left as it is. On failure nothing is written.
    [[nodiscard]] virtual Result<void> saveCheckpoint(const std::vector<std::filesystem::path>& files,
                                                      const RunProgress& progress) = 0;
    /// What has become of them since the last call; a file may be left out when a newer state replaced it at once.
    [[nodiscard]] virtual std::vector<SaveOutcome> takeSaved() = 0;
    /// The same, once all are written.
    [[nodiscard]] virtual std::vector<SaveOutcome> waitForSaved() = 0;

    /// Ends the loader and gives back all memory, once all files are written. Also called after a failure; harmless
    /// when nothing is held.
    virtual void release() = 0;

    /// Told, from inside step() and validate(), of a wait for data that goes on for long; set before prepare().
    void setWaitObserver(std::function<void(const LongWait&)> observer) { m_waitObserver = std::move(observer); }

protected:
    [[nodiscard]] const std::function<void(const LongWait&)>& waitObserver() const { return m_waitObserver; }

private:
    std::function<void(const LongWait&)> m_waitObserver;
};

} // namespace gapless
