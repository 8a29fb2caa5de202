// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/augmentation.h"
#include "core/types/image_size.h"
#include "core/types/memory_format.h"
#include "core/types/normalisation.h"

#include <cstdint>
#include <string>

namespace gapless
{

/// What decides a sample's random draws; nothing else does, so 1 and 16 workers draw the same.
struct SampleKey
{
    std::uint64_t seed = 0;
    std::int64_t epoch = 0;
    std::int64_t sample = 0; ///< 0 .. size() - 1
    /// What is done with the draws; the same for all samples of a batch. Of no effect on whole pictures.
    Augmentation augmentation = Augmentation::None;
};

/// Where a sample is written: its own part of a batch slot, in the form the engine wants.
struct SampleTarget
{
    float* image = nullptr; ///< channels() x height x width, normalised, in memoryFormat's order
    std::int64_t* labels =
        nullptr;    ///< height x width class indices, ignoreLabel where not labelled; null: no labels wanted
    ImageSize size; ///< of the target; at least sampleSize() where that is larger than 0
    MemoryFormat memoryFormat = MemoryFormat::ChannelsLast;
};

/// Milliseconds that one sample took, by stage.
struct StageTimes
{
    float readMs = 0;    ///< file to memory; 0 for pictures that are kept in memory
    float decodeMs = 0;  ///< memory to pixels; 0 for pictures that are kept in memory
    float augmentMs = 0; ///< the draws, and where each pixel of the crop comes from
    float writeMs = 0;   ///< scale, crop, flip, normalise and lay out into the slot, which is one pass
};

/// Decoded pictures that a source keeps in memory.
struct CacheUse
{
    std::int64_t bytes = 0;    ///< of all that have a place, whether filled or not yet; known from the start
    std::int64_t pictures = 0; ///< that have a place
    std::int64_t stored = 0;   ///< pictures that are there by now
};

/// Samples for the loader, which knows nothing of files and pictures. Implemented by core/data.
/// All methods are const and are called from several threads at once.
class SampleSource
{
public:
    SampleSource() = default;
    SampleSource(const SampleSource&) = delete;
    SampleSource& operator=(const SampleSource&) = delete;
    virtual ~SampleSource() = default;

    [[nodiscard]] virtual std::int64_t size() const = 0;
    /// For messages and previews: the image's file name.
    [[nodiscard]] virtual std::string name(std::int64_t sample) const = 0;
    /// Original size of the image, known without decoding it.
    [[nodiscard]] virtual ImageSize sampleSize(std::int64_t sample) const = 0;
    [[nodiscard]] virtual Normalisation normalisation() const = 0;
    /// Floats that write() gives for each pixel.
    [[nodiscard]] int channels() const { return normalisation().channels(); }
    [[nodiscard]] virtual CacheUse cacheUse() const { return {}; }
    /// Fills the target whole. Errors name the file.
    [[nodiscard]] virtual Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const = 0;
};

} // namespace gapless
