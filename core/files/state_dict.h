// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gapless
{

using StateDict = std::vector<std::pair<std::string, torch::Tensor>>;

/// Parameters and buffers under their dotted names, in the order of Python's state_dict(). Tensors are shared, not
/// copied.
[[nodiscard]] StateDict stateDictOf(const torch::nn::Module& module);
/// Copies values into the module, keeping its memory format. Nothing is changed unless all keys and shapes match;
/// errors (Data) name the first key with both shapes, and how many more there are.
[[nodiscard]] Result<void> loadStateDict(torch::nn::Module& module, const StateDict& state);

/// Whether a dotted name is that of a buffer. Batch norm's statistics are the only buffers of the networks offered.
[[nodiscard]] bool isBufferName(std::string_view name);

} // namespace gapless
