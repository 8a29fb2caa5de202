// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/config_options.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/fmt.h>

#include "core/config/config_fields.h"
#include "core/config/config_json.h"
#include "core/config/config_validate.h"

namespace gapless::cli
{

namespace
{

struct Flag
{
    std::string_view name;
    std::string_view key;
    std::string_view value; ///< what stands for the value in --help; empty: the choices of the field
    std::string_view group;
};

constexpr std::string_view outputGroup = "Output";

constexpr std::array flags{
    Flag{"--images", "data.images", "DIR", "Data"},
    Flag{"--masks", "data.masks", "DIR", "Data"},
    Flag{"--val-images", "data.validation_images", "DIR", "Data"},
    Flag{"--val-masks", "data.validation_masks", "DIR", "Data"},
    Flag{"--val-share", "data.validation_share", "SHARE", "Data"},
    Flag{"--val-every", "data.validation_every", "N", "Data"},
    Flag{"--ignore-value", "data.ignore_value", "VALUE|none|auto", "Data"},
    Flag{"--limit", "data.limit", "N", "Data"},
    Flag{"--architecture", "model.architecture", "", "Model"},
    Flag{"--encoder", "model.encoder", "", "Model"},
    Flag{"--epochs", "training.epochs", "N", "Training"},
    Flag{"--batch", "training.batch", "N", "Training"},
    Flag{"--loss", "training.loss", "", "Training"},
    Flag{"--optimizer", "training.optimizer", "", "Training"},
    Flag{"--lr", "training.learning_rate", "X", "Training"},
    Flag{"--momentum", "training.momentum", "X", "Training"},
    Flag{"--weight-decay", "training.weight_decay", "X", "Training"},
    Flag{"--clip", "training.clip", "NORM", "Training"},
    Flag{"--schedule", "training.schedule", "", "Training"},
    Flag{"--last-batch", "training.last_batch", "", "Training"},
    Flag{"--augment", "training.augment", "", "Training"},
    Flag{"--seed", "training.seed", "N", "Training"},
    Flag{"--device", "speed.device", "", "Speed"},
    Flag{"--precision", "speed.precision", "", "Speed"},
    Flag{"--memory-format", "speed.memory_format", "", "Speed"},
    Flag{"--workers", "speed.workers", "N", "Speed"},
    Flag{"--prefetch-depth", "speed.prefetch_depth", "N", "Speed"},
    Flag{"--cross-epoch", "speed.cross_epoch", "on|off", "Speed"},
    Flag{"--cache", "speed.cache", "on|off", "Speed"},
    Flag{"--threads", "speed.threads", "N", "Speed"},
    Flag{"--run", "output.run", "DIR", outputGroup},
    Flag{"--previews", "output.previews", "N", outputGroup},
};

constexpr std::array heightAndWidth{"training.crop_height", "training.crop_width"};

std::string valueName(const Flag& flag)
{
    if (!flag.value.empty())
        return std::string(flag.value);
    std::string names;
    for (const std::string& choice : configChoices(flag.key))
        names += (names.empty() ? "" : "|") + choice;
    return names;
}

std::string helpOf(std::string_view key)
{
    const std::string preset = configFieldText(RunConfig{}, key);
    std::string help(configField(key).description);
    if (!preset.empty())
        help += " [" + preset + "]";
    return help;
}

/// Gathers what is wrong.
class Problems final
{
public:
    void add(const std::string& key, const std::string& origin, const std::string& message)
    {
        m_keys.insert(key);
        m_problems.push_back({origin, message});
    }

    /// The value of a field that could not be set is not the user's.
    void addValue(const std::string& key, const std::string& origin, const std::string& message)
    {
        if (!m_keys.contains(key))
            add(key, origin, message);
    }

