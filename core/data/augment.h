// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/run_config.h"
#include "core/types/image_size.h"
#include "core/types/sample_source.h"

namespace gapless
{

/// The random decisions for one sample, a pure function of its key: the same whichever thread draws them.
struct AugmentDraw
{
    ImageSize scaled; ///< the whole image after scaling
    int top = 0;      ///< of the crop in the scaled image
    int left = 0;
    bool flip = false;

    friend bool operator==(const AugmentDraw&, const AugmentDraw&) = default;
};

/// Of Augmentation::Basic.
inline constexpr float leastScale = 0.75F;
inline constexpr float mostScale = 1.5F;

[[nodiscard]] AugmentDraw drawAugmentation(const SampleKey& key, ImageSize image, ImageSize crop, Augmentation kind);

} // namespace gapless
