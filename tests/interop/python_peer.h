// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/state_dict.h"
#include "core/files/torch_archive.h"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace gapless::test
{

/// Empty when GAPLESS_PYTHON can run python_peer.py, otherwise what is missing: then QSKIP and say so. Asked once.
[[nodiscard]] const std::string& pythonProblem();

/// Runs python_peer.py; empty when it ended well, otherwise what it said.
[[nodiscard]] std::string runPeer(std::string_view command, std::initializer_list<std::filesystem::path> arguments);

/// The entry of a dictionary with this type; a default when it is not there, so that the comparison fails.
template<class T>
[[nodiscard]] T valueAt(const ArchiveValue& dictionary, std::string_view key)
{
    const ArchiveValue* entry = dictionary.find(key);
    const T* content = entry == nullptr ? nullptr : entry->as<T>();
    return content == nullptr ? T() : *content;
}

/// All tensors of a dictionary.
[[nodiscard]] StateDict tensorsOf(const ArchiveValue& dictionary);

/// Largest difference over the largest number of `expected`; infinite for another shape.
[[nodiscard]] double relativeDifference(const torch::Tensor& actual, const torch::Tensor& expected);

} // namespace gapless::test
