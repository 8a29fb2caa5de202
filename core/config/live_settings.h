// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/augmentation.h"

#include <cstdint>
#include <string_view>

namespace gapless
{

struct RunConfig;

/// The part of a configuration that can be changed while a run goes on; ranges and meanings as there.
struct LiveSettings
{
    int workers = 2;
    int prefetchDepth = 4;
    bool crossEpoch = true;
    Augmentation augmentation = Augmentation::Basic;
    double learningRateFactor = 1;

    friend bool operator==(const LiveSettings&, const LiveSettings&) = default;
};

/// A change that has been made. The learning rate's factor acts from the next step on. For all else, batches begun
/// before it, at most the old prefetch depth of them, are used up first; the version of each step's batch tells which
/// settings it was made under.
struct SettingsChange
{
    LiveSettings settings;
    std::int64_t version = 0; ///< 1 for the first change of a run
    std::int64_t step = 0;    ///< the last one before it
};

[[nodiscard]] LiveSettings liveSettingsOf(const RunConfig& config);
void applyLiveSettings(RunConfig& config, const LiveSettings& settings);
/// By key of core/config/config_fields.h.
[[nodiscard]] bool isLiveField(std::string_view key);

} // namespace gapless
