// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gapless
{

using Rgb = std::array<std::uint8_t, 3>;

/// What a mask's raw values are.
enum class MaskKind {
    Ids,    ///< grey values or palette indices
    Colors, ///< 24-bit colours, packed as 0xRRGGBB
};

/// One class: its index in the network is its place in ClassTable::classes.
struct ClassEntry
{
    std::int64_t value = 0;  ///< value in the mask files (an id, or a packed colour)
    std::string name;        ///< for people; by default "class <value>"
    Rgb color{};             ///< for display
    std::int64_t pixels = 0; ///< over the whole set; 0 where not counted

    friend bool operator==(const ClassEntry&, const ClassEntry&) = default;
};

/// The one translation between mask values and class indices, the same for training, validation and display.
struct ClassTable
{
    MaskKind kind = MaskKind::Ids;
    std::vector<ClassEntry> classes;
    std::optional<std::int64_t> ignoreValue;
    std::int64_t ignoredPixels = 0;

    [[nodiscard]] int size() const { return static_cast<int>(classes.size()); }
    friend bool operator==(const ClassTable&, const ClassTable&) = default;
};

/// Colour of class `index`: the data set's own when it is known, otherwise from a colour-blind-safe series
/// (Okabe and Ito, "Color Universal Design", 2008), then evenly spread hues.
[[nodiscard]] Rgb defaultClassColor(int index);

} // namespace gapless
