// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/preview.h"

#include <cstdint>

namespace gapless
{

/// A generated picture of background, a disc, a rectangle and a band, with a prediction that is ragged at progress 0
/// and right at
/// 1. The same arguments give the same picture. `classes` from 1 to 4; shapes of further classes are left out. Any
/// thread.
[[nodiscard]] Preview scriptedPicture(std::uint64_t seed, int index, int classes, double progress);

} // namespace gapless
