// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gapless
{

/// Whether `a` comes before `b` where runs of digits count as numbers ("2" before "10") and all else by bytes; a strict
/// total order.
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

} // namespace gapless
