// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/loader/batch_ring.h"
#include "core/loader/prefetch_loader.h"

#include <cstdint>
#include <vector>

namespace gapless
{

/// What a loader of given sources and options consists of.
struct LoaderShape
{
    RingShape training;
    RingShape validation;            ///< depth 0: no validation
    std::vector<ImageSize> pictures; ///< padded size of each validation picture

    /// INT64_MAX where that does not fit.
    [[nodiscard]] std::int64_t bytes() const;
};

/// Errors: Config (a setting out of range), Data (no samples, a validation picture without a size).
[[nodiscard]] Result<LoaderShape> loaderShape(const SampleSource& training, const SampleSource* validation,
                                              const LoaderOptions& options);

/// OutOfMemory when that is more than half of the machine's memory: a training step takes several times what its batch
/// does.
[[nodiscard]] Result<void> checkMemory(const LoaderShape& shape, const LoaderOptions& options);

} // namespace gapless
