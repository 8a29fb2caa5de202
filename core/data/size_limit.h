// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/image_size.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace gapless
{

/// Asked before memory for pixels is allocated: 2^28 pixels are 0.8 GB of RGB, and with more channels there may be
/// fewer; a header that says more is damaged or hostile.
[[nodiscard]] inline Result<void> checkSize(ImageSize size, const std::string& name, int channels = 3)
{
    const std::int64_t limit = (std::int64_t{1} << 28) * 3 / std::max(channels, 3);
    if (size.height <= 0 || size.width <= 0 || std::int64_t{size.height} * size.width >= limit)
        return fail(ErrorCode::Data,
                    "the file says " + std::to_string(size.height) + " x " + std::to_string(size.width) +
                        " pixels; up to " + std::to_string(limit / 1'000'000) + " million are read",
                    name, "cut it into tiles");
    return {};
}

/// "480 x 640": height x width, as everywhere.
[[nodiscard]] inline std::string sizeText(ImageSize size)
{
    return std::to_string(size.height) + " x " + std::to_string(size.width);
}

/// "1 pixel", "20 pixels".
[[nodiscard]] inline std::string pixelsText(std::int64_t count)
{
    return std::to_string(count) + (count == 1 ? " pixel" : " pixels");
}

} // namespace gapless
