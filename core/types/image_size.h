// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gapless
{

/// Height x width in pixels, always in this order.
struct ImageSize
{
    int height = 0;
    int width = 0;

    friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

} // namespace gapless
