// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/schedule.h"
#include "core/files/checkpoint.h"
#include "core/types/start_point.h"
#include "core/types/training_data.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gapless
{

/// What this process computes with; the threads as they are set now.
[[nodiscard]] ComputeSetting computeSetting();

/// Of the names of all pairs, without their folders, in order: whether they are those that a run was begun with.
[[nodiscard]] std::int64_t namesHash(const TrainingData& data);

/// Whether a run can go on from the checkpoint with this configuration and these data, whose namesHash() is
/// `sampleNames`. Errors: Config (no epochs are
/// left), Data (other classes or pairs).
[[nodiscard]] Result<void> checkResumable(const Checkpoint& checkpoint, const RunConfig& config,
                                          const TrainingData& data, std::int64_t sampleNames);
[[nodiscard]] StartPoint startOf(const Checkpoint& checkpoint);
/// In words: where the run goes on, and why its numbers may differ from those of a run that was never stopped.
[[nodiscard]] std::vector<std::string> resumeNotes(const Checkpoint& checkpoint, const RunConfig& config,
                                                   const SampleSource& training, std::int64_t sampleNames,
                                                   const LearningRate& rate);

} // namespace gapless
