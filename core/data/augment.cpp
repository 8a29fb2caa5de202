// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/augment.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"

namespace gapless
{

namespace
{

// The sampler's permutation draws from small numbers of the second stream; samples lie above them.
constexpr std::uint64_t sampleStreams = std::uint64_t{1} << 32U;

int scaledLength(int length, float scale)
{
    return std::max(1, static_cast<int>(std::lround(static_cast<float>(length) * scale)));
}

int offset(CounterRandom& random, int length, int crop)
{
    // Drawn even when there is no choice, so that the draws that follow do not depend on sizes.
    const auto choices = static_cast<std::uint32_t>(std::max(0, length - crop)) + 1;
    return static_cast<int>(random.below(choices));
}

} // namespace

AugmentDraw drawAugmentation(const SampleKey& key, ImageSize image, ImageSize crop, Augmentation kind)
{
    CounterRandom random(key.seed, static_cast<std::uint64_t>(key.epoch),
                         sampleStreams + static_cast<std::uint64_t>(key.sample));
    const bool isBasic = kind == Augmentation::Basic;
    const float scale = random.uniform(leastScale, mostScale);
    const bool flip = (random.next() >> 31U) != 0;
    AugmentDraw draw;
    draw.scaled = isBasic ? ImageSize{scaledLength(image.height, scale), scaledLength(image.width, scale)} : image;
    draw.flip = isBasic && flip;
    draw.top = offset(random, draw.scaled.height, crop.height);
    draw.left = offset(random, draw.scaled.width, crop.width);
    return draw;
}

} // namespace gapless
