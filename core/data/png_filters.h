// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace gapless
{

/// Turns a row of a PNG from differences into samples, in place: filter types 0 to 4 of PNG (ISO/IEC 15948, 9.2).
/// `above` is the finished row before it (zeros for the first); both have `bytes` bytes, of which up to 3 behind the
/// end are read but not used. `pixelBytes` 1 to 4. False for another filter type. Any thread. Inside core/data only.
[[nodiscard]] bool undoPngFilter(int type, std::uint8_t* row, const std::uint8_t* above, std::size_t bytes,
                                 std::size_t pixelBytes);

/// How far behind the end of a row undoPngFilter() may read.
inline constexpr std::size_t pngRowSlack = 3;

} // namespace gapless
