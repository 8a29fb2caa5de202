// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI
{
class App;
}

namespace gapless::cli
{

/// The settings of a run as flags of a command. Main thread; must outlive the parsing.
class ConfigOptions final
{
public:
    /// None: the command writes nothing and validates nothing, and offers no flag that concerns either.
    enum class RunFolder { Wanted, None };

    explicit ConfigOptions(RunFolder runFolder = RunFolder::Wanted)
        : m_runFolder(runFolder)
    {
    }
    ConfigOptions(const ConfigOptions&) = delete;
    ConfigOptions& operator=(const ConfigOptions&) = delete;

    void addTo(CLI::App& command);

    /// Defaults, then --config FILE, then the flags, then each --set in order; paths made absolute, so that the run's
    /// config.json can be run from anywhere. Errors: Config, with everything that is wrong in its message.
    [[nodiscard]] Result<RunConfig> config() const;

private:
    struct Setting
    {
        std::string origin; ///< "--batch", "--set training.batch"
        std::string key;
        std::string value;
    };

    RunFolder m_runFolder;
    std::string m_file;
    std::vector<Setting> m_flags;
    std::vector<std::string> m_assignments;
};

/// Folders that were given relative to where the command was called.
void makePathsAbsolute(RunConfig& config);

/// "--batch" for "training.batch"; empty for a field that has no flag of its own.
[[nodiscard]] std::string_view flagOfField(std::string_view key);

} // namespace gapless::cli
