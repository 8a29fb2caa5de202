// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_lock.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace gapless
{

namespace
{

/// isTaken() holds a shared lock for microseconds: whoever takes one meanwhile tries again for so long.
constexpr int mostTries = 200;
constexpr std::chrono::milliseconds betweenTries{1};

int openFolder(const std::filesystem::path& folder)
{
    return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool isRefused(int descriptor, int operation)
{
    return ::flock(descriptor, operation | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace

std::unique_ptr<FolderLock> FolderLock::take(const std::filesystem::path& folder)
{
    const int descriptor = openFolder(folder);
    for (int tries = 1; descriptor >= 0 && isRefused(descriptor, LOCK_EX); ++tries) {
        if (tries == mostTries || isRefused(descriptor, LOCK_SH)) { // beside a holder not even that can be had
            ::close(descriptor);
            return nullptr;
        }
        ::flock(descriptor, LOCK_UN);
        std::this_thread::sleep_for(betweenTries);
    }
    return std::unique_ptr<FolderLock>(new FolderLock(descriptor));
}

bool FolderLock::isTaken(const std::filesystem::path& folder)
{
    const int descriptor = openFolder(folder);
    if (descriptor < 0)
        return false;
    const bool isHeld = isRefused(descriptor, LOCK_SH);
    ::close(descriptor);
    return isHeld;
}

FolderLock::~FolderLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace gapless
