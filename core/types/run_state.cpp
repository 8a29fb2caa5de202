// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/run_state.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gapless
{

namespace
{

using enum RunState;

constexpr std::array<std::pair<RunState, RunState>, 17> transitions{{
    {Idle, Preparing},
    {Finished, Preparing},
    {Cancelled, Preparing},
    {Failed, Preparing},
    {Preparing, Running},
    {Preparing, Paused},
    {Preparing, Stopping},
    {Preparing, Failed},
    {Running, Paused},
    {Running, Stopping},
    {Running, Finished},
    {Running, Failed},
    {Paused, Running},
    {Paused, Stopping},
    {Paused, Failed},
    {Stopping, Cancelled},
    {Stopping, Failed},
}};

} // namespace

std::string_view runStateName(RunState state)
{
    constexpr std::array<std::string_view, 8> names{"idle",     "preparing", "running",   "paused",
                                                    "stopping", "finished",  "cancelled", "failed"};
    return names.at(static_cast<std::size_t>(state));
}

bool isTransitionAllowed(RunState from, RunState to)
{
    return std::ranges::find(transitions, std::pair(from, to)) != transitions.end();
}

} // namespace gapless
