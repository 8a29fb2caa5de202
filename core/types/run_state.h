// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gapless
{

enum class RunState { Idle, Preparing, Running, Paused, Stopping, Finished, Cancelled, Failed };

/// "running", ...: stable, for files and logs.
[[nodiscard]] std::string_view runStateName(RunState state);

/// The one transition table; ARCHITECTURE.md shows it.
[[nodiscard]] bool isTransitionAllowed(RunState from, RunState to);

/// No run is going on: a new one can start.
[[nodiscard]] constexpr bool isAtRest(RunState state)
{
    return state == RunState::Idle || state == RunState::Finished || state == RunState::Cancelled ||
           state == RunState::Failed;
}

[[nodiscard]] constexpr bool canStart(RunState state)
{
    return isAtRest(state);
}
[[nodiscard]] constexpr bool canPause(RunState state)
{
    return state == RunState::Preparing || state == RunState::Running;
}
[[nodiscard]] constexpr bool canResume(RunState state)
{
    return state == RunState::Paused;
}
[[nodiscard]] constexpr bool canStop(RunState state)
{
    return state == RunState::Preparing || state == RunState::Running || state == RunState::Paused;
}

} // namespace gapless
