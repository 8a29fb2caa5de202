// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/torch_archive.h"

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// Takes fields out of an archive by dotted paths ("position.step", "param_groups.0.lr") and notes each that is missing
/// or of the wrong type, so that all of them can be named at once. A field that is wrong yields a default.
class ArchiveFields final
{
public:
    explicit ArchiveFields(const ArchiveValue& root)
        : m_root(root)
    {
    }

    /// Null (noted) unless the field is there and has this type.
    template<class T>
    const T* take(std::string_view path, std::string_view typeName)
    {
        const ArchiveValue* value = require(path);
        if (value == nullptr)
            return nullptr;
        const T* content = value->as<T>();
        if (content == nullptr)
            note(path, "must be " + std::string(typeName));
        return content;
    }

    /// A whole number of at least `lowest`.
    std::int64_t integer(std::string_view path, std::int64_t lowest = 0);
    double number(std::string_view path);
    std::string text(std::string_view path);
    /// The tensors of a dictionary, in its order.
    std::vector<std::pair<std::string, torch::Tensor>> tensors(std::string_view path);

    /// Null when it is not there; nothing is noted.
    [[nodiscard]] const ArchiveValue* find(std::string_view path) const;
    const ArchiveValue* require(std::string_view path);
    void note(std::string_view path, std::string_view problem);
    [[nodiscard]] const std::vector<std::string>& problems() const { return m_problems; }

private:
    const ArchiveValue& m_root;
    std::vector<std::string> m_problems;
};

} // namespace gapless
