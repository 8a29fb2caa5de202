// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/config/run_config.h"

namespace gapless::ui
{

/// A configuration as gapless-cli takes it with --config, and as each run folder holds one. Small files; UI thread.
[[nodiscard]] Result<void> saveConfiguration(const RunConfig& config, const QString& file);
/// Without its run folder, which holds a run. Errors (Config) name the file and everything that is wrong with it.
[[nodiscard]] Result<RunConfig> openConfiguration(const QString& file);

} // namespace gapless::ui
