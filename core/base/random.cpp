// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"

namespace gapless
{

namespace
{

constexpr std::uint32_t multiplier0 = 0xD2511F53U;
constexpr std::uint32_t multiplier1 = 0xCD9E8D57U;
constexpr std::uint32_t weyl0 = 0x9E3779B9U;
constexpr std::uint32_t weyl1 = 0xBB67AE85U;
constexpr int rounds = 10;

constexpr std::uint32_t lowWord(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

constexpr std::uint32_t highWord(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value >> 32);
}

} // namespace

std::array<std::uint32_t, 4> CounterRandom::block(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key)
{
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{multiplier0} * counter[0];
        const std::uint64_t product1 = std::uint64_t{multiplier1} * counter[2];
        counter = {highWord(product1) ^ counter[1] ^ key[0], lowWord(product1),
                   highWord(product0) ^ counter[3] ^ key[1], lowWord(product0)};
        key[0] += weyl0;
        key[1] += weyl1;
    }
    return counter;
}

// Seed and both stream numbers are 192 bits, key and counter have room for 128 beside the 64 that count blocks. One
// block mixes them: two of its words become the key, two the upper half of the counter.
CounterRandom::CounterRandom(std::uint64_t seed, std::uint64_t streamA, std::uint64_t streamB)
{
    const auto mixed = block({lowWord(streamA), highWord(streamA), lowWord(streamB), highWord(streamB)},
                             {lowWord(seed), highWord(seed)});
    m_key = {mixed[0], mixed[1]};
    m_counter = {0, 0, mixed[2], mixed[3]};
}

std::uint32_t CounterRandom::next()
{
    if (m_used == m_block.size()) {
        m_block = block(m_counter, m_key);
        if (++m_counter[0] == 0)
            ++m_counter[1];
        m_used = 0;
    }
    return m_block[m_used++];
}

float CounterRandom::uniform()
{
    return static_cast<float>(next() >> 8) * 0x1.0p-24F;
}

float CounterRandom::uniform(float low, float high)
{
    return low + (high - low) * uniform();
}

// D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
std::uint32_t CounterRandom::below(std::uint32_t bound)
{
    std::uint64_t product = std::uint64_t{next()} * bound;
    if (lowWord(product) < bound) {
        const std::uint32_t threshold = (0U - bound) % bound;
        while (lowWord(product) < threshold)
            product = std::uint64_t{next()} * bound;
    }
    return highWord(product);
}

} // namespace gapless
