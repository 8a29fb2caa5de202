// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace gapless
{

/// Replaces a file whole or not at all: writes beside it, syncs to disk, renames. A full disk or a kill leaves the
/// previous file untouched. Any thread. Errors: File, with the system's reason.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view bytes);

/// A second name for `existing`, or a copy where the file system knows no hard links; a file that bears the name is
/// replaced whole. For files that are only ever replaced, never written into: then neither name changes the other's
/// content. Any thread. Errors: File.
[[nodiscard]] Result<void> linkFileAtomically(const std::filesystem::path& existing,
                                              const std::filesystem::path& target);

/// Removes the temporary files that programs killed while writing have left in a folder that nobody writes into now.
/// Any thread.
void removeTemporaryFiles(const std::filesystem::path& folder);

/// For writers that need a path: give() the temporary path to the writer, then commit(); without commit() the temporary
/// file is removed.
class AtomicFile final
{
public:
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    [[nodiscard]] const std::filesystem::path& temporary() const { return m_temporary; }
    [[nodiscard]] Result<void> commit();

private:
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    bool m_committed = false;
};

} // namespace gapless
