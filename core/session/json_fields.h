// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace gapless
{

/// Fields of objects that come from files, where anything may stand or nothing. Internal to core/session. Any thread.
[[nodiscard]] double numberIn(const nlohmann::json& json, const char* key);      ///< NaN: no number
[[nodiscard]] std::int64_t wholeIn(const nlohmann::json& json, const char* key); ///< 0: no whole number, or below 0
[[nodiscard]] bool isTrueIn(const nlohmann::json& json, const char* key);
[[nodiscard]] std::string textIn(const nlohmann::json& json, const char* key); ///< empty: no text

/// "Discarded" where the text is no JSON.
[[nodiscard]] nlohmann::json parsedJson(std::string_view text);

} // namespace gapless
