// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gapless
{

enum class Augmentation {
    None,  ///< a random crop only
    Basic, ///< scale 0.75-1.5, crop, left-right flip
};

} // namespace gapless
