// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace gapless
{

/// The records of a zip archive as torch.save writes it: stored, not compressed. Everything the file says of itself is
/// checked against its length; reading checks the CRC, which LibTorch's reader does not. One thread. Errors: Data,
/// without the file's name.
class ZipReader final
{
public:
    struct Record
    {
        std::string name;
        std::uint64_t offset = 0; ///< of the local header
        std::uint64_t size = 0;
        std::uint32_t crc = 0;
    };

    [[nodiscard]] static Result<ZipReader> open(const std::filesystem::path& file);

    [[nodiscard]] const std::vector<Record>& records() const { return m_records; }
    [[nodiscard]] const Record* find(std::string_view name) const;
    /// Reads record.size bytes.
    [[nodiscard]] Result<void> read(const Record& record, void* destination);

private:
    struct Directory
    {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint64_t entries = 0;
    };

    ZipReader() = default;
    [[nodiscard]] Result<std::string> bytes(std::uint64_t offset, std::uint64_t size);
    [[nodiscard]] Result<Directory> findDirectory();
    [[nodiscard]] Result<void> readDirectory(const Directory& directory);

    std::ifstream m_file;
    std::uint64_t m_length = 0;
    std::vector<Record> m_records;
};

} // namespace gapless
