// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// The table of all fields, from which JSON, --set, validation's names and the window's tool tips follow.
/// Plain functions, any thread.
struct FieldInfo
{
    std::string_view key;         ///< "training.learning_rate"
    std::string_view label;       ///< "Learning rate"
    std::string_view description; ///< one or two sentences: what it does, what it costs, when to change it
};

[[nodiscard]] const std::vector<FieldInfo>& configFields();
[[nodiscard]] const FieldInfo& configField(std::string_view key);

/// Sets one field from text, as "--set key=value" does. Errors: Config, naming the key or the value and what is
/// possible.
[[nodiscard]] Result<void> setConfigField(RunConfig& config, std::string_view key, std::string_view value);
/// The field's present value as setConfigField() would take it.
[[nodiscard]] std::string configFieldText(const RunConfig& config, std::string_view key);

} // namespace gapless
