// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <type_traits>

#include "core/config/config_field_table.h"

namespace gapless
{

namespace
{

template<class Number>
std::string numberText(Number value)
{
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end};
}

template<class Number>
bool parseWhole(std::string_view text, Number& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

// Each setText() returns what is possible when the text is not, and nothing on success.
std::string setText(std::string& value, std::string_view text)
{
    value = text;
    return {};
}

std::string setText(bool& value, std::string_view text)
{
    if (text == "on" || text == "true")
        value = true;
    else if (text == "off" || text == "false")
        value = false;
    else
        return "on or off";
    return {};
}

std::string setText(double& value, std::string_view text)
{
    double parsed = 0;
    if (!parseWhole(text, parsed) || !std::isfinite(parsed))
        return "a number, such as 0.01";
    value = parsed;
    return {};
}

template<class Value>
std::string setText(Value& value, std::string_view text)
{
    if constexpr (std::is_enum_v<Value>) {
        std::string possible;
        for (const auto& [enumerator, name] : enumNames<Value>) {
            if (name == text) {
                value = enumerator;
                return {};
            }
            possible.append(possible.empty() ? "" : " or ").append(name);
        }
        return possible;
    } else {
        Value parsed = 0;
        if (!parseWhole(text, parsed))
            return std::is_unsigned_v<Value> ? "a whole number that is not negative" : "a whole number";
        value = parsed;
        return {};
    }
}

template<class Value>
std::string textOf(const Value& value)
{
    if constexpr (std::is_same_v<Value, std::string>)
        return value;
    else if constexpr (std::is_same_v<Value, bool>)
        return value ? "on" : "off";
    else if constexpr (std::is_enum_v<Value>) {
        const auto& names = enumNames<Value>;
        const auto found = std::ranges::find(names, value, &std::pair<Value, std::string_view>::first);
        return found == names.end() ? std::string() : std::string(found->second);
    } else
        return numberText(value);
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

std::string_view lastPart(std::string_view key)
{
    const std::size_t dot = key.rfind('.');
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

} // namespace

const FieldEntry* findField(std::string_view key)
{
    const auto table = fieldTable();
    const auto found = std::ranges::find(table, key, [](const FieldEntry& entry) { return entry.info.key; });
    return found == table.end() ? nullptr : &*found;
}

std::string nearestKeys(std::string_view key)
{
    constexpr std::size_t shown = 3;
    std::vector<std::pair<std::size_t, std::string_view>> ranked;
    for (const FieldEntry& entry : fieldTable()) {
        const std::size_t whole = editDistance(key, entry.info.key);
        ranked.emplace_back(std::min(whole, editDistance(lastPart(key), lastPart(entry.info.key)) + 1), entry.info.key);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string_view>::first);
    std::string text = "did you mean ";
    for (std::size_t i = 0; i < shown; ++i)
        text.append(i == 0 ? "" : i + 1 == shown ? " or " : ", ").append(ranked[i].second);
    return text + "?";
}

const std::vector<FieldInfo>& configFields()
{
    static const std::vector<FieldInfo> fields = [] {
        std::vector<FieldInfo> result;
        for (const FieldEntry& entry : fieldTable())
            result.push_back(entry.info);
        return result;
    }();
    return fields;
}

const FieldInfo& configField(std::string_view key)
{
    if (const FieldEntry* entry = findField(key))
        return entry->info;
    throw std::out_of_range("no field of the configuration is named " + std::string(key));
}

Result<void> setConfigField(RunConfig& config, std::string_view key, std::string_view value)
{
    const FieldEntry* entry = findField(key);
    if (entry == nullptr)
        return fail(ErrorCode::Config, "there is no such setting", std::string(key), nearestKeys(key));
    const std::string possible =
        std::visit([value](auto* field) { return setText(*field, value); }, entry->access(config));
    if (!possible.empty())
        return fail(ErrorCode::Config, std::string("\"").append(value).append("\" is not possible"), std::string(key),
                    "give " + possible);
    return {};
}

std::string configFieldText(const RunConfig& config, std::string_view key)
{
    const FieldEntry* entry = findField(key);
    if (entry == nullptr)
        return {};
    RunConfig copy = config;
    return std::visit([](const auto* field) { return textOf(*field); }, entry->access(copy));
}

} // namespace gapless
