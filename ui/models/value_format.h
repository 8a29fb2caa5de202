// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <QString>

namespace gapless::ui
{

/// Numbers for people: at most three significant digits, with unit, in the figures of the user's language. Any thread.
/// Values that are not finite show as "–".

/// "0.312", "41.2", "412", "12.3k", "4.1M".
[[nodiscard]] QString numberText(double value);
/// The same, but three significant digits of small values as well: "2.44e-05".
[[nodiscard]] QString preciseText(double value);
/// "0.32 ms", "41.2 ms", "1.24 s", then as durationText().
[[nodiscard]] QString millisecondsText(double milliseconds);
/// A share of 1 in per cent: "0 %", "< 0.1 %", "2.4 %", "41 %".
[[nodiscard]] QString shareText(double share);
/// "512 kB", "1.92 GB"; powers of 1000.
[[nodiscard]] QString bytesText(std::int64_t bytes);
/// "42 s", "7 min", "1 h 5 min".
[[nodiscard]] QString durationText(double seconds);
/// Filled on the left with figure spaces (as wide as a digit), so that a changing number does not move its neighbours.
[[nodiscard]] QString padded(const QString& text, int characters);

} // namespace gapless::ui
