// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/files/state_dict.h"
#include "core/types/class_table.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>

namespace gapless
{

/// Everything a run can go on from; one file that torch.load(weights_only=True) opens as a dictionary with the keys
/// model, optimizer, schedule, scaler, random, position, best, config, classes (ARCHITECTURE.md, "Checkpoints").
struct Checkpoint
{
    StateDict model;             ///< names of segmentation_models_pytorch; parameters and buffers
    StateDict momentum;          ///< SGD's momentum buffers by parameter name; empty before the first step
    std::int64_t step = 0;       ///< optimizer steps taken
    std::int64_t totalSteps = 0; ///< of the schedule
    double learningRate = 0;     ///< of the next step
    std::int64_t epoch = 0;      ///< position of the next batch: consumed, not prefetched; 0 for the first
    std::int64_t batchInEpoch = 0;
    double bestMeanIou = -1; ///< below 0: none yet
    std::int64_t bestEpoch = 0;
    RunConfig config;
    ClassTable classes;
    torch::Tensor generator; ///< state of torch's CPU generator (bytes)
};

/// Replaces the file whole or not at all.
[[nodiscard]] Result<void> writeCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
/// Errors: Data, naming the file and what is missing or has the wrong type.
[[nodiscard]] Result<Checkpoint> readCheckpoint(const std::filesystem::path& file);

} // namespace gapless
