// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/settings_file.h"

#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/config/config_json.h"

namespace gapless::ui
{

Result<void> saveConfiguration(const RunConfig& config, const QString& file)
{
    return writeFileAtomically(std::filesystem::path(file.toStdString()), configToJson(config));
}

Result<RunConfig> openConfiguration(const QString& file)
{
    Result<RunConfig> config = readConfigFile(std::filesystem::path(file.toStdString()));
    if (config)
        config->output.run.clear();
    return config;
}

} // namespace gapless::ui
