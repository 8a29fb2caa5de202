// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gapless
{

/// Resident memory of this process in bytes; 0 where the system does not tell. Any thread, a few microseconds.
[[nodiscard]] std::int64_t residentBytes();

/// Memory of the machine, and the part of it that programs could get now, in bytes; 0 where the system does not tell.
[[nodiscard]] std::int64_t machineBytes();
[[nodiscard]] std::int64_t availableBytes();

/// The most that residentBytes() has been since the process started. Any thread.
[[nodiscard]] std::int64_t peakResidentBytes();

} // namespace gapless
