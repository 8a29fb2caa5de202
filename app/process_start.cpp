// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/process_start.h"

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

namespace gapless
{

namespace
{

void keepFreedMemory()
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1); // others fetch large blocks one by one whatever the settings below say
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_TOP_PAD, 64 * 1024 * 1024);
#endif
}

void spinBriefly(char** argv)
{
    constexpr int overwrite = 1;
    if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr)
        return;
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error || ::setenv("GOMP_SPINCOUNT", "20000", overwrite) != 0)
        return;
    ::execv(self.c_str(), argv); // returns only when it fails: then everything works, but slower beside other programs
}

} // namespace

void prepareProcess(char** argv)
{
    spinBriefly(argv);
    keepFreedMemory();
}

} // namespace gapless
