// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_machine.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace gapless::pickle
{

Result<const Node*> Machine::run()
{
    for (;;) {
        std::uint8_t code = 0;
        if (!take(code))
            return std::unexpected(*m_error);
        if (static_cast<Opcode>(code) == Opcode::Stop)
            break;
        if (!step(static_cast<Opcode>(code)))
            return std::unexpected(*m_error);
    }
    const Node* root = pop();
    if (root == nullptr)
        return std::unexpected(*m_error);
    return root;
}

bool Machine::bad(std::string what)
{
    m_error = refused(std::move(what)).error();
    return false;
}

template<class Number>
bool Machine::take(Number& value)
{
    if (m_rest.size() < sizeof value)
        return bad("the pickle ends too early");
    std::memcpy(&value, m_rest.data(), sizeof value);
    m_rest.remove_prefix(sizeof value);
    return true;
}

bool Machine::takeText(std::size_t length, std::string& text)
{
    if (m_rest.size() < length)
        return bad("the pickle ends too early");
    text = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return true;
}

bool Machine::takeLine(std::string& line)
{
    const std::size_t end = m_rest.find('\n');
    if (end == std::string_view::npos)
        return bad("the pickle ends too early");
    line = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return true;
}

bool Machine::push(Node node)
{
    m_stack.push_back(&m_nodes.emplace_back(std::move(node)));
    return true;
}

Node* Machine::top()
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back())) {
        bad("the pickle takes more values than it made");
        return nullptr;
    }
    return m_stack.back();
}

const Node* Machine::pop()
{
    const Node* node = top();
    if (node != nullptr)
        m_stack.pop_back();
    return node;
}

std::optional<std::vector<const Node*>> Machine::popToMark()
{
    if (m_marks.empty()) {
        bad("the pickle lacks a mark");
        return std::nullopt;
    }
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<const Node*> items(first, m_stack.end());
    m_stack.erase(first, m_stack.end());
    m_marks.pop_back();
    return items;
}

bool Machine::step(Opcode code)
{
    std::uint8_t byte = 0;
    std::uint32_t word = 0;
    switch (code) {
    case Opcode::Proto:
        return take(byte);
    case Opcode::Mark:
        m_marks.push_back(m_stack.size());
        return true;
    case Opcode::Global:
        return global();
    case Opcode::BinPersId:
        return persistentId();
    case Opcode::Reduce:
        return reduce();
    case Opcode::Build:
        return build();
    case Opcode::BinPut:
        return take(byte) && put(byte);
    case Opcode::LongBinPut:
        return take(word) && put(word);
    case Opcode::BinGet:
        return take(byte) && get(byte);
    case Opcode::LongBinGet:
        return take(word) && get(word);
    default:
        return scalar(code);
    }
}

bool Machine::scalar(Opcode code)
{
    std::uint8_t byte = 0;
    std::uint16_t half = 0;
    std::int32_t word = 0;
    std::uint32_t length = 0;
    std::uint64_t bits = 0;
    std::string text;
    switch (code) {
    case Opcode::None:
        return push({});
    case Opcode::NewTrue:
        return push({true});
    case Opcode::NewFalse:
        return push({false});
    case Opcode::BinInt:
        return take(word) && push({std::int64_t{word}});
    case Opcode::BinInt1:
        return take(byte) && push({std::int64_t{byte}});
    case Opcode::BinInt2:
        return take(half) && push({std::int64_t{half}});
    case Opcode::Long1:
        return longInteger();
    case Opcode::BinFloat:
        return take(bits) && push({std::bit_cast<double>(__builtin_bswap64(bits))});
    case Opcode::BinUnicode:
        return take(length) && takeText(length, text) && push({std::move(text)});
    default:
        return container(code);
    }
}

bool Machine::container(Opcode code)
{
    switch (code) {
    case Opcode::EmptyTuple:
        return push({Tuple{}});
    case Opcode::EmptyList:
        return push({List{}});
    case Opcode::EmptyDict:
        return push({Dictionary{}});
    case Opcode::Tuple1:
        return pushTuple(1);
    case Opcode::Tuple2:
        return pushTuple(2);
    case Opcode::Tuple3:
        return pushTuple(3);
    case Opcode::Tuple: {
        auto items = popToMark();
        return items && push({Tuple{std::move(*items)}});
    }
    case Opcode::Append: {
        const Node* item = pop();
        return item != nullptr && appendItems({item});
    }
    case Opcode::Appends: {
        const auto items = popToMark();
        return items && appendItems(*items);
    }
    case Opcode::SetItem: {
        const Node* value = pop();
        const Node* key = value == nullptr ? nullptr : pop();
        return key != nullptr && setItems({key, value});
    }
    case Opcode::SetItems: {
        const auto items = popToMark();
        return items && setItems(*items);
    }
    default:
        return bad("the pickle uses opcode " + std::to_string(static_cast<int>(code)) + ", which is not allowed");
    }
}

