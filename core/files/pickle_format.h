// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/ScalarType.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace gapless
{

/// The opcodes of pickle protocol 2 that torch.save emits for tensors in plain containers (CPython,
/// Lib/pickletools.py).
enum class Opcode : std::uint8_t {
    Mark = '(',
    EmptyTuple = ')',
    Stop = '.',
    BinFloat = 'G',
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    None = 'N',
    BinPersId = 'Q',
    Reduce = 'R',
    BinUnicode = 'X',
    EmptyList = ']',
    Append = 'a',
    Build = 'b',
    Global = 'c',
    Appends = 'e',
    BinGet = 'h',
    LongBinGet = 'j',
    BinPut = 'q',
    LongBinPut = 'r',
    SetItem = 's',
    Tuple = 't',
    SetItems = 'u',
    EmptyDict = '}',
    Proto = 0x80,
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    NewTrue = 0x88,
    NewFalse = 0x89,
    Long1 = 0x8A,
};

struct StorageName
{
    c10::ScalarType type;
    std::string_view name; ///< class in Python's module torch
};

constexpr std::array<StorageName, 8> storageNames{{
    {c10::ScalarType::Float, "FloatStorage"},
    {c10::ScalarType::Double, "DoubleStorage"},
    {c10::ScalarType::Half, "HalfStorage"},
    {c10::ScalarType::BFloat16, "BFloat16Storage"},
    {c10::ScalarType::Long, "LongStorage"},
    {c10::ScalarType::Int, "IntStorage"},
    {c10::ScalarType::Byte, "ByteStorage"},
    {c10::ScalarType::Bool, "BoolStorage"},
}};

} // namespace gapless
