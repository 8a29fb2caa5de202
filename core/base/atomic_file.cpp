// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace gapless
{

namespace
{

constexpr std::string_view temporaryStart = ".gapless-";
constexpr std::string_view temporaryEnd = ".tmp";

std::unexpected<Error> systemError(std::string what, const std::filesystem::path& file, int number)
{
    return fail(ErrorCode::File, std::move(what) + ": " + std::generic_category().message(number), file.string(),
                "check free space and permissions of the folder");
}

class Descriptor final
{
public:
    Descriptor(const std::filesystem::path& file, int flags)
        : m_number(::open(file.c_str(), flags | O_CLOEXEC, 0666))
    {
    }
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const { return m_number >= 0; }
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

Result<void> writeAll(const Descriptor& file, std::string_view bytes, const std::filesystem::path& target)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return systemError("cannot be written", target, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// Not "<target>.tmp": a name of nearly 255 bytes would have no room for it.
std::filesystem::path temporaryBeside(const std::filesystem::path& target)
{
    static std::atomic<unsigned> counter = 0;
    return folderOf(target) / (std::string(temporaryStart) + std::to_string(::getpid()) + "-" +
                               std::to_string(counter++) + std::string(temporaryEnd));
}

} // namespace

void removeTemporaryFiles(const std::filesystem::path& folder)
{
    std::error_code ignored;
    std::vector<std::filesystem::path> left;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(temporaryStart) && name.ends_with(temporaryEnd))
            left.push_back(entry.path());
    }
    for (const std::filesystem::path& file : left)
        std::filesystem::remove(file, ignored);
}

AtomicFile::AtomicFile(std::filesystem::path target)
    : m_target(std::move(target))
    , m_temporary(temporaryBeside(m_target))
{
}

AtomicFile::~AtomicFile()
{
    if (!m_committed)
        ::unlink(m_temporary.c_str());
}

Result<void> AtomicFile::commit()
{
    const Descriptor written(m_temporary, O_RDONLY);
    if (!written.isOpen() || ::fsync(written.number()) != 0)
        return systemError("cannot be written to disk", m_target, errno);
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return systemError("cannot be replaced", m_target, errno);
    ::unlink(m_temporary.c_str()); // renaming does nothing where both names are the same file already
    m_committed = true;
    // The new name itself reaches the disk with its folder; file systems that cannot sync a folder keep the old or the
    // new file.
    const Descriptor folder(folderOf(m_target), O_RDONLY | O_DIRECTORY);
    if (folder.isOpen())
        ::fsync(folder.number());
    return {};
}

Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view bytes)
{
    AtomicFile target(file);
    {
        const Descriptor output(target.temporary(), O_WRONLY | O_CREAT | O_TRUNC);
        if (!output.isOpen())
            return systemError("cannot be created", file, errno);
        if (auto written = writeAll(output, bytes, file); !written)
            return written;
    }
    return target.commit();
}

Result<void> linkFileAtomically(const std::filesystem::path& existing, const std::filesystem::path& target)
{
    AtomicFile file(target);
    std::error_code error;
    std::filesystem::create_hard_link(existing, file.temporary(), error);
    if (error) // FAT has none, for instance
        std::filesystem::copy_file(existing, file.temporary(), error);
    if (error)
        return systemError("cannot be written", target, error.value());
    return file.commit();
}

} // namespace gapless
