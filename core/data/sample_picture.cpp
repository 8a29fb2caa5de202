// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_picture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace gapless
{

Result<SamplePicture> makeSamplePicture(const SampleSource& source, const SampleKey& key, ImageSize size)
{
    const auto pixels = static_cast<std::size_t>(size.height) * static_cast<std::size_t>(size.width);
    const auto channels = static_cast<std::size_t>(source.channels());
    std::vector<float> values(pixels * channels);
    std::vector<std::int64_t> labels(pixels);
    const auto written = source.write(key, {values.data(), labels.data(), size, MemoryFormat::ChannelsLast});
    if (!written)
        return std::unexpected(written.error());

    const Normalisation normalisation = source.normalisation();
    SamplePicture picture{{size, std::vector<std::uint8_t>(pixels * 3)}, {size, std::vector<std::uint8_t>(pixels)}};
    for (std::size_t shown = 0; shown < 3; ++shown) {
        const std::size_t channel = channels < 3 ? 0 : shown;
        const float mean = normalisation.mean[channel];
        const float deviation = normalisation.deviation[channel];
        for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
            const float level = std::round((values[pixel * channels + channel] * deviation + mean) * 255.0F);
            picture.image.data[pixel * 3 + shown] = static_cast<std::uint8_t>(std::clamp(level, 0.0F, 255.0F));
        }
    }
    std::ranges::transform(labels, picture.labels.data.begin(),
                           [](std::int64_t label) { return static_cast<std::uint8_t>(label); });
    return picture;
}

} // namespace gapless
