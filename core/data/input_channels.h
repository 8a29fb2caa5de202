// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace gapless
{

/// A network of 1 or 3 channels takes every picture, as grey or as RGB. Any other takes the samples of TIFF files as
/// they are stored.
[[nodiscard]] inline bool takesStoredSamples(int channels)
{
    return channels != 1 && channels != 3;
}

/// What such a network says to a picture with other channels; `found`: "a PNG with 3 channels", `instead`: a number of
/// channels that the picture can be read with.
[[nodiscard]] inline std::unexpected<Error> otherChannels(const std::string& found, int wanted, int instead,
                                                          const std::string& name)
{
    return fail(ErrorCode::Data, found + ", where the network takes " + std::to_string(wanted), name,
                "save it as a TIFF with exactly " + std::to_string(wanted) +
                    " samples a pixel, or train with model.input_channels=" + std::to_string(instead));
}

/// Of a TIFF file.
[[nodiscard]] inline std::unexpected<Error> otherSamples(int found, int wanted, const std::string& name)
{
    const std::string samples = std::to_string(found) + (found == 1 ? " sample" : " samples");
    return otherChannels("a TIFF with " + samples + " a pixel", wanted, found, name);
}

} // namespace gapless
