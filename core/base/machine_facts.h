// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gapless
{

/// What the system tells of the machine (Linux: /proc/cpuinfo and /proc/meminfo); empty or 0 where it does not.
struct MachineFacts
{
    std::string processor;                    ///< name, as the system gives it
    std::vector<std::string> instructionSets; ///< those that training profits by and the system lets programs use
    int threads = 0;                          ///< that run at the same time, as far as this process may use them
    std::int64_t memoryBytes = 0;             ///< in the machine
};

/// Any thread, less than a millisecond. `root` is where /proc lies.
[[nodiscard]] MachineFacts machineFacts(const std::filesystem::path& root = "/");

} // namespace gapless
