// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/available_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace gapless
{

namespace
{

namespace fs = std::filesystem;

/// The first number behind `name` at the begin of a line ("" for a file that is one number).
std::optional<std::int64_t> numberIn(const fs::path& file, std::string_view name)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(name))
            continue;
        const std::size_t begin = line.find_first_not_of(" \t", name.size());
        std::int64_t number = 0;
        if (begin != std::string::npos &&
            std::from_chars(line.data() + begin, line.data() + line.size(), number).ec == std::errc())
            return number;
    }
    return {};
}

/// Names of the files of a control group, which differ by version, and of the pages that are given back on demand.
struct GroupFiles
{
    const char* limit;
    const char* usage;
    const char* cache;
};
constexpr GroupFiles filesOfVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache "};
constexpr GroupFiles filesOfVersion2{"memory.max", "memory.current", "file "};

/// What a group and those above it leave.
std::optional<std::int64_t> leftInGroups(const fs::path& mount, const fs::path& group, const GroupFiles& files)
{
    std::optional<std::int64_t> least;
    // In a container the group's path is that of the host, and the group itself lies at the mount.
    for (fs::path path = group.relative_path();; path = path.parent_path()) {
        const fs::path folder = mount / path;
        const auto limit = numberIn(folder / files.limit, "");
        const auto usage = numberIn(folder / files.usage, "");
        if (limit && usage) {
            const std::int64_t cache = numberIn(folder / "memory.stat", files.cache).value_or(0);
            const std::int64_t left = std::max<std::int64_t>(0, *limit - std::max<std::int64_t>(0, *usage - cache));
            least = std::min(left, least.value_or(left));
        }
        if (path.empty())
            return least;
    }
}

} // namespace

std::int64_t availableMemory(const fs::path& root)
{
    constexpr std::int64_t kibibyte = 1024;
    const auto available = numberIn(root / "proc/meminfo", "MemAvailable:");
    if (!available)
        return 0;
    std::int64_t bytes = (*available + numberIn(root / "proc/meminfo", "SwapFree:").value_or(0)) * kibibyte;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) { // "4:memory:/path", and "0::/path" for version 2
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
        const fs::path group = line.substr(second + 1);
        std::optional<std::int64_t> left;
        if (controllers.empty())
            left = leftInGroups(root / "sys/fs/cgroup", group, filesOfVersion2);
        else if (controllers == "memory")
            left = leftInGroups(root / "sys/fs/cgroup/memory", group, filesOfVersion1);
        bytes = std::min(bytes, left.value_or(bytes));
    }
    return bytes;
}

} // namespace gapless
