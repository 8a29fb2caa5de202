// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/class_table.h"
#include "core/types/inspection.h"
#include "core/types/preview.h"

#include <cstdint>

namespace gapless
{

/// Background, disc, rectangle and band.
[[nodiscard]] ClassTable scriptedClasses();

/// A generated picture of background, a disc, a rectangle and a band, with a prediction that is ragged at progress 0
/// and right at 1. The same arguments give the same picture. `classes` from 1 to 4; shapes of further classes are left
/// out. Any thread.
[[nodiscard]] Preview scriptedPicture(std::uint64_t seed, int index, int classes, double progress);

/// The same for the picture that a request names, with all maps; step and epoch are left to the caller. A file that
/// does not exist is an error (Data).
[[nodiscard]] Result<Inspection> scriptedInspection(std::uint64_t seed, const InspectionRequest& request,
                                                    const ClassTable& classes, double progress);

} // namespace gapless
