// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/pixels.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gapless
{

/// One pinned sample as the network sees it now. All three pictures have the original size; truth is empty where
/// unknown.
struct Preview
{
    std::string name;
    RgbImage image;
    LabelImage truth;
    LabelImage prediction;
    std::optional<double> meanIou; ///< of this picture alone
};

struct PreviewSet
{
    std::int64_t step = 0;
    std::int64_t epoch = 0;
    std::vector<Preview> previews;
};

} // namespace gapless
