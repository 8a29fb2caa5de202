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

/// What is being done, for messages, and what helps when memory runs out in it.
struct Doing
{
    std::string_view what;
    std::string_view savesMemory;
};

/// Training computes batches of crops; everything else takes whole pictures, one at a time.
inline constexpr std::string_view smallerBatch = "choose a smaller batch or a smaller crop";
inline constexpr std::string_view smallerPictures =
    "pictures are taken whole, one at a time: scale the largest ones down or cut them up";
inline constexpr std::string_view smallerQueue =
    "choose a smaller batch, a smaller crop or a smaller prefetch depth, keep fewer pictures in memory, or validate on "
    "smaller ones";
inline constexpr std::string_view otherPrograms = "end other programs that need memory";

/// The error for the exception being handled; to be called in a catch block. Memory that could not be had (torch
/// reports it as an exception of its own) becomes OutOfMemory, everything else Internal.
[[nodiscard]] Error errorOfCurrentException(const Doing& doing);

/// The engine's boundary: runs `function`, which returns a Result, and turns what it throws into an error.
template<class Function>
[[nodiscard]] std::invoke_result_t<Function> atBoundary(const Doing& doing, Function&& function)
{
    try {
        return std::invoke(std::forward<Function>(function));
    } catch (...) {
        return std::unexpected(errorOfCurrentException(doing));
    }
}

} // namespace gapless
