// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/live_settings.h"

#include "core/config/run_config.h"

namespace gapless
{

LiveSettings liveSettingsOf(const RunConfig& config)
{
    return {config.speed.workers, config.speed.prefetchDepth, config.speed.crossEpoch, config.training.augment,
            config.training.learningRateFactor};
}

void applyLiveSettings(RunConfig& config, const LiveSettings& settings)
{
    config.speed.workers = settings.workers;
    config.speed.prefetchDepth = settings.prefetchDepth;
    config.speed.crossEpoch = settings.crossEpoch;
    config.training.augment = settings.augmentation;
    config.training.learningRateFactor = settings.learningRateFactor;
}

bool isLiveField(std::string_view key)
{
    return key == "speed.workers" || key == "speed.prefetch_depth" || key == "speed.cross_epoch" ||
           key == "training.augment" || key == "training.learning_rate_factor";
}

} // namespace gapless