bool Machine::pushTuple(std::size_t length)
{
    Tuple tuple;
    for (std::size_t i = 0; i < length; ++i) {
        const Node* item = pop();
        if (item == nullptr)
            return false;
        tuple.items.insert(tuple.items.begin(), item);
    }
    return push({std::move(tuple)});
}

bool Machine::longInteger()
{
    std::uint8_t length = 0;
    std::string bytes;
    if (!take(length) || !takeText(length, bytes))
        return false;
    const bool negative = !bytes.empty() && (bytes.back() & 0x80) != 0;
    if (bytes.size() == 9 && bytes.back() == '\0')
        bytes.pop_back();
    else if (bytes.size() > 8)
        return bad("the pickle holds a whole number of more than 64 bits");
    else
        bytes.resize(8, negative ? '\xFF' : '\0');
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    if (!negative && value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return push({value});
    return push({static_cast<std::int64_t>(value)});
}

bool Machine::global()
{
    std::string module;
    std::string name;
    if (!takeLine(module) || !takeLine(name))
        return false;
    if (module == "collections" && name == "OrderedDict")
        return push({Callable::OrderedDict});
    if (module == "torch._utils" && name == "_rebuild_tensor_v2")
        return push({Callable::RebuildTensor});
    if (module == "torch._utils" && name == "_rebuild_parameter")
        return push({Callable::RebuildParameter});
    const auto storage = std::ranges::find(storageNames, std::string_view(name), &StorageName::name);
    if (module == "torch" && storage != storageNames.end())
        return push({storage->type});
    return bad("the pickle asks for '" + module + "." + name + "', which is not allowed");
}

bool Machine::put(std::uint32_t index)
{
    Node* node = top();
    if (node == nullptr)
        return false;
    m_memo[index] = node;
    return true;
}

bool Machine::get(std::uint32_t index)
{
    const auto found = m_memo.find(index);
    if (found == m_memo.end())
        return bad("the pickle refers to a value that it never made");
    m_stack.push_back(found->second);
    return true;
}

bool Machine::appendItems(const std::vector<const Node*>& items)
{
    Node* node = top();
    if (node == nullptr)
        return false;
    auto* list = std::get_if<List>(&node->value);
    if (list == nullptr)
        return bad("the pickle appends to what is no list");
    list->items.insert(list->items.end(), items.begin(), items.end());
    return true;
}

bool Machine::setItems(const std::vector<const Node*>& items)
{
    Node* node = top();
    if (node == nullptr)
        return false;
    auto* dictionary = std::get_if<Dictionary>(&node->value);
    if (dictionary == nullptr || items.size() % 2 != 0)
        return bad("the pickle sets entries of what is no dictionary");
    for (std::size_t i = 0; i < items.size(); i += 2)
        dictionary->entries.emplace_back(items[i], items[i + 1]);
    return true;
}

bool Machine::persistentId()
{
    const Node* node = pop();
    if (node == nullptr)
        return false;
    // ("storage", class, key, device, elements); the device is where the tensor once was
    const auto* id = node->as<Tuple>();
    if (id == nullptr || id->items.size() != 5)
        return bad("the pickle refers to something other than a storage");
    const auto* type = id->items[1]->as<torch::ScalarType>();
    const auto* key = id->items[2]->as<std::string>();
    const auto* elements = id->items[4]->as<std::int64_t>();
    if (type == nullptr || key == nullptr || elements == nullptr || *elements < 0)
        return bad("the pickle refers to something other than a storage");
    auto loaded = m_loader(*key, *type, *elements);
    if (!loaded) {
        m_error = loaded.error();
        return false;
    }
    return push({Storage{std::move(*loaded)}});
}

bool Machine::reduce()
{
    const Node* argumentsNode = pop();
    const Node* callableNode = argumentsNode == nullptr ? nullptr : pop();
    if (callableNode == nullptr)
        return false;
    const auto* callable = callableNode->as<Callable>();
    const auto* arguments = argumentsNode->as<Tuple>();
    if (callable == nullptr || arguments == nullptr)
        return bad("the pickle calls what cannot be called");
    switch (*callable) {
    case Callable::OrderedDict:
        return arguments->items.empty() ? push({Dictionary{.entries = {}, .ordered = true}})
                                        : bad("the pickle makes an OrderedDict in an unknown way");
    case Callable::RebuildTensor: {
        auto tensor = rebuildTensor(*arguments);
        if (!tensor) {
            m_error = tensor.error();
            return false;
        }
        return push({std::move(*tensor)});
    }
    case Callable::RebuildParameter: {
        const auto* data = arguments->items.empty() ? nullptr : arguments->items.front()->as<torch::Tensor>();
        return data == nullptr ? bad("the pickle makes a parameter out of what is no tensor") : push({*data});
    }
    }
    return bad("the pickle calls what cannot be called");
}

bool Machine::build()
{
    // A state_dict carries the versions of its modules as an attribute: of no use here.
    if (pop() == nullptr)
        return false;
    const Node* object = top();
    if (object == nullptr)
        return false;
    const auto* dictionary = object->as<Dictionary>();
    return (dictionary != nullptr && dictionary->ordered) || bad("the pickle gives attributes to what has none");
}

} // namespace gapless::pickle
