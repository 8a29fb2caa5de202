// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/archive_fields.h"

#include <charconv>

namespace gapless
{

namespace
{

const ArchiveValue* child(const ArchiveValue& parent, std::string_view name)
{
    const auto* list = parent.as<ArchiveValue::List>();
    if (list == nullptr)
        return parent.find(name);
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    const bool isIndex = error == std::errc() && end == name.data() + name.size();
    return isIndex && index < list->size() ? &(*list)[index] : nullptr;
}

} // namespace

const ArchiveValue* ArchiveFields::find(std::string_view path) const
{
    const ArchiveValue* value = &m_root;
    while (value != nullptr && !path.empty()) {
        const std::size_t dot = path.find('.');
        value = child(*value, path.substr(0, dot));
        path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    }
    return value;
}

const ArchiveValue* ArchiveFields::require(std::string_view path)
{
    const ArchiveValue* value = find(path);
    if (value == nullptr)
        note(path, "is missing");
    return value;
}

void ArchiveFields::note(std::string_view path, std::string_view problem)
{
    std::string& text = m_problems.emplace_back("'");
    text.append(path).append("' ").append(problem);
}

std::int64_t ArchiveFields::integer(std::string_view path, std::int64_t lowest)
{
    const auto* value = take<std::int64_t>(path, "a whole number");
    if (value == nullptr)
        return lowest;
    if (*value < lowest)
        note(path, "must be at least " + std::to_string(lowest) + ", not " + std::to_string(*value));
    return *value;
}

double ArchiveFields::number(std::string_view path)
{
    if (const ArchiveValue* value = find(path); value != nullptr && value->as<std::int64_t>() != nullptr)
        return static_cast<double>(*value->as<std::int64_t>());
    const auto* value = take<double>(path, "a number");
    return value == nullptr ? 0.0 : *value;
}

std::string ArchiveFields::text(std::string_view path)
{
    const auto* value = take<std::string>(path, "a text");
    return value == nullptr ? std::string() : *value;
}

std::vector<std::pair<std::string, torch::Tensor>> ArchiveFields::tensors(std::string_view path)
{
    std::vector<std::pair<std::string, torch::Tensor>> result;
    const auto* dictionary = take<ArchiveValue::Dictionary>(path, "a dictionary of tensors");
    if (dictionary == nullptr)
        return result;
    for (const auto& [name, value] : *dictionary) {
        if (const auto* tensor = value.as<torch::Tensor>())
            result.emplace_back(name, *tensor);
        else
            note(std::string(path) + "." + name, "must be a tensor");
    }
    return result;
}

} // namespace gapless
