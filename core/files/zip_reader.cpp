// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/zip_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <system_error>

#include <zlib.h>

namespace gapless
{

namespace
{

static_assert(std::endian::native == std::endian::little, "numbers are taken from files as they lie");

// Signatures and lengths of PKWARE's APPNOTE.TXT 6.3.
constexpr std::string_view endSignature = "PK\5\6";
constexpr std::string_view end64Signature = "PK\6\6";
constexpr std::string_view locatorSignature = "PK\6\7";
constexpr std::string_view entrySignature = "PK\1\2";
constexpr std::string_view localSignature = "PK\3\4";
constexpr std::uint64_t endLength = 22;
constexpr std::uint64_t end64Length = 56;
constexpr std::uint64_t locatorLength = 20;
constexpr std::uint64_t entryLength = 46;
constexpr std::uint64_t localLength = 30;
constexpr std::uint64_t longestComment = 0xFFFF;
constexpr std::uint32_t saturated = 0xFFFFFFFF;
constexpr std::uint16_t zip64Extra = 1;

std::unexpected<Error> damaged(std::string what)
{
    return fail(ErrorCode::Data, std::move(what), {},
                "the file is damaged or was not written by torch.save; copy it again");
}

template<class Number>
Number number(std::string_view bytes, std::size_t offset)
{
    Number value{};
    std::memcpy(&value, bytes.substr(offset, sizeof value).data(), sizeof value);
    return value;
}

/// Replaces the saturated ones of `fields`, in their order, by the 64-bit values of the extra field.
bool takeZip64(std::string_view extra, std::initializer_list<std::uint64_t*> fields)
{
    const bool needed = std::ranges::any_of(fields, [](const std::uint64_t* field) { return *field == saturated; });
    while (needed && extra.size() >= 4) {
        const auto id = number<std::uint16_t>(extra, 0);
        const auto size = number<std::uint16_t>(extra, 2);
        extra.remove_prefix(4);
        if (size > extra.size())
            return false;
        if (id != zip64Extra) {
            extra.remove_prefix(size);
            continue;
        }
        std::string_view values = extra.substr(0, size);
        for (std::uint64_t* field : fields) {
            if (*field != saturated)
                continue;
            if (values.size() < sizeof *field)
                return false;
            *field = number<std::uint64_t>(values, 0);
            values.remove_prefix(sizeof *field);
        }
        return true;
    }
    return !needed;
}

} // namespace

Result<ZipReader> ZipReader::open(const std::filesystem::path& file)
{
    ZipReader reader;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(ErrorCode::Data, "there is no such file", {}, "check the path");
    reader.m_length = std::filesystem::file_size(file, error);
    reader.m_file.open(file, std::ios::binary);
    if (error || !reader.m_file)
        return fail(ErrorCode::Data, "cannot be opened", {}, "check the file's permissions");
    const auto directory = reader.findDirectory();
    if (!directory)
        return std::unexpected(directory.error());
    if (auto read = reader.readDirectory(*directory); !read)
        return std::unexpected(read.error());
    return reader;
}

const ZipReader::Record* ZipReader::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_records, name, &Record::name);
    return found == m_records.end() ? nullptr : &*found;
}

Result<std::string> ZipReader::bytes(std::uint64_t offset, std::uint64_t size)
{
    if (size > m_length || offset > m_length - size)
        return damaged("a part lies beyond the end of the file");
    std::string content(size, '\0');
    m_file.clear();
    m_file.seekg(static_cast<std::streamoff>(offset));
    if (!m_file.read(content.data(), static_cast<std::streamsize>(size)))
        return damaged("cannot be read to its end");
    return content;
}

