// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/json_fields.h"

#include <algorithm>
#include <limits>

namespace gapless
{

using Json = nlohmann::json;

double numberIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::int64_t wholeIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? std::max<std::int64_t>(found->get<std::int64_t>(), 0)
                                                             : 0;
}

bool isTrueIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

std::string textIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json parsedJson(std::string_view text)
{
    return Json::parse(text, nullptr, false);
}

} // namespace gapless
