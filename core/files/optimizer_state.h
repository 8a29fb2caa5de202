// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/files/archive_fields.h"
#include "core/files/state_dict.h"
#include "core/files/torch_archive.h"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gapless
{

/// What an optimizer has gathered.
struct OptimizerState
{
    using Buffers = std::pair<std::string, StateDict>; ///< "momentum_buffer", "exp_avg", "exp_avg_sq"; by parameter
    std::int64_t steps = 0;
    std::vector<Buffers> buffers; ///< empty before the first step, and for SGD without momentum
};

/// Where training.decay_norms is off, weight decay leaves what has a single dimension alone: biases and the weights of
/// norms.
[[nodiscard]] bool isDecayed(const torch::Tensor& parameter);

/// As the state_dict() of torch.optim.SGD, Adam or AdamW has it: parameters are known by their number, "param_names"
/// says which is which. `model` is a state_dict with its buffers; `learningRate` that of the next step.
[[nodiscard]] ArchiveValue optimizerToArchive(const OptimizerState& state, const StateDict& model,
                                              const TrainingConfig& config, double learningRate);
/// Problems are noted under "optimizer". `steps` is left 0 where no parameter has a count of its own (SGD).
[[nodiscard]] OptimizerState optimizerFromArchive(ArchiveFields& fields, const StateDict& model);

} // namespace gapless
