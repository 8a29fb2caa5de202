// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"

#include <array>
#include <charconv>
#include <cstring>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace gapless
{

// Second field of statm, in pages. Plain calls: a stream would allocate at each training step.
std::int64_t residentBytes()
{
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    std::array<char, 128> text{};
    const ssize_t length = ::read(file, text.data(), text.size());
    ::close(file);
    if (length <= 0)
        return 0;
    const char* end = text.data() + length;
    const char* field = static_cast<const char*>(std::memchr(text.data(), ' ', static_cast<std::size_t>(length)));
    std::int64_t pages = 0;
    if (field == nullptr || std::from_chars(field + 1, end, pages).ec != std::errc())
        return 0;
    return pages * ::sysconf(_SC_PAGESIZE);
}

std::int64_t peakResidentBytes()
{
    rusage usage{};
    constexpr std::int64_t kibibyte = 1024; // Linux counts in these
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * kibibyte : 0;
}

} // namespace gapless
