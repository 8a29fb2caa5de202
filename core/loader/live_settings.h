// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/augmentation.h"

namespace gapless
{

/// What can be changed while a loader runs (PrefetchLoader::change()); ranges and meanings as in LoaderOptions.
struct LiveSettings
{
    int workers = 2;
    int prefetchDepth = 4;
    bool crossEpoch = true;
    Augmentation augmentation = Augmentation::Basic;

    friend bool operator==(const LiveSettings&, const LiveSettings&) = default;
};

} // namespace gapless
