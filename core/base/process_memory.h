// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace gapless
{

/// Resident memory of this process in bytes; 0 where the system does not tell. Any thread, a few microseconds.
[[nodiscard]] std::int64_t residentBytes();

/// The most that residentBytes() has been since the process started. Any thread.
[[nodiscard]] std::int64_t peakResidentBytes();

} // namespace gapless
