// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/config_validate.h"
#include "core/config/run_config.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// All fields, grouped as in RunConfig, with a "version".
[[nodiscard]] std::string configToJson(const RunConfig& config);
/// Fields that are absent keep their defaults. Errors (Config): all unknown fields, wrong types and impossible values
/// at once; a text that is no JSON; a newer version.
[[nodiscard]] Result<RunConfig> configFromJson(std::string_view text);
[[nodiscard]] Result<RunConfig> readConfigFile(const std::filesystem::path& file);

/// The same, but what is wrong with single fields is added to `problems` and is no error: such a field keeps its
/// default, so that everything else can be checked as well.
[[nodiscard]] Result<RunConfig> configFromJson(std::string_view text, std::vector<ConfigProblem>& problems);
[[nodiscard]] Result<RunConfig> readConfigFile(const std::filesystem::path& file, std::vector<ConfigProblem>& problems);

} // namespace gapless
