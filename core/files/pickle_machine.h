// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/files/pickle_format.h"
#include "core/files/pickle_nodes.h"
#include "core/files/pickle_reader.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gapless::pickle
{

/// The stack machine of a pickle, reduced to the opcodes of pickle_format.h. Owns the nodes it makes. One thread.
class Machine final
{
public:
    Machine(std::string_view pickle, const StorageLoader& loader)
        : m_rest(pickle)
        , m_loader(loader)
    {
    }

    /// The value that the pickle leaves behind; lives as long as the machine.
    [[nodiscard]] Result<const Node*> run();

private:
    // Each returns false after bad(), or when the loader has failed.
    bool step(Opcode code);
    bool scalar(Opcode code);
    bool container(Opcode code);
    bool bad(std::string what);

    template<class Number>
    bool take(Number& value);
    bool takeText(std::size_t length, std::string& text);
    bool takeLine(std::string& line);

    bool push(Node node);
    const Node* pop();
    std::optional<std::vector<const Node*>> popToMark();
    Node* top();
    bool pushTuple(std::size_t length);

    bool longInteger();
    bool global();
    bool put(std::uint32_t index);
    bool get(std::uint32_t index);
    bool appendItems(const std::vector<const Node*>& items);
    bool setItems(const std::vector<const Node*>& items);
    bool persistentId();
    bool reduce();
    bool build();

    std::string_view m_rest;
    const StorageLoader& m_loader;
    std::optional<Error> m_error;
    std::deque<Node> m_nodes;
    std::vector<Node*> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint32_t, Node*> m_memo;
};

} // namespace gapless::pickle
