// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>

namespace gapless
{

/// A sample that was left out because it could not be prepared, and why; the error names the file.
struct SkippedSample
{
    std::int64_t sample = 0;
    Error error;
};

} // namespace gapless
