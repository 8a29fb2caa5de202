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

/// Part of a picture: rows top .. top + height - 1, columns left .. left + width - 1.
struct PixelWindow
{
    int top = 0;
    int left = 0;
    ImageSize size;

    friend bool operator==(const PixelWindow&, const PixelWindow&) = default;
};

} // namespace gapless
