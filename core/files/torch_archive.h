// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <torch/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gapless
{

/// What a torch.save file can hold that torch.load(weights_only=True) accepts: None, bool, int, float, str, tensor, list,
/// dictionary with string keys (in order).
class ArchiveValue
{
public:
    using List = std::vector<ArchiveValue>;
    using Dictionary = std::vector<std::pair<std::string, ArchiveValue>>;
    using Variant = std::variant<std::monostate, bool, std::int64_t, double, std::string, torch::Tensor, List, Dictionary>;

    ArchiveValue() = default;
    template<class T>
        requires(!std::is_same_v<std::remove_cvref_t<T>, ArchiveValue>)
    ArchiveValue(T&& value) : m_value(std::forward<T>(value))
    {
    }

    [[nodiscard]] const Variant& variant() const { return m_value; }
    template<class T>
    [[nodiscard]] const T* as() const
    {
        return std::get_if<T>(&m_value);
    }
    /// Entry of a dictionary; null when this is none or has no such key.
    [[nodiscard]] const ArchiveValue* find(std::string_view key) const;

private:
    Variant m_value;
};

/// Writes a zip archive as torch.save does (format of PyTorch >= 1.6: data.pkl, data/N, version, byteorder), beside the target
/// and renamed. Tensors are written as they lie in memory (a channels_last weight keeps its strides). Any thread.
[[nodiscard]] Result<void> writeTorchArchive(const std::filesystem::path& file, const ArchiveValue& value);

/// Reads such a file with a restricted unpickler: a whitelist of opcodes and of globals (the tensor rebuild functions, storage
/// types, OrderedDict), nothing is ever executed. Checks the CRC of every record. Errors: Data, naming file and reason.
[[nodiscard]] Result<ArchiveValue> readTorchArchive(const std::filesystem::path& file);

} // namespace gapless
