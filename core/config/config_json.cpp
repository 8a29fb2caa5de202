// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_json.h"

#include <array>
#include <fstream>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/config/config_field_table.h"

namespace gapless
{

namespace
{

using Json = nlohmann::ordered_json;

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
Result<void> readField(RunConfig& config, const FieldEntry& entry, const Json& json)
{
    const std::string key(entry.info.key);
    return std::visit(
        [&]<class Value>(Value*) -> Result<void> {
            if (!hasType<Value>(json))
                return fail(ErrorCode::Config, std::string(typeWords<Value>()) + ", not " + shown(json), key);
            if constexpr (std::is_same_v<Value, bool>)
                return setConfigField(config, key, json.get<bool>() ? "on" : "off");
            else
                return setConfigField(config, key, json.is_string() ? json.get<std::string>() : json.dump());
        },
        entry.access(config));
}

Result<void> readGroup(RunConfig& config, const std::string& group, const Json& json)
{
    if (!json.is_object())
        return fail(ErrorCode::Config, "must be an object with fields, not " + shown(json), group);
    for (const auto& [name, value] : json.items()) {
        const std::string key = group + "." + name;
        const FieldEntry* entry = findField(key);
        if (entry == nullptr)
            return fail(ErrorCode::Config, "there is no such setting", key, nearestKeys(key));
        if (auto read = readField(config, *entry, value); !read)
            return read;
    }
    return {};
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
    for (const FieldEntry& entry : fieldTable())
        if (splitKey(entry.info.key).first == name)
            return true;
    return false;
}

Result<RunConfig> readConfig(const Json& json)
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
        if (!isGroup(name))
            return fail(ErrorCode::Config, "there is no such setting", name,
                        "possible are version, data, model, training, speed and output");
        if (auto group = readGroup(config, name, value); !group)
            return std::unexpected(group.error());
    }
    return config;
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

Result<RunConfig> configFromJson(std::string_view text)
{
    try {
        return readConfig(Json::parse(text));
    } catch (const Json::parse_error& error) {
        return fail(ErrorCode::Config, std::string("is not valid JSON: ") + error.what(), "configuration");
    } catch (const Json::exception& error) {
        return fail(ErrorCode::Config, std::string("cannot be read: ") + error.what(), "configuration");
    }
}

Result<RunConfig> readConfigFile(const std::filesystem::path& file)
{
    // istream::read() turns what the buffer throws, for instance on a folder, into a flag; iterators of the buffer do
    // not.
    std::ifstream stream(file, std::ios::binary);
    std::string text;
    std::array<char, 4096> part{};
    while (stream.read(part.data(), part.size()) || stream.gcount() > 0)
        text.append(part.data(), static_cast<std::size_t>(stream.gcount()));
    if (!stream.is_open() || stream.bad())
        return fail(ErrorCode::File, "the configuration cannot be read", file.string());
    auto config = configFromJson(text);
    if (!config) {
        Error error = config.error();
        error.context = file.string() + (error.context.empty() ? "" : ", " + error.context);
        return std::unexpected(std::move(error));
    }
    return config;
}

} // namespace gapless
