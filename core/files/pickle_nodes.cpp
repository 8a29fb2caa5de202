// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_nodes.h"

#include <optional>

#include <ATen/ops/as_strided.h>

namespace gapless::pickle
{

namespace
{

constexpr std::size_t mostDimensions = 64;

/// Whether all elements of such a tensor lie within its storage, each at a place of its own as far as their number
/// tells.
bool fitsStorage(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides, std::int64_t offset,
                 std::int64_t elements)
{
    if (sizes.size() != strides.size() || sizes.size() > mostDimensions || offset < 0 || offset > elements)
        return false;
    std::int64_t count = 1;
    std::int64_t last = offset;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        std::int64_t span = 0;
        if (sizes[i] < 0 || strides[i] < 0 || __builtin_mul_overflow(count, sizes[i], &count))
            return false;
        if (sizes[i] > 0 &&
            (__builtin_mul_overflow(sizes[i] - 1, strides[i], &span) || __builtin_add_overflow(last, span, &last)))
            return false;
    }
    return count == 0 || (count <= elements && last < elements);
}

std::optional<std::vector<std::int64_t>> integers(const Node& node)
{
    const auto* tuple = node.as<Tuple>();
    if (tuple == nullptr)
        return std::nullopt;
    std::vector<std::int64_t> values;
    for (const Node* item : tuple->items) {
        const auto* value = item->as<std::int64_t>();
        if (value == nullptr)
            return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

} // namespace

std::unexpected<Error> refused(std::string what)
{
    return fail(ErrorCode::Data, std::move(what), {}, "only tensors in plain containers are read; save a state_dict");
}

Result<torch::Tensor> rebuildTensor(const Tuple& arguments)
{
    // storage, offset, sizes, strides, requires_grad, hooks and, since PyTorch 2.1, metadata
    const auto& items = arguments.items;
    if (items.size() < 6 || items.size() > 7)
        return refused("the pickle makes a tensor in an unknown way");
    const auto* storage = items[0]->as<Storage>();
    const auto* offset = items[1]->as<std::int64_t>();
    const auto sizes = integers(*items[2]);
    const auto strides = integers(*items[3]);
    if (storage == nullptr || offset == nullptr || !sizes || !strides)
        return refused("the pickle makes a tensor in an unknown way");
    if (!fitsStorage(*sizes, *strides, *offset, storage->elements.numel()))
        return refused("the pickle makes a tensor that reaches beyond its data");
    return storage->elements.as_strided(*sizes, *strides, *offset);
}

} // namespace gapless::pickle
