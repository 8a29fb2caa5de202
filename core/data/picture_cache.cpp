// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/picture_cache.h"

#include <algorithm>

#include "core/data/image_window.h"

namespace gapless
{

PictureCache::PictureCache(std::span<const ImageSize> sizes, std::int64_t byteLimit, int channels)
    : m_channels(channels)
    , m_states(std::make_unique<std::atomic<State>[]>(sizes.size()))
{
    m_places.reserve(sizes.size());
    bool isFull = false;
    for (const ImageSize& size : sizes) {
        const auto bytes = static_cast<std::int64_t>(pixelCount(size)) * (channels + 1);
        // The first that does not fit ends it: were smaller ones behind it taken, which pictures are kept would be hard
        // to tell.
        isFull = isFull || bytes > byteLimit - m_bytes;
        const bool hasPlace = !isFull && bytes > 0;
        m_places.push_back({hasPlace ? m_bytes : -1, size});
        if (hasPlace) {
            m_bytes += bytes;
            ++m_pictures;
        }
    }
    if (m_bytes > 0)
        m_memory = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(m_bytes));
}

std::optional<PictureView> PictureCache::find(std::int64_t sample) const
{
    const Place& place = m_places[index(sample)];
    if (place.offset < 0 || m_states[index(sample)].load(std::memory_order_acquire) != State::Stored)
        return std::nullopt;
    const auto* pixels = reinterpret_cast<const std::uint8_t*>(m_memory.get() + place.offset);
    const PixelWindow whole{0, 0, place.size};
    const std::size_t imageBytes = pixelCount(place.size) * static_cast<std::size_t>(m_channels);
    return PictureView{pixels, whole, pixels + imageBytes, whole};
}

void PictureCache::store(std::int64_t sample, const ChannelImage& image, const LabelImage& labels)
{
    const Place& place = m_places[index(sample)];
    State expected = State::Empty;
    if (place.offset < 0 || image.size != place.size || image.channels != m_channels ||
        labels.data.size() * static_cast<std::size_t>(m_channels) != image.data.size() ||
        !m_states[index(sample)].compare_exchange_strong(expected, State::Filling))
        return;
    auto* pixels = reinterpret_cast<std::uint8_t*>(m_memory.get() + place.offset);
    std::ranges::copy(labels.data, std::ranges::copy(image.data, pixels).out);
    m_states[index(sample)].store(State::Stored, std::memory_order_release);
    m_stored.fetch_add(1, std::memory_order_relaxed);
}

} // namespace gapless