    [[nodiscard]] bool isEmpty() const { return m_problems.empty(); }
    [[nodiscard]] Error error() const { return configError(m_problems); }

private:
    std::set<std::string> m_keys;
    std::vector<ConfigProblem> m_problems; // with the flag or file in place of the key
};

std::string originOf(std::string_view key)
{
    const std::string_view flag = flagOfField(key);
    return flag.empty() ? std::string(key) : fmt::format("{} ({})", flag, key);
}

} // namespace

void makePathsAbsolute(RunConfig& config)
{
    for (std::string* path : {&config.data.images, &config.data.masks, &config.data.validationImages,
                              &config.data.validationMasks, &config.output.run}) {
        std::error_code ignored; // then the path stays as it is and is refused where it is opened
        if (!path->empty())
            *path = std::filesystem::absolute(*path, ignored).lexically_normal().string();
    }
}

std::string_view flagOfField(std::string_view key)
{
    if (std::ranges::find(heightAndWidth, key) != heightAndWidth.end())
        return "--crop";
    const auto flag = std::ranges::find(flags, key, &Flag::key);
    return flag == flags.end() ? std::string_view{} : flag->name;
}

void ConfigOptions::addTo(CLI::App& command)
{
    for (const Flag& flag : flags) {
        if (m_runFolder == RunFolder::None && (flag.group == outputGroup || flag.key.starts_with("data.validation")))
            continue;
        const auto remember = [this, flag](const std::string& value) {
            m_flags.push_back({std::string(flag.name), std::string(flag.key), value});
        };
        command.add_option_function<std::string>(std::string(flag.name), remember, helpOf(flag.key))
            ->type_name(valueName(flag))
            ->group(std::string(flag.group));
    }
    const auto rememberCrop = [this](const std::vector<std::string>& values) {
        for (std::size_t side = 0; side < heightAndWidth.size(); ++side)
            m_flags.push_back({"--crop", heightAndWidth[side], values.at(side)});
    };
    command
        .add_option_function<std::vector<std::string>>("--crop", rememberCrop,
                                                       "Height and width of the crops it trains on [256 256]")
        ->type_size(static_cast<int>(heightAndWidth.size()))
        ->type_name("H W")
        ->group("Training");
    command.add_option("--config", m_file, "Settings from a file, such as the config.json of a run; flags override it")
        ->type_name("FILE")
        ->group("Any setting");
    command
        .add_option(
            "--set", m_assignments,
            "One setting by its name in config.json, such as training.batch=4; overrides flags; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->group("Any setting");
}

Result<RunConfig> ConfigOptions::config() const
{
    RunConfig config;
    Problems problems;
    if (!m_file.empty()) {
        std::vector<ConfigProblem> ofFile;
        Result<RunConfig> read = readConfigFile(m_file, ofFile);
        if (!read) {
            read.error().code = ErrorCode::Config; // also a file that is not there: call it differently
            return read;
        }
        config = std::move(*read);
        for (const ConfigProblem& problem : ofFile)
            problems.add(problem.key, m_file + ", " + problem.key, problem.message);
    }
    std::vector<Setting> settings = m_flags;
    for (const std::string& assignment : m_assignments) {
        const std::size_t sign = assignment.find('=');
        if (sign == std::string::npos)
            problems.add("--set " + assignment, "--set " + assignment, "is not KEY=VALUE");
        else
            settings.push_back(
                {"--set " + assignment.substr(0, sign), assignment.substr(0, sign), assignment.substr(sign + 1)});
    }
    for (const Setting& setting : settings)
        if (const Result<void> set = setConfigField(config, setting.key, setting.value); !set)
            problems.add(setting.key, setting.origin, set.error().message + "; " + set.error().remedy);
    if (m_runFolder == RunFolder::None) { // nothing is written, nothing held out
        config.output = {.run = "none"};
        config.data.validationImages.clear();
        config.data.validationMasks.clear();
        config.data.validationEvery = 0;
        config.data.validationShare = 0;
    }
    for (const ConfigProblem& problem : validateConfig(config))
        problems.addValue(problem.key, originOf(problem.key), problem.message);
    if (!problems.isEmpty())
        return std::unexpected(problems.error());
    makePathsAbsolute(config);
    return config;
}

} // namespace gapless::cli
