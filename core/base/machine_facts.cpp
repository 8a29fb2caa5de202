// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/machine_facts.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

namespace gapless
{
namespace
{

/// Flags of /proc/cpuinfo, and what people call them.
constexpr std::pair<std::string_view, std::string_view> instructionSetNames[] = {
    {"avx2", "AVX2"},
    {"fma", "FMA"},
    {"avx512f", "AVX-512"},
    {"avx512_vnni", "AVX-512 VNNI"},
    {"avx512_bf16", "AVX-512 bf16"},
    {"avx512_fp16", "AVX-512 fp16"},
    {"amx_bf16", "AMX bf16"},
};

std::string valueOf(const std::string& line)
{
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
}

std::vector<std::string> setsOf(const std::string& flags)
{
    std::istringstream stream(flags);
    const std::vector<std::string> all{std::istream_iterator<std::string>(stream), {}};
    std::vector<std::string> sets;
    for (const auto& [flag, name] : instructionSetNames)
        if (std::ranges::find(all, flag) != all.end())
            sets.emplace_back(name);
    return sets;
}

} // namespace

MachineFacts machineFacts(const std::filesystem::path& root)
{
    MachineFacts facts;
    facts.threads = static_cast<int>(std::thread::hardware_concurrency());
    std::ifstream processors(root / "proc/cpuinfo");
    // The first paragraph: the others repeat it.
    for (std::string line; std::getline(processors, line) && !line.empty();) {
        if (line.starts_with("model name"))
            facts.processor = valueOf(line);
        else if (line.starts_with("flags\t") || line.starts_with("flags "))
            facts.instructionSets = setsOf(valueOf(line));
    }
    std::ifstream memory(root / "proc/meminfo");
    for (std::string line; std::getline(memory, line);) {
        if (!line.starts_with("MemTotal:"))
            continue;
        constexpr std::int64_t kibibyte = 1024;
        const std::string value = valueOf(line);
        std::int64_t number = 0;
        if (std::from_chars(value.data(), value.data() + value.size(), number).ec == std::errc())
            facts.memoryBytes = number * kibibyte;
        break;
    }
    return facts;
}

} // namespace gapless
