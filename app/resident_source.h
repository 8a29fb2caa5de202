// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/sample_source.h"

#include <memory>

namespace gapless
{

/// Samples that cost nothing: each place in a slot is filled from `inner` the first time that it is asked for, and left
/// as it is from then on. What a training step loses to a real loader is the difference to this one.
[[nodiscard]] std::shared_ptr<const SampleSource> makeResidentSource(std::shared_ptr<const SampleSource> inner);

} // namespace gapless
