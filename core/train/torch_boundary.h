// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <expected>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace gapless
{

/// The error for the exception being handled; to be called in a catch block. Memory that could not be had (torch
/// reports it as an exception of its own) becomes OutOfMemory, everything else Internal.
[[nodiscard]] Error errorOfCurrentException(std::string_view doing);

/// The engine's boundary: runs `function`, which returns a Result, and turns what it throws into an error.
template<class Function>
[[nodiscard]] std::invoke_result_t<Function> atBoundary(std::string_view doing, Function&& function)
{
    try {
        return std::invoke(std::forward<Function>(function));
    } catch (...) {
        return std::unexpected(errorOfCurrentException(doing));
    }
}

} // namespace gapless
