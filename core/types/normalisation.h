// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace gapless
{

/// x = (value / 255 - mean) / deviation, by channel (red, green, blue). The defaults are ImageNet's.
struct Normalisation
{
    std::array<float, 3> mean{0.485F, 0.456F, 0.406F};
    std::array<float, 3> deviation{0.229F, 0.224F, 0.225F};
};

} // namespace gapless
