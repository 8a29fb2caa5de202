// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gapless
{

/// How a batch of shape N,C,H,W lies in memory; the order of dimensions is N,C,H,W in both.
enum class MemoryFormat {
    Contiguous,   ///< planes: n, c, h, w
    ChannelsLast, ///< pixels: n, h, w, c
};

} // namespace gapless
