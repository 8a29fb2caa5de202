// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/slot_writer.h"
#include "core/types/image_size.h"
#include "core/types/pixels.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gapless
{

/// Decoded pictures and their labels in memory, a byte a pixel for each channel and for the label, filled while the
/// first epoch reads them. Which samples have a place is decided at the start, in order of number as far as the limit
/// reaches, so the memory is known before anything is read, and a run does not depend on which thread came first.
/// Nothing is ever thrown out.
///
/// One block of address space; the system gives memory as places are filled. find() and store(): any thread, no locks.
class PictureCache final
{
public:
    /// A sample without pixels gets no place. Throws std::bad_alloc.
    PictureCache(std::span<const ImageSize> sizes, std::int64_t byteLimit, int channels = 3);

    /// The whole picture, once it has been stored.
    [[nodiscard]] std::optional<PictureView> find(std::int64_t sample) const;
    [[nodiscard]] bool hasPlace(std::int64_t sample) const { return m_places[index(sample)].offset >= 0; }
    /// Copies a decoded picture; without effect when it has no place, or when another thread has stored it or does so
    /// now. Sizes and channels as told at the start.
    void store(std::int64_t sample, const ChannelImage& image, const LabelImage& labels);

    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }          ///< of all places together
    [[nodiscard]] std::int64_t pictures() const { return m_pictures; }    ///< that have a place
    [[nodiscard]] std::int64_t stored() const { return m_stored.load(); } ///< pictures stored so far

private:
    enum class State : std::uint8_t { Empty, Filling, Stored };

    struct Place
    {
        std::int64_t offset = -1; ///< of the pixels in the block; the labels follow them. -1: no place
        ImageSize size;
    };

    [[nodiscard]] static std::size_t index(std::int64_t sample) { return static_cast<std::size_t>(sample); }

    int m_channels;
    std::vector<Place> m_places;
    std::unique_ptr<std::atomic<State>[]> m_states;
    std::unique_ptr<std::byte[]> m_memory;
    std::int64_t m_bytes = 0;
    std::int64_t m_pictures = 0;
    std::atomic<std::int64_t> m_stored{0};
};

} // namespace gapless
