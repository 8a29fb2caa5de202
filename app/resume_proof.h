// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/session/run_order.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace gapless
{

/// Losses of the same steps taken twice from a checkpoint: in one go, and with a stop and a resume in their middle.
struct ResumeProof
{
    std::int64_t firstStep = 0; ///< of those compared, 1 for the first of the run
    std::vector<double> unbroken;
    std::vector<double> resumed;
    bool areFilesEqual = false; ///< the checkpoints written after the last step, byte for byte

    [[nodiscard]] bool holds() const { return areFilesEqual && unbroken == resumed; }
};

/// Takes `steps` steps (2 or more; 0: 6, or as many as are left) from the checkpoint in both ways, on the run's own
/// data, and compares everything that a checkpoint holds: weights, optimizer, average, position, random state. Writes
/// into `scratch` only. Errors: those of the engine; Config when fewer steps are left; Cancelled.
[[nodiscard]] Result<ResumeProof> proveResume(const RunOrder& order, std::int64_t steps,
                                              const std::filesystem::path& scratch, const std::stop_token& stop,
                                              const std::function<void(std::int64_t done, std::int64_t all)>& progress);

} // namespace gapless
