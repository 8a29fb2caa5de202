// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace gapless
{

/// x = (value / 255 - mean) / deviation, by channel. The defaults are ImageNet's, of red, green and blue.
struct Normalisation
{
    std::vector<float> mean{0.485F, 0.456F, 0.406F};
    std::vector<float> deviation{0.229F, 0.224F, 0.225F};

    [[nodiscard]] int channels() const { return static_cast<int>(mean.size()); }
};

/// 3 channels: ImageNet's. 1, which is grey: the means of ImageNet's three. Any other number, of which nothing is
/// known: mean 0.5, deviation 0.25, so that the full range of a channel becomes -2 to 2.
[[nodiscard]] inline Normalisation normalisationOf(int channels)
{
    if (channels == 3)
        return {};
    if (channels == 1)
        return {{0.449F}, {0.226F}};
    const auto count = static_cast<std::vector<float>::size_type>(channels);
    return {std::vector<float>(count, 0.5F), std::vector<float>(count, 0.25F)};
}

} // namespace gapless
