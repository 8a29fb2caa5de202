// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gapless
{

/// What a torch.save file can hold that torch.load(weights_only=True) accepts: None, bool, int, float, str, tensor,
/// list, dictionary with string keys or with whole numbers as keys (in order). Tuples are read as lists, an empty
/// dictionary as one with string keys; whole numbers are std::int64_t wherever they fit.
class ArchiveValue
{
public:
    using List = std::vector<ArchiveValue>;
    using Dictionary = std::vector<std::pair<std::string, ArchiveValue>>;
    using IntegerDictionary = std::vector<std::pair<std::int64_t, ArchiveValue>>;
    using Variant = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, torch::Tensor,
                                 List, Dictionary, IntegerDictionary>;

    ArchiveValue() = default;
    template<class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, ArchiveValue>) ArchiveValue(T&& value)
        : m_value(std::forward<T>(value))
    {
    }

    [[nodiscard]] const Variant& variant() const { return m_value; }
    template<class T>
    [[nodiscard]] const T* as() const
    {
        return std::get_if<T>(&m_value);
    }
    /// Entry of a dictionary with string keys; null when this is none or has no such key.
    [[nodiscard]] const ArchiveValue* find(std::string_view key) const;

private:
    Variant m_value;
};

/// Writes a zip archive as torch.save does (format of PyTorch >= 1.6: data.pkl, data/N, version, byteorder), beside the
/// target and renamed. Tensors are written as they lie in memory (a channels_last weight keeps its strides), storages
/// that several share once. Any thread. Errors: File, with the system's reason; Internal for a type of number that is
/// not offered.
[[nodiscard]] Result<void> writeTorchArchive(const std::filesystem::path& file, const ArchiveValue& value);

/// Reads such a file with a restricted unpickler: a whitelist of opcodes and of globals (the tensor rebuild functions,
/// storage types, OrderedDict), nothing is ever executed. Checks the CRC of every record. Errors: Data, naming file and
/// reason.
[[nodiscard]] Result<ArchiveValue> readTorchArchive(const std::filesystem::path& file);

} // namespace gapless
