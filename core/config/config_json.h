// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace gapless
{

/// All fields, grouped as in RunConfig, with a "version".
[[nodiscard]] std::string configToJson(const RunConfig& config);
/// Fields that are absent keep their defaults; unknown ones, wrong types and newer versions are errors (Config) that
/// name them.
[[nodiscard]] Result<RunConfig> configFromJson(std::string_view json);
[[nodiscard]] Result<RunConfig> readConfigFile(const std::filesystem::path& file);

} // namespace gapless
