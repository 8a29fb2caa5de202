// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_reader.h"

#include <type_traits>

#include "core/files/pickle_machine.h"

namespace gapless
{

namespace
{

using pickle::Callable;
using pickle::Dictionary;
using pickle::List;
using pickle::Node;
using pickle::Storage;
using pickle::Tuple;

constexpr int deepestNesting = 64;

bool hasIntegerKeys(const Dictionary& dictionary)
{
    return !dictionary.entries.empty() && dictionary.entries.front().first->as<std::int64_t>() != nullptr;
}

/// Unfolds nodes into values of their own.
class Converter final
{
public:
    explicit Converter(std::size_t budget)
        : m_budget(budget)
    {
    }

    Result<ArchiveValue> run(const Node& root)
    {
        ArchiveValue value;
        if (!convert(root, 0, value))
            return pickle::refused(m_problem);
        return value;
    }

private:
    bool convert(const Node& node, int depth, ArchiveValue& value);
    bool convertItems(const std::vector<const Node*>& items, int depth, ArchiveValue& value);
    template<class Key>
    bool convertEntries(const Dictionary& dictionary, int depth, ArchiveValue& value);
    bool spend(std::size_t bytes);
    bool bad(std::string what)
    {
        m_problem = std::move(what);
        return false;
    }

    std::size_t m_budget; ///< a pickle that refers back to its own values could unfold without end
    std::string m_problem;
};

bool Converter::spend(std::size_t bytes)
{
    if (bytes > m_budget)
        return bad("the pickle unfolds to many times its size");
    m_budget -= bytes;
    return true;
}

bool Converter::convert(const Node& node, int depth, ArchiveValue& value)
{
    if (depth > deepestNesting)
        return bad("the pickle nests deeper than " + std::to_string(deepestNesting) + " levels");
    if (!spend(1))
        return false;
    return std::visit(
        [&]<class T>(const T& content) -> bool {
            if constexpr (std::is_same_v<T, Tuple> || std::is_same_v<T, List>) {
                return convertItems(content.items, depth, value);
            } else if constexpr (std::is_same_v<T, Dictionary>) {
                return hasIntegerKeys(content) ? convertEntries<std::int64_t>(content, depth, value)
                                               : convertEntries<std::string>(content, depth, value);
            } else if constexpr (std::is_same_v<T, Callable> || std::is_same_v<T, torch::ScalarType> ||
                                 std::is_same_v<T, Storage>) {
                return bad("the pickle holds a class or a bare storage where a value belongs");
            } else {
                if constexpr (std::is_same_v<T, std::string>) {
                    if (!spend(content.size()))
                        return false;
                }
                value = content;
                return true;
            }
        },
        node.value);
}

bool Converter::convertItems(const std::vector<const Node*>& items, int depth, ArchiveValue& value)
{
    ArchiveValue::List list;
    for (const Node* item : items) {
        if (!convert(*item, depth + 1, list.emplace_back()))
            return false;
    }
    value = std::move(list);
    return true;
}

template<class Key>
bool Converter::convertEntries(const Dictionary& dictionary, int depth, ArchiveValue& value)
{
    std::vector<std::pair<Key, ArchiveValue>> entries;
    for (const auto& [keyNode, valueNode] : dictionary.entries) {
        const auto* key = std::get_if<Key>(&keyNode->value);
        if (key == nullptr)
            return bad("the pickle holds a dictionary whose keys are neither all texts nor all whole numbers");
        if constexpr (std::is_same_v<Key, std::string>) {
            if (!spend(key->size()))
                return false;
        }
        if (!convert(*valueNode, depth + 1, entries.emplace_back(*key, ArchiveValue()).second))
            return false;
    }
    value = std::move(entries);
    return true;
}

} // namespace

Result<ArchiveValue> readPickle(std::string_view pickle, const StorageLoader& loader)
{
    pickle::Machine machine(pickle, loader);
    const auto root = machine.run();
    if (!root)
        return std::unexpected(root.error());
    return Converter(16 * pickle.size() + 1024).run(**root);
}

} // namespace gapless
