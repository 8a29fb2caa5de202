// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/types/pixels.h"
#include "core/types/sample_source.h"
#include "core/types/training_data.h"

namespace gapless::test
{

/// Pictures made of 16 x 16 blocks, each of one class, whose class shows in colour under noise. Whole pictures lie at
/// the top left of the target; outside them labels are ignoreLabel and pixels black. A target smaller than the picture
/// gets its corner.
class SyntheticSource final : public SampleSource
{
public:
    explicit SyntheticSource(std::vector<ImageSize> sizes, int classes = 3, bool isLabelled = true, int channels = 3)
        : m_sizes(std::move(sizes))
        , m_classes(classes)
        , m_isLabelled(isLabelled)
        , m_channels(channels)
    {
    }

    [[nodiscard]] std::int64_t size() const override { return static_cast<std::int64_t>(m_sizes.size()); }
    [[nodiscard]] std::string name(std::int64_t sample) const override { return "picture " + std::to_string(sample); }
    [[nodiscard]] ImageSize sampleSize(std::int64_t sample) const override
    {
        return m_sizes.at(static_cast<std::size_t>(sample));
    }
    [[nodiscard]] Normalisation normalisation() const override { return normalisationOf(m_channels); }

    [[nodiscard]] std::uint8_t label(std::int64_t sample, int y, int x) const
    {
        return static_cast<std::uint8_t>((y / 16 + 2 * (x / 16) + sample) % m_classes);
    }
    [[nodiscard]] std::uint8_t pixel(std::int64_t sample, int y, int x, int channel) const
    {
        CounterRandom random(7, static_cast<std::uint64_t>(sample),
                             static_cast<std::uint64_t>((y * 4096 + x) * 3 + channel));
        const std::uint32_t base = (label(sample, y, x) * 80U + static_cast<std::uint32_t>(channel) * 60U) % 200U;
        return static_cast<std::uint8_t>(base + random.below(50));
    }

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        const ImageSize own = sampleSize(key.sample);
        const Normalisation normal = normalisation();
        for (int y = 0; y < target.size.height; ++y) {
            for (int x = 0; x < target.size.width; ++x) {
                const bool isInside = y < own.height && x < own.width;
                for (int channel = 0; channel < m_channels; ++channel) {
                    const int value = isInside ? pixel(key.sample, y, x, channel) : 0;
                    const auto c = static_cast<std::size_t>(channel);
                    target.image[offset(target, y, x, channel)] =
                        (static_cast<float>(value) / 255.0F - normal.mean.at(c)) / normal.deviation.at(c);
                }
                if (target.labels != nullptr)
                    target.labels[y * target.size.width + x] =
                        isInside && m_isLabelled ? label(key.sample, y, x) : ignoreLabel;
            }
        }
        return StageTimes{};
    }

private:
    [[nodiscard]] std::ptrdiff_t offset(const SampleTarget& target, int y, int x, int channel) const
    {
        const auto [height, width] = target.size;
        return target.memoryFormat == MemoryFormat::ChannelsLast ? (y * width + x) * m_channels + channel
                                                                 : (channel * height + y) * width + x;
    }

    std::vector<ImageSize> m_sizes;
    int m_classes;
    bool m_isLabelled;
    int m_channels;
};

inline ClassTable syntheticClasses(int count = 3)
{
    ClassTable table;
    for (int index = 0; index < count; ++index)
        table.classes.push_back({.value = index, .name = "class " + std::to_string(index), .color = {}, .pixels = 0});
    return table;
}

/// A configuration for synthetic pictures: small crops, no folders.
inline RunConfig syntheticConfig()
{
    RunConfig config;
    config.training.epochs = 2;
    config.training.batch = 4;
    config.training.cropHeight = 64;
    config.training.cropWidth = 64;
    config.training.learningRate = 0.05;
    config.training.seed = 3;
    config.speed.threads = 1; // no barriers to spin at on a busy machine
    config.output.previews = 2;
    return config;
}

} // namespace gapless::test
