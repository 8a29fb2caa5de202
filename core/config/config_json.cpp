// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_json.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/config/config_field_table.h"

namespace gapless
{

namespace
{

using Json = nlohmann::ordered_json;
using Problems = std::vector<ConfigProblem>;

constexpr int currentVersion = 1;

std::pair<std::string, std::string> splitKey(std::string_view key)
{
    const std::size_t dot = key.find('.');
    return {std::string(key.substr(0, dot)), std::string(key.substr(dot + 1))};
}

std::string shown(const Json& json)
{
    return json.is_structured() ? std::string("an ") + json.type_name() : json.dump();
}

template<class Value>
constexpr std::string_view typeWords()
{
    if constexpr (std::is_same_v<Value, std::string> || std::is_enum_v<Value>)
        return "must be text in quotes";
    else if constexpr (std::is_same_v<Value, bool>)
        return "must be true or false";
    else if constexpr (std::is_floating_point_v<Value>)
        return "must be a number";
    else
        return "must be a whole number";
}

template<class Value>
bool hasType(const Json& json)
{
    if constexpr (std::is_same_v<Value, std::string> || std::is_enum_v<Value>)
        return json.is_string();
    else if constexpr (std::is_same_v<Value, bool>)
        return json.is_boolean();
    else if constexpr (std::is_floating_point_v<Value>)
        return json.is_number();
    else
        return json.is_number_integer();
}

// Values go through the same text as --set, so ranges of number types and names of enumerators have one home.
void readField(RunConfig& config, const FieldEntry& entry, const Json& json, Problems& problems)
{
    const std::string key(entry.info.key);
    std::visit(
        [&]<class Value>(Value*) {
            if (!hasType<Value>(json)) {
                problems.push_back({key, std::string(typeWords<Value>()) + ", not " + shown(json)});
                return;
            }
            const std::string text = json.is_boolean()  ? (json.get<bool>() ? "on" : "off")
                                     : json.is_string() ? json.get<std::string>()
                                                        : json.dump();
            if (const Result<void> set = setConfigField(config, key, text); !set)
                problems.push_back({key, set.error().message + "; " + set.error().remedy});
        },
        entry.access(config));
}

void readGroup(RunConfig& config, const std::string& group, const Json& json, Problems& problems)
{
    if (!json.is_object()) {
        problems.push_back({group, "must be an object with fields, not " + shown(json)});
        return;
    }
    for (const auto& [name, value] : json.items()) {
        const std::string key = group + "." + name;
        if (const FieldEntry* entry = findField(key))
            readField(config, *entry, value, problems);
        else
            problems.push_back({key, "there is no such setting; " + nearestKeys(key)});
    }
}

Result<void> checkVersion(const Json& json)
{
    if (!json.is_number_integer() || json < 1)
        return fail(ErrorCode::Config, "must be a whole number from 1 on, not " + shown(json), "version");
    if (json > currentVersion)
        return fail(ErrorCode::Config,
                    "is " + json.dump() + ", newer than the " + std::to_string(currentVersion) +
                        " that this program reads",
                    "version", "use a newer Gapless");
    return {};
}

bool isGroup(const std::string& name)
{
    return std::ranges::any_of(fieldTable(),
                               [&name](const FieldEntry& entry) { return splitKey(entry.info.key).first == name; });
}

Result<RunConfig> readConfig(const Json& json, Problems& problems)
{
    if (!json.is_object())
        return fail(ErrorCode::Config, "a configuration is one JSON object, {...}");
    if (json.contains("version"))
        if (auto version = checkVersion(json["version"]); !version)
            return std::unexpected(version.error());
    RunConfig config;
    for (const auto& [name, value] : json.items()) {
        if (name == "version")
            continue;
        if (isGroup(name))
            readGroup(config, name, value, problems);
        else
            problems.push_back({name, "there is no such setting; possible are version, data, model, training, speed "
                                      "and output"});
    }
    return config;
}

std::unexpected<Error> unreadable(const std::string& what, const Json::exception& error)
{
    const std::string words = error.what(); // "[json.exception.parse_error.101] parse error at line 1, ..."
    const std::size_t end = words.find("] ");
    return fail(ErrorCode::Config, what + ": " + (end == std::string::npos ? words : words.substr(end + 2)),
                "configuration", "mend it at this place; the config.json of any run shows how it is written");
}

std::unexpected<Error> inFile(const std::filesystem::path& file, Error error)
{
    error.context = file.string() + (error.context.empty() ? "" : ", " + error.context);
    return std::unexpected(std::move(error));
}

} // namespace

std::string configToJson(const RunConfig& config)
{
    RunConfig copy = config;
    Json json;
    json["version"] = currentVersion;
    for (const FieldEntry& entry : fieldTable()) {
        const auto [group, name] = splitKey(entry.info.key);
        std::visit(
            [&]<class Value>(const Value* value) {
                if constexpr (std::is_enum_v<Value>)
                    json[group][name] = configFieldText(config, entry.info.key);
                else
                    json[group][name] = *value;
            },
            entry.access(copy));
    }
    // File names need not be UTF-8; strict dumping would throw on them.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<RunConfig> configFromJson(std::string_view text, std::vector<ConfigProblem>& problems)
{
    try {
        return readConfig(Json::parse(text), problems);
    } catch (const Json::parse_error& error) {
        return unreadable("is not valid JSON", error);
    } catch (const Json::exception& error) {
        return unreadable("cannot be read", error);
    }
}

Result<RunConfig> configFromJson(std::string_view text)
{
    Problems problems;
    auto config = configFromJson(text, problems);
    if (config && !problems.empty())
        return std::unexpected(configError(problems));
    return config;
}

Result<RunConfig> readConfigFile(const std::filesystem::path& file, std::vector<ConfigProblem>& problems)
{
    // istream::read() turns what the buffer throws, for instance on a folder, into a flag; iterators of the buffer do
    // not.
    std::ifstream stream(file, std::ios::binary);
    std::string text;
    std::array<char, 4096> part{};
    while (stream.read(part.data(), part.size()) || stream.gcount() > 0)
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (!stream.is_open() || stream.bad())
        return fail(ErrorCode::File, "the configuration cannot be read", file.string(),
                    "give a file that exists and may be read, such as the config.json of a run");
    auto config = configFromJson(text, problems);
    if (!config)
        return inFile(file, std::move(config.error()));
    return config;
}

Result<RunConfig> readConfigFile(const std::filesystem::path& file)
{
    Problems problems;
    auto config = readConfigFile(file, problems);
    if (config && !problems.empty())
        return inFile(file, configError(problems));
    return config;
}

} // namespace gapless
