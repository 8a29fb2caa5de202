// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_fields.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

namespace gapless
{

/// Where a field lives; the kinds of value that a configuration can hold.
using FieldRef = std::variant<std::string*, double*, int*, std::int64_t*, std::uint64_t*, bool*, MemoryFormat*,
                              LastBatch*, Augmentation*, BadSampleRule*, Loss*, Optimizer*, Schedule*>;

/// One row of the table. Internal to core/config; everything else goes through config_fields.h.
struct FieldEntry
{
    FieldInfo info;
    FieldRef (*access)(RunConfig&);
};

[[nodiscard]] std::span<const FieldEntry> fieldTable();
/// Null when there is none.
[[nodiscard]] const FieldEntry* findField(std::string_view key);
/// "did you mean ...": the keys that are spelled most alike.
[[nodiscard]] std::string nearestKeys(std::string_view key);

/// Names of the enumerators, in their order; the texts of JSON and of the command line.
template<class Enum>
inline constexpr std::array<std::pair<Enum, std::string_view>, 0> enumNames{};
template<>
inline constexpr std::array<std::pair<MemoryFormat, std::string_view>, 2> enumNames<MemoryFormat>{
    {{MemoryFormat::Contiguous, "contiguous"}, {MemoryFormat::ChannelsLast, "channels_last"}}};
template<>
inline constexpr std::array<std::pair<LastBatch, std::string_view>, 2> enumNames<LastBatch>{
    {{LastBatch::Keep, "keep"}, {LastBatch::Drop, "drop"}}};
template<>
inline constexpr std::array<std::pair<Loss, std::string_view>, 3> enumNames<Loss>{
    {{Loss::CrossEntropy, "ce"}, {Loss::Dice, "dice"}, {Loss::CrossEntropyDice, "ce+dice"}}};
template<>
inline constexpr std::array<std::pair<Optimizer, std::string_view>, 3> enumNames<Optimizer>{
    {{Optimizer::Sgd, "sgd"}, {Optimizer::Adam, "adam"}, {Optimizer::AdamW, "adamw"}}};
template<>
inline constexpr std::array<std::pair<Schedule, std::string_view>, 4> enumNames<Schedule>{
    {{Schedule::Poly, "poly"},
     {Schedule::Cosine, "cosine"},
     {Schedule::OneCycle, "onecycle"},
     {Schedule::Constant, "constant"}}};
template<>
inline constexpr std::array<std::pair<Augmentation, std::string_view>, 2> enumNames<Augmentation>{
    {{Augmentation::None, "none"}, {Augmentation::Basic, "basic"}}};
template<>
inline constexpr std::array<std::pair<BadSampleRule, std::string_view>, 2> enumNames<BadSampleRule>{
    {{BadSampleRule::Stop, "stop"}, {BadSampleRule::Skip, "skip"}}};

} // namespace gapless
