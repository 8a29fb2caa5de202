// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/torch_archive.h"

#include <cmath>
#include <string>
#include <type_traits>

#include <ATen/ops/equal.h>

namespace gapless::test
{

[[nodiscard]] inline bool sameTensor(const torch::Tensor& a, const torch::Tensor& b)
{
    return a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() && a.strides() == b.strides() &&
           at::equal(a, b);
}

[[nodiscard]] bool sameValue(const ArchiveValue& a, const ArchiveValue& b);

template<class T>
[[nodiscard]] bool sameContent(const T& a, const T& b)
{
    if constexpr (std::is_same_v<T, double>)
        return a == b || (std::isnan(a) && std::isnan(b));
    else if constexpr (std::is_same_v<T, torch::Tensor>)
        return sameTensor(a, b);
    else
        return a == b;
}

[[nodiscard]] inline bool sameContent(const ArchiveValue::List& a, const ArchiveValue::List& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!sameValue(a[i], b[i]))
            return false;
    }
    return true;
}

template<class Key>
[[nodiscard]] bool sameContent(const std::vector<std::pair<Key, ArchiveValue>>& a,
                               const std::vector<std::pair<Key, ArchiveValue>>& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].first != b[i].first || !sameValue(a[i].second, b[i].second))
            return false;
    }
    return true;
}

/// The same kinds of value throughout, in the same order, tensors with the same type, shape, strides and numbers.
[[nodiscard]] inline bool sameValue(const ArchiveValue& a, const ArchiveValue& b)
{
    return a.variant().index() == b.variant().index() &&
           std::visit([&b]<class T>(const T& content) { return sameContent(content, *b.as<T>()); }, a.variant());
}

} // namespace gapless::test
