// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

namespace gapless
{

/// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
/// The stream is a pure function of (seed, streamA, streamB), so any thread can draw the numbers of any (epoch, sample)
/// and gets the same ones. Cheap to make; not shared between threads.
class CounterRandom final
{
public:
    using result_type = std::uint32_t;

    CounterRandom(std::uint64_t seed, std::uint64_t streamA, std::uint64_t streamB = 0);

    [[nodiscard]] std::uint32_t next();
    /// [0, 1) with 24 random bits.
    [[nodiscard]] float uniform();
    [[nodiscard]] float uniform(float low, float high);
    /// [0, bound), unbiased (Lemire's method); bound > 0.
    [[nodiscard]] std::uint32_t below(std::uint32_t bound);

    // std::uniform_random_bit_generator
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT32_MAX; }
    result_type operator()() { return next(); }

    /// One block of the bare function, for the published test vectors.
    [[nodiscard]] static std::array<std::uint32_t, 4> block(std::array<std::uint32_t, 4> counter,
                                                            std::array<std::uint32_t, 2> key);

private:
    std::array<std::uint32_t, 4> m_counter{};
    std::array<std::uint32_t, 2> m_key{};
    std::array<std::uint32_t, 4> m_block{};
    unsigned m_used = 4;
};

} // namespace gapless
