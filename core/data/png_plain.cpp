// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/png_plain.h"

#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <memory>
#include <optional>
#include <string_view>

#include "core/data/png_filters.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

using Bytes = std::span<const unsigned char>;

std::uint32_t bigEndian(Bytes bytes)
{
    return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
}

struct Chunk
{
    std::string_view type;
    Bytes data;
};

/// Cuts the first chunk off `rest`; empty when it is cut short, its checksum is wrong or its name is none.
std::optional<Chunk> takeChunk(Bytes& rest)
{
    constexpr std::size_t frame = 12; // length, name, checksum
    if (rest.size() < frame || bigEndian(rest) > rest.size() - frame)
        return std::nullopt;
    const std::size_t length = bigEndian(rest);
    const Bytes named = rest.subspan(4, 4 + length);
    if (libdeflate_crc32(0, named.data(), named.size()) != bigEndian(rest.subspan(8 + length)))
        return std::nullopt;
    const Chunk chunk{{reinterpret_cast<const char*>(named.data()), 4}, named.subspan(4)};
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (!std::ranges::all_of(chunk.type, isLetter))
        return std::nullopt;
    rest = rest.subspan(frame + length);
    return chunk;
}

bool readHead(Bytes head, PlainPng& png)
{
    constexpr std::array<unsigned char, 5> usual{8, 0, 0, 0, 0}; // bits; compression, filters, interlacing
    constexpr std::uint32_t longest = 1'000'000;                 // libpng's limit
    if (head.size() != 13 || head[8] != usual[0] || !std::ranges::equal(head.subspan(10), std::span(usual).subspan(2)))
        return false;
    const std::uint32_t width = bigEndian(head);
    const std::uint32_t height = bigEndian(head.subspan(4));
    if (width > longest || height > longest)
        return false;
    png.size = {static_cast<int>(height), static_cast<int>(width)};
    const auto setKind = [&](PixelKind kind, int channels) {
        png.format.kind = kind;
        png.format.channels = channels;
    };
    png.format.palette.clear();
    switch (head[9]) {
    case 0:
        setKind(PixelKind::Grey, 1);
        break;
    case 2:
        setKind(PixelKind::Color, 3);
        break;
    case 3:
        setKind(PixelKind::Palette, 1);
        break;
    case 4:
        setKind(PixelKind::GreyAlpha, 2);
        break;
    case 6:
        setKind(PixelKind::ColorAlpha, 4);
        break;
    default:
        return false;
    }
    return checkSize(png.size, {}).has_value();
}

bool readPalette(Bytes entries, PlainPng& png)
{
    const bool mayHaveOne = png.format.kind != PixelKind::Grey && png.format.kind != PixelKind::GreyAlpha;
    if (!mayHaveOne || entries.empty() || entries.size() % 3 != 0 || entries.size() > std::size_t{3} * 256)
        return false;
    if (png.format.kind == PixelKind::Palette)
        for (std::size_t at = 0; at < entries.size(); at += 3)
            png.format.palette.push_back({entries[at], entries[at + 1], entries[at + 2]});
    return true;
}

std::size_t rawSize(const PlainPng& png)
{
    return (static_cast<std::size_t>(png.size.width) * png.format.pixelBytes() + 1) *
           static_cast<std::size_t>(png.size.height);
}

/// Deflate makes at most 1032 bytes of one: a header that promises more is damaged or hostile, and gets no memory.
bool canHold(const PlainPng& png)
{
    std::size_t compressed = 0;
    for (const Bytes part : png.data)
        compressed += part.size();
    return rawSize(png) / 1032 <= compressed;
}

/// What libdeflate does not ask: whether distances fit the window that the stream's head promises.
bool hasLargeWindow(const PlainPng& png)
{
    const auto first = std::ranges::find_if(png.data, [](Bytes part) { return !part.empty(); });
    if (first == png.data.end())
        return false;
    const unsigned power = (*first)[0] >> 4U;
    return power == 7 || (power < 7 && rawSize(png) <= std::size_t{256} << power);
}

/// The compressed pixels in one piece.
Bytes joined(const std::vector<Bytes>& parts)
{
    if (parts.size() == 1)
        return parts.front();
    thread_local std::vector<unsigned char> memory;
    memory.clear();
    for (const Bytes part : parts)
        memory.insert(memory.end(), part.begin(), part.end());
    return memory;
}

struct FreeDecompressor
{
    void operator()(libdeflate_decompressor* decompressor) const { libdeflate_free_decompressor(decompressor); }
};

} // namespace

bool findPlainPng(std::span<const unsigned char> bytes, PlainPng& png)
{
    constexpr std::size_t largestExtra = 8'000'000; // libpng's limit for a chunk beside the pixels
    constexpr std::size_t signature = 8;
    png.data.clear();
    Bytes rest = bytes.subspan(std::min(signature, bytes.size()));
    const auto head = takeChunk(rest);
    if (!head || head->type != "IHDR" || !readHead(head->data, png))
        return false;
    bool hasPalette = false;
    std::string_view before;
    for (auto chunk = takeChunk(rest); chunk; chunk = takeChunk(rest)) {
        const bool isExtra = chunk->type[0] >= 'a';
        if (chunk->type == "IDAT") {
            if (!png.data.empty() && before != "IDAT")
                return false;
            png.data.push_back(chunk->data);
        } else if (chunk->type == "PLTE") {
            if (hasPalette || !png.data.empty() || !readPalette(chunk->data, png))
                return false;
            hasPalette = true;
        } else if (chunk->type == "IEND") {
            return chunk->data.empty() && canHold(png) && hasLargeWindow(png) &&
                   (hasPalette || png.format.kind != PixelKind::Palette);
        } else if (!isExtra || chunk->data.size() > largestExtra) {
            return false;
        }
        before = chunk->type;
    }
    return false;
}

bool readPlainPng(const PlainPng& png, const PixelWindow& window, RowWriter& writer)
{
    thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
        libdeflate_alloc_decompressor());
    thread_local std::vector<std::uint8_t> raw; // each row after the type of its filter
    thread_local std::vector<std::uint8_t> zeros;
    const std::size_t size = rawSize(png);
    const std::size_t rowBytes = static_cast<std::size_t>(png.size.width) * png.format.pixelBytes();
    if (raw.size() < size + pngRowSlack)
        raw.resize(size + pngRowSlack);
    zeros.assign(rowBytes + pngRowSlack, 0);
    const Bytes compressed = joined(png.data);
    if (decompressor == nullptr || libdeflate_zlib_decompress(decompressor.get(), compressed.data(), compressed.size(),
                                                              raw.data(), size, nullptr) != LIBDEFLATE_SUCCESS)
        return false;
    const std::uint8_t* above = zeros.data();
    std::uint8_t* row = raw.data() + 1;
    const std::size_t firstByte = static_cast<std::size_t>(window.left) * png.format.pixelBytes();
    for (int y = 0; y < window.top + window.size.height; ++y, row += rowBytes + 1) {
        if (!undoPngFilter(row[-1], row, above, rowBytes, png.format.pixelBytes()))
            return false;
        if (y >= window.top)
            writer.take(row + firstByte);
        above = row;
    }
    return true;
}

} // namespace gapless
