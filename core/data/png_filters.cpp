// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/png_filters.h"

#include <algorithm>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gapless
{

namespace
{

// GCC's and Clang's vectors: SSE2 on every x86-64, NEON on ARM, plain code elsewhere.
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Lanes = std::int16_t __attribute__((vector_size(16)));

/// Four bytes, a 16-bit lane each.
Lanes load(const std::uint8_t* from)
{
#ifdef __SSE2__
    std::uint32_t word;
    std::memcpy(&word, from, sizeof word);
    return reinterpret_cast<Lanes>(_mm_unpacklo_epi8(_mm_cvtsi32_si128(static_cast<int>(word)), _mm_setzero_si128()));
#else
    return Lanes{from[0], from[1], from[2], from[3]};
#endif
}

/// The first `count` lanes, whose high bytes are zero, as bytes.
template<std::size_t count>
void store(std::uint8_t* to, Lanes lanes)
{
#ifdef __SSE2__ // GCC 12 has no good code for this
    const auto word = static_cast<std::uint32_t>(
        _mm_cvtsi128_si32(_mm_packus_epi16(reinterpret_cast<__m128i>(lanes), reinterpret_cast<__m128i>(lanes))));
    std::memcpy(to, &word, count);
#else
    for (std::size_t lane = 0; lane < count; ++lane)
        to[lane] = static_cast<std::uint8_t>(lanes[lane]);
#endif
}

/// The predictor of Paeth: of left, above and above left the one nearest to left + above - aboveLeft. Written with
/// thresholds, as Fabian Giesen found, for fewer steps that wait for each other. Of numbers or of vectors.
template<class Number>
Number paeth(Number left, Number above, Number aboveLeft)
{
    const Number threshold = aboveLeft + aboveLeft + aboveLeft - above - left;
    const Number low = left < above ? left : above;
    const Number high = left < above ? above : left;
    const Number nearLow = high <= threshold ? low : aboveLeft;
    return threshold <= low ? high : nearLow;
}

/// Rows of 3 or 4 bytes a pixel: the bytes of a pixel side by side, pixels one after the other, since each waits for
/// the one before it.
template<std::size_t pixelBytes, class Predict>
void undoPixels(std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, Predict predict)
{
    Lanes left{};
    Lanes aboveLeft{};
    for (std::size_t at = 0; at < bytes; at += pixelBytes) {
        const Lanes up = load(above + at);
        const auto guess = reinterpret_cast<Bytes>(predict(left, up, aboveLeft));
        left = reinterpret_cast<Lanes>(reinterpret_cast<Bytes>(load(row + at)) + guess); // by bytes: modulo 256
        aboveLeft = up;
        store<pixelBytes>(row + at, left);
    }
}

/// The same for 1 and 2 bytes a pixel.
template<std::size_t pixelBytes, class Predict>
void undoBytes(std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, Predict predict)
{
    int left[pixelBytes]{};
    int aboveLeft[pixelBytes]{};
    for (std::size_t at = 0; at < bytes; at += pixelBytes)
        for (std::size_t byte = 0; byte < pixelBytes; ++byte) {
            const int up = above[at + byte];
            left[byte] = (row[at + byte] + predict(left[byte], up, aboveLeft[byte])) & 0xFF;
            aboveLeft[byte] = up;
            row[at + byte] = static_cast<std::uint8_t>(left[byte]);
        }
}

template<std::size_t pixelBytes, class Predict>
void undo(std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, Predict predict)
{
    if constexpr (pixelBytes >= 3)
        undoPixels<pixelBytes>(row, above, bytes, predict);
    else
        undoBytes<pixelBytes>(row, above, bytes, predict);
}

void undoUp(std::uint8_t* row, const std::uint8_t* above, std::size_t bytes)
{
    std::size_t at = 0;
    for (; at + sizeof(Bytes) <= bytes; at += sizeof(Bytes)) {
        Bytes here;
        Bytes up;
        std::memcpy(&here, row + at, sizeof here);
        std::memcpy(&up, above + at, sizeof up);
        here += up;
        std::memcpy(row + at, &here, sizeof here);
    }
    for (; at < bytes; ++at)
        row[at] = static_cast<std::uint8_t>(row[at] + above[at]);
}

template<std::size_t pixelBytes>
bool undoFilter(int type, std::uint8_t* row, const std::uint8_t* above, std::size_t bytes)
{
    switch (type) {
    case 0:
        return true;
    case 1:
        undo<pixelBytes>(row, above, bytes, [](auto left, auto, auto) { return left; });
        return true;
    case 2:
        undoUp(row, above, bytes);
        return true;
    case 3:
        undo<pixelBytes>(row, above, bytes, [](auto left, auto up, auto) { return (left + up) >> 1; });
        return true;
    case 4:
        undo<pixelBytes>(row, above, bytes,
                         [](auto left, auto up, auto aboveLeft) { return paeth(left, up, aboveLeft); });
        return true;
    default:
        return false;
    }
}

} // namespace

bool undoPngFilter(int type, std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, std::size_t pixelBytes)
{
    switch (pixelBytes) {
    case 1:
        return undoFilter<1>(type, row, above, bytes);
    case 2:
        return undoFilter<2>(type, row, above, bytes);
    case 3:
        return undoFilter<3>(type, row, above, bytes);
    default:
        return undoFilter<4>(type, row, above, bytes);
    }
}

} // namespace gapless
