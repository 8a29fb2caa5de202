// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

namespace gapless
{

/// Bytes that this process can still take before the system ends it: what Linux calls available, with free swap, or
/// less where a control group (a container, a batch system) has a limit. 0 where the system does not tell. Any thread.
/// `root` is where /proc and /sys lie.
[[nodiscard]] std::int64_t availableMemory(const std::filesystem::path& root = "/");

} // namespace gapless
