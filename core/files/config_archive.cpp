// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/config_archive.h"

#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "core/config/config_json.h"

namespace gapless
{

namespace
{

using Json = nlohmann::ordered_json;

ArchiveValue toArchive(const Json& json)
{
    switch (json.type()) {
    case Json::value_t::object: {
        ArchiveValue::Dictionary dictionary;
        for (const auto& [key, value] : json.items())
            dictionary.emplace_back(key, toArchive(value));
        return dictionary;
    }
    case Json::value_t::array: {
        ArchiveValue::List list;
        for (const auto& value : json)
            list.push_back(toArchive(value));
        return list;
    }
    case Json::value_t::string:
        return json.get<std::string>();
    case Json::value_t::boolean:
        return json.get<bool>();
    case Json::value_t::number_float:
        return json.get<double>();
    case Json::value_t::number_integer:
        return json.get<std::int64_t>();
    case Json::value_t::number_unsigned:
        if (json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
            return json.get<std::uint64_t>();
        return json.get<std::int64_t>();
    default:
        return {};
    }
}

Json toJson(const ArchiveValue& value)
{
    return std::visit(
        []<class T>(const T& content) -> Json {
            if constexpr (std::is_same_v<T, ArchiveValue::Dictionary>) {
                Json object = Json::object();
                for (const auto& [key, entry] : content)
                    object[key] = toJson(entry);
                return object;
            } else if constexpr (std::is_same_v<T, ArchiveValue::List>) {
                Json array = Json::array();
                for (const ArchiveValue& entry : content)
                    array.push_back(toJson(entry));
                return array;
            } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
                return content;
            } else {
                return nullptr;
            }
        },
        value.variant());
}

/// Python refuses a pickle with a text that is not UTF-8; names out of files need not be.
std::string validText(const std::string& text)
{
    return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

ClassEntry classEntry(ArchiveFields& fields, const std::string& path)
{
    ClassEntry entry{.value = fields.integer(path + "value", std::numeric_limits<std::int64_t>::min()),
                     .name = fields.text(path + "name"),
                     .color = {},
                     .pixels = fields.integer(path + "pixels")};
    for (std::size_t i = 0; i < entry.color.size(); ++i) {
        const std::string channel = path + "color." + std::to_string(i);
        const std::int64_t value = fields.integer(channel);
        if (value > std::numeric_limits<std::uint8_t>::max())
            fields.note(channel, "must be at most 255, not " + std::to_string(value));
        entry.color[i] = static_cast<std::uint8_t>(value);
    }
    return entry;
}

} // namespace

ArchiveValue configToArchive(const RunConfig& config)
{
    return toArchive(Json::parse(configToJson(config)));
}

RunConfig configFromArchive(ArchiveFields& fields)
{
    if (fields.take<ArchiveValue::Dictionary>("config", "a dictionary") == nullptr)
        return {};
    std::vector<ConfigProblem> problems;
    const std::string text = toJson(*fields.find("config")).dump(-1, ' ', false, Json::error_handler_t::replace);
    auto config = configFromJson(text, problems);
    for (const ConfigProblem& problem : problems)
        fields.note("config." + problem.key, problem.message);
    if (config)
        return std::move(*config);
    const std::string& key = config.error().context;
    fields.note(key.empty() ? "config" : "config." + key, config.error().message);
    return {};
}

ArchiveValue classesToArchive(const ClassTable& table)
{
    ArchiveValue::List entries;
    for (const ClassEntry& entry : table.classes) {
        ArchiveValue::List color;
        for (const std::uint8_t channel : entry.color)
            color.emplace_back(std::int64_t{channel});
        entries.emplace_back(ArchiveValue::Dictionary{
            {"value", entry.value}, {"name", validText(entry.name)}, {"color", color}, {"pixels", entry.pixels}});
    }
    return ArchiveValue::Dictionary{
        {"kind", std::string(table.kind == MaskKind::Ids ? "ids" : "colors")},
        {"ignore_value", table.ignoreValue ? ArchiveValue(*table.ignoreValue) : ArchiveValue()},
        {"ignored_pixels", table.ignoredPixels},
        {"classes", entries},
    };
}

ClassTable classesFromArchive(ArchiveFields& fields)
{
    ClassTable table;
    const std::string kind = fields.text("classes.kind");
    table.kind = kind == "colors" ? MaskKind::Colors : MaskKind::Ids;
    if (!kind.empty() && kind != "colors" && kind != "ids")
        fields.note("classes.kind", "must be ids or colors, not '" + kind + "'");
    const ArchiveValue* ignored = fields.require("classes.ignore_value");
    if (ignored != nullptr && ignored->as<std::monostate>() == nullptr)
        table.ignoreValue = fields.integer("classes.ignore_value", std::numeric_limits<std::int64_t>::min());
    table.ignoredPixels = fields.integer("classes.ignored_pixels");
    const auto* entries = fields.take<ArchiveValue::List>("classes.classes", "a list");
    for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i)
        table.classes.push_back(classEntry(fields, "classes.classes." + std::to_string(i) + "."));
    if (entries != nullptr && entries->empty())
        fields.note("classes.classes", "must hold at least one class");
    return table;
}

} // namespace gapless
