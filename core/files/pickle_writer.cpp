// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_writer.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_map>

#include "core/files/pickle_format.h"

namespace gapless
{

namespace
{

class PickleWriter final
{
public:
    Result<Pickled> run(const ArchiveValue& value)
    {
        op(Opcode::Proto);
        m_result.pickle += '\2';
        write(value);
        op(Opcode::Stop);
        if (!m_problem.empty())
            return fail(ErrorCode::Internal, m_problem);
        return std::move(m_result);
    }

private:
    void write(const ArchiveValue& value)
    {
        std::visit([this](const auto& content) { put(content); }, value.variant());
    }

    void put(std::monostate) { op(Opcode::None); }
    void put(bool value) { op(value ? Opcode::NewTrue : Opcode::NewFalse); }
    void put(std::int64_t value);
    void put(std::uint64_t value);
    void put(double value);
    void put(const std::string& text);
    void put(const torch::Tensor& given);
    void put(const ArchiveValue::List& list);
    template<class Key>
    void put(const std::vector<std::pair<Key, ArchiveValue>>& dictionary);

    void op(Opcode code) { m_result.pickle += static_cast<char>(code); }
    template<class Number>
    void number(Number value, std::size_t bytes = sizeof(Number));
    void global(std::string_view module, std::string_view name);
    void tuple(at::IntArrayRef values);
    std::string storageKey(const torch::Tensor& tensor);

    Pickled m_result;
    std::string m_problem;
    std::unordered_map<const void*, std::string> m_keys; ///< by storage
};

template<class Number>
void PickleWriter::number(Number value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        m_result.pickle += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
}

void PickleWriter::put(std::int64_t value)
{
    if (value == static_cast<std::int32_t>(value)) {
        op(Opcode::BinInt);
        number(static_cast<std::int32_t>(value));
    } else {
        op(Opcode::Long1);
        number(sizeof value, 1);
        number(value);
    }
}

void PickleWriter::put(std::uint64_t value)
{
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return put(static_cast<std::int64_t>(value));
    op(Opcode::Long1);
    number(sizeof value + 1, 1);
    number(value);
    number(0, 1); // the sign
}

void PickleWriter::put(double value)
{
    op(Opcode::BinFloat);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 56; shift >= 0; shift -= 8) // the one big-endian number of the format
        m_result.pickle += static_cast<char>(bits >> shift & 0xFF);
}

void PickleWriter::put(const std::string& text)
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
        m_problem = "a text is longer than a pickle can hold";
        return;
    }
    op(Opcode::BinUnicode);
    number(static_cast<std::uint32_t>(text.size()));
    m_result.pickle += text;
}

void PickleWriter::put(const torch::Tensor& given)
{
    const torch::Tensor tensor = given.detach().cpu();
    const auto storage = std::ranges::find(storageNames, tensor.scalar_type(), &StorageName::type);
    if (tensor.layout() != at::kStrided || storage == storageNames.end()) {
        m_problem = std::string("tensors of type ") + c10::toString(tensor.scalar_type()) + " cannot be saved";
        return;
    }
    global("torch._utils", "_rebuild_tensor_v2");
    op(Opcode::Mark);
    op(Opcode::Mark);
    put(std::string("storage"));
    global("torch", storage->name);
    put(storageKey(tensor));
    put(std::string("cpu"));
    put(static_cast<std::int64_t>(tensor.storage().nbytes() / tensor.element_size()));
    op(Opcode::Tuple);
    op(Opcode::BinPersId);
    put(tensor.storage_offset());
    tuple(tensor.sizes());
    tuple(tensor.strides());
    put(false); // requires_grad
    global("collections", "OrderedDict");
    op(Opcode::EmptyTuple);
    op(Opcode::Reduce); // no hooks
    op(Opcode::Tuple);
    op(Opcode::Reduce);
}

void PickleWriter::put(const ArchiveValue::List& list)
{
    op(Opcode::EmptyList);
    op(Opcode::Mark);
    for (const ArchiveValue& value : list)
        write(value);
    op(Opcode::Appends);
}

template<class Key>
void PickleWriter::put(const std::vector<std::pair<Key, ArchiveValue>>& dictionary)
{
    op(Opcode::EmptyDict);
    op(Opcode::Mark);
    for (const auto& [key, value] : dictionary) {
        put(key);
        write(value);
    }
    op(Opcode::SetItems);
}

void PickleWriter::global(std::string_view module, std::string_view name)
{
    op(Opcode::Global);
    m_result.pickle.append(module).append("\n").append(name).append("\n");
}

void PickleWriter::tuple(at::IntArrayRef values)
{
    op(Opcode::Mark);
    for (const std::int64_t value : values)
        put(value);
    op(Opcode::Tuple);
}

std::string PickleWriter::storageKey(const torch::Tensor& tensor)
{
    const auto [entry, isNew] =
        m_keys.try_emplace(tensor.storage().unsafeGetStorageImpl(), std::to_string(m_keys.size()));
    if (isNew)
        m_result.storages.push_back(tensor);
    return entry->second;
}

} // namespace

Result<Pickled> writePickle(const ArchiveValue& value)
{
    return PickleWriter().run(value);
}

} // namespace gapless
