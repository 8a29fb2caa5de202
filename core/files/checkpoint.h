// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/files/optimizer_state.h"
#include "core/files/state_dict.h"
#include "core/types/class_table.h"
#include "core/types/run_progress.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gapless
{

/// Where and with what a run was computed: equal bits can be had on the same only.
struct ComputeSetting
{
    std::string processor; ///< name and vector instructions; empty: not recorded
    std::string library;   ///< "torch 2.11.0"
    int threads = 0;
    friend bool operator==(const ComputeSetting&, const ComputeSetting&) = default;
};

/// Everything a run can go on from; one file that torch.load(weights_only=True) opens as a dictionary with the keys
/// model, optimizer, schedule, scaler, random, position, best, config, classes and some more (ARCHITECTURE.md,
/// "Checkpoints").
struct Checkpoint
{
    StateDict model;             ///< names of segmentation_models_pytorch; parameters and buffers, as trained
    StateDict average;           ///< the same of the weights' moving average; empty: none is kept
    OptimizerState optimizer;    ///< `steps` is `step`
    std::int64_t step = 0;       ///< optimizer steps taken
    std::int64_t totalSteps = 0; ///< of the schedule
    double learningRate = 0;     ///< of the next step
    std::int64_t epoch = 0;      ///< position of the next batch: consumed, not prefetched; 0 for the first
    std::int64_t batchInEpoch = 0;
    std::int64_t trainingSamples = 0; ///< in an epoch; skipped ones counted
    std::int64_t sampleNames = 0;     ///< which they are: a hash of the names of all pairs
    RunProgress progress;
    RunConfig config;
    ClassTable classes;
    ComputeSetting computed;
    torch::Tensor generator; ///< state of torch's CPU generator (bytes)

    /// The weights that are validated, shown and predicted with.
    [[nodiscard]] const StateDict& scoredModel() const
    {
        return config.training.useEma && !average.empty() ? average : model;
    }
};

/// Replaces the file whole or not at all.
[[nodiscard]] Result<void> writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
/// Errors: Data, naming the file and what is missing or has the wrong type.
[[nodiscard]] Result<Checkpoint> readCheckpoint(const std::filesystem::path& file);

} // namespace gapless
