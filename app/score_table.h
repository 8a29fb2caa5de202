// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/class_table.h"
#include "core/types/epoch_record.h"

#include <string>
#include <vector>

namespace gapless::cli
{

/// Scores for people: a line for each class (n/a where it occurs in neither truth nor prediction), the means last.
[[nodiscard]] std::vector<std::string> scoreLines(const Scores& scores, const ClassTable& classes);

} // namespace gapless::cli
