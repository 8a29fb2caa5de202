// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <expected>
#include <utility>

namespace gapless
{

/// A value or the reason why there is none. Exceptions of torch, OpenCV and the standard library are turned into it at
/// the engine's boundary and at the top of each thread, nowhere else.
template<class T>
using Result = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message, std::string context = {},
                                                 std::string remedy = {})
{
    return std::unexpected(Error{code, std::move(message), std::move(context), std::move(remedy)});
}

} // namespace gapless
