// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

namespace gapless
{

/// Says to other processes of this program that a folder is being written into. Goes with the process, however that
/// ends. Advisory (flock); any thread.
class FolderLock final
{
public:
    /// Null when another holder lives. Where the file system knows no locks, everybody gets one.
    [[nodiscard]] static std::unique_ptr<FolderLock> take(const std::filesystem::path& folder);
    /// Whether a holder lives, without getting in the way of one that comes just now.
    [[nodiscard]] static bool isTaken(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    explicit FolderLock(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    int m_descriptor;
};

} // namespace gapless
