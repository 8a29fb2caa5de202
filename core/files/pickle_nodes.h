// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gapless::pickle
{

struct Node;

struct Tuple
{
    std::vector<const Node*> items;
};
struct List
{
    std::vector<const Node*> items;
};
struct Dictionary
{
    std::vector<std::pair<const Node*, const Node*>> entries;
    bool ordered = false;
};
/// What a pickle may call; the program imitates it.
enum class Callable { OrderedDict, RebuildTensor, RebuildParameter };
struct Storage
{
    torch::Tensor elements;
};

/// Pickles refer back to what they have built, so values are nodes that live as long as the reader; cycles among them
/// do no harm.
struct Node
{
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, torch::Tensor, Tuple, List,
                 Dictionary, Callable, torch::ScalarType, Storage>
        value;

    template<class T>
    [[nodiscard]] const T* as() const
    {
        return std::get_if<T>(&value);
    }
};

/// What ends reading: the file is not one of those that are read. Error code Data.
[[nodiscard]] std::unexpected<Error> refused(std::string what);

/// torch._utils._rebuild_tensor_v2: a view of a storage, all of whose elements lie within it.
[[nodiscard]] Result<torch::Tensor> rebuildTensor(const Tuple& arguments);

} // namespace gapless::pickle