Result<ZipReader::Directory> ZipReader::findDirectory()
{
    const std::uint64_t searched = std::min(m_length, endLength + longestComment);
    const auto tail = bytes(m_length - searched, searched);
    if (!tail)
        return std::unexpected(tail.error());
    const std::size_t end = tail->rfind(endSignature);
    if (end == std::string::npos || tail->size() - end < endLength)
        return damaged("is no zip archive, or its end is missing");
    const std::string_view record = std::string_view(*tail).substr(end);
    Directory directory{.offset = number<std::uint32_t>(record, 16),
                        .size = number<std::uint32_t>(record, 12),
                        .entries = number<std::uint16_t>(record, 10)};
    if (directory.offset != saturated && directory.size != saturated && directory.entries != 0xFFFF)
        return directory;

    const std::uint64_t endOffset = m_length - searched + end;
    if (endOffset < locatorLength)
        return damaged("has no zip64 directory where one is promised");
    const auto locator = bytes(endOffset - locatorLength, locatorLength);
    if (!locator || !locator->starts_with(locatorSignature))
        return damaged("has no zip64 directory where one is promised");
    const auto end64 = bytes(number<std::uint64_t>(*locator, 8), end64Length);
    if (!end64 || !end64->starts_with(end64Signature))
        return damaged("has no zip64 directory where one is promised");
    return Directory{.offset = number<std::uint64_t>(*end64, 48),
                     .size = number<std::uint64_t>(*end64, 40),
                     .entries = number<std::uint64_t>(*end64, 32)};
}

Result<void> ZipReader::readDirectory(const Directory& directory)
{
    const auto content = bytes(directory.offset, directory.size);
    if (!content)
        return std::unexpected(content.error());
    std::string_view rest = *content;
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (rest.size() < entryLength || !rest.starts_with(entrySignature))
            return damaged("has a broken directory");
        const std::size_t nameLength = number<std::uint16_t>(rest, 28);
        const std::size_t extraLength = number<std::uint16_t>(rest, 30);
        const std::size_t length = entryLength + nameLength + extraLength + number<std::uint16_t>(rest, 32);
        if (rest.size() < length)
            return damaged("has a broken directory");
        Record record{.name = std::string(rest.substr(entryLength, nameLength)),
                      .offset = number<std::uint32_t>(rest, 42),
                      .size = number<std::uint32_t>(rest, 24),
                      .crc = number<std::uint32_t>(rest, 16)};
        std::uint64_t stored = number<std::uint32_t>(rest, 20);
        const std::string_view extra = rest.substr(entryLength + nameLength, extraLength);
        if (!takeZip64(extra, {&record.size, &stored, &record.offset}))
            return damaged("has a broken directory");
        const bool encrypted = (number<std::uint16_t>(rest, 8) & 1) != 0;
        if (encrypted || number<std::uint16_t>(rest, 10) != 0 || stored != record.size)
            return damaged("part '" + record.name + "' is compressed or encrypted");
        // Parts that overlap could claim many times the file's length in memory.
        if (record.size > m_length - total)
            return damaged("its parts are larger than the file");
        total += record.size;
        m_records.push_back(std::move(record));
        rest.remove_prefix(length);
    }
    return {};
}

Result<void> ZipReader::read(const Record& record, void* destination)
{
    const auto header = bytes(record.offset, localLength);
    if (!header)
        return std::unexpected(header.error());
    const std::size_t nameLength = number<std::uint16_t>(*header, 26);
    const auto name = bytes(record.offset + localLength, nameLength);
    if (!header->starts_with(localSignature) || !name || *name != record.name)
        return damaged("part '" + record.name + "' is not where the directory says");
    const std::uint64_t start = record.offset + localLength + nameLength + number<std::uint16_t>(*header, 28);
    if (start > m_length || record.size > m_length - start)
        return damaged("part '" + record.name + "' lies beyond the end of the file");
    m_file.seekg(static_cast<std::streamoff>(start));
    if (!m_file.read(static_cast<char*>(destination), static_cast<std::streamsize>(record.size)))
        return damaged("part '" + record.name + "' cannot be read");
    const auto crc = crc32_z(0, static_cast<const Bytef*>(destination), record.size);
    if (crc != record.crc)
        return damaged("part '" + record.name + "' has a wrong checksum");
    return {};
}

} // namespace gapless
