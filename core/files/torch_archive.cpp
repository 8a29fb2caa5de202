// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/torch_archive.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <system_error>
#include <unordered_map>

#include <ATen/ops/empty.h>
#include <c10/util/Exception.h>
#include <caffe2/serialize/inline_container.h>

#include "core/base/atomic_file.h"
#include "core/files/pickle_reader.h"
#include "core/files/pickle_writer.h"
#include "core/files/zip_reader.h"

namespace gapless
{

namespace
{

// A network of a thousand tensors needs 0.2 MB.
constexpr std::uint64_t largestPickle = 32 << 20;

struct FileCloser
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};

void writeRecords(std::FILE* file, const Pickled& pickled, int& problem)
{
    // Once an error is known the rest goes nowhere: LibTorch's writer would throw, in its destructor too, which ends
    // the process.
    caffe2::serialize::PyTorchStreamWriter writer([file, &problem](const void* bytes, std::size_t size) {
        if (problem == 0 && size > 0 && std::fwrite(bytes, 1, size, file) != size)
            problem = errno;
        return size;
    });
    constexpr std::string_view byteOrder = "little";
    writer.writeRecord("data.pkl", pickled.pickle.data(), pickled.pickle.size());
    writer.writeRecord("byteorder", byteOrder.data(), byteOrder.size());
    for (std::size_t i = 0; i < pickled.storages.size(); ++i) {
        const at::Storage& storage = pickled.storages[i].storage();
        writer.writeRecord("data/" + std::to_string(i), storage.data(), storage.nbytes());
    }
    writer.writeEndOfFile();
}

std::unexpected<Error> unwritable(const std::filesystem::path& file, int problem)
{
    return fail(ErrorCode::File, "cannot be written: " + std::generic_category().message(problem), file.string(),
                "check free space and permissions of the folder");
}

Result<void> writeArchive(const std::filesystem::path& file, const ArchiveValue& value)
{
    const auto pickled = writePickle(value);
    if (!pickled)
        return fail(pickled.error().code, pickled.error().message, file.string());
    AtomicFile target(file);
    int problem = 0;
    {
        const std::unique_ptr<std::FILE, FileCloser> output(std::fopen(target.temporary().c_str(), "wb"));
        if (!output)
            return unwritable(file, errno);
        writeRecords(output.get(), *pickled, problem);
        if (problem == 0 && std::fflush(output.get()) != 0)
            problem = errno;
    }
    if (problem != 0)
        return unwritable(file, problem);
    return target.commit();
}

/// The storages of one archive, each read once.
class Storages final
{
public:
    Storages(ZipReader& zip, std::string folder)
        : m_zip(zip)
        , m_folder(std::move(folder))
    {
    }

    Result<torch::Tensor> load(const std::string& key, torch::ScalarType type, std::int64_t elements)
    {
        if (const auto known = m_loaded.find(key); known != m_loaded.end()) {
            if (known->second.scalar_type() != type || known->second.numel() != elements)
                return fail(ErrorCode::Data, "storage '" + key + "' is used as two different ones");
            return known->second;
        }
        const auto* record = m_zip.find(m_folder + "data/" + key);
        if (record == nullptr)
            return fail(ErrorCode::Data, "storage '" + key + "' is missing");
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(elements, c10::elementSize(type), &bytes) || bytes != record->size)
            return fail(ErrorCode::Data, "storage '" + key + "' has " + std::to_string(record->size) +
                                             " bytes, not those of " + std::to_string(elements) + " numbers");
        torch::Tensor storage = at::empty({elements}, type);
        if (auto read = m_zip.read(*record, storage.data_ptr()); !read)
            return std::unexpected(read.error());
        m_loaded.emplace(key, storage);
        return storage;
    }

private:
    ZipReader& m_zip;
    std::string m_folder;
    std::unordered_map<std::string, torch::Tensor> m_loaded;
};

Result<std::string> readText(ZipReader& zip, const ZipReader::Record& record)
{
    std::string text(record.size, '\0');
    if (auto read = zip.read(record, text.data()); !read)
        return std::unexpected(read.error());
    return text;
}

Result<ArchiveValue> readArchive(const std::filesystem::path& file)
{
    auto zip = ZipReader::open(file);
    if (!zip)
        return std::unexpected(zip.error());
    constexpr std::string_view pickleName = "/data.pkl";
    const auto record = std::ranges::find_if(
        zip->records(), [&](const ZipReader::Record& candidate) { return candidate.name.ends_with(pickleName); });
    if (record == zip->records().end())
        return fail(ErrorCode::Data, "has no data.pkl", {},
                    "only files written by torch.save since PyTorch 1.6 are read");
    if (record->size > largestPickle)
        return fail(ErrorCode::Data, "its data.pkl is larger than 32 MB");
    const std::string folder = record->name.substr(0, record->name.size() - pickleName.size() + 1);
    if (const auto* order = zip->find(folder + "byteorder"); order != nullptr) {
        const auto text = readText(*zip, *order);
        if (!text)
            return std::unexpected(text.error());
        if (*text != "little")
            return fail(ErrorCode::Data, "was written on a big-endian machine", {},
                        "save it again on a little-endian one");
    }
    const auto content = readText(*zip, *record);
    if (!content)
        return std::unexpected(content.error());
    Storages storages(*zip, folder);
    return readPickle(*content, [&storages](const std::string& key, torch::ScalarType type, std::int64_t elements) {
        return storages.load(key, type, elements);
    });
}

} // namespace

const ArchiveValue* ArchiveValue::find(std::string_view key) const
{
    const auto* dictionary = as<Dictionary>();
    if (dictionary == nullptr)
        return nullptr;
    const auto found =
        std::ranges::find(*dictionary, key, [](const auto& entry) -> std::string_view { return entry.first; });
    return found == dictionary->end() ? nullptr : &found->second;
}

Result<void> writeTorchArchive(const std::filesystem::path& file, const ArchiveValue& value)
{
    try {
        return writeArchive(file, value);
    } catch (const c10::Error& error) {
        return fail(ErrorCode::File, std::string("cannot be written: ") + error.what_without_backtrace(),
                    file.string());
    } catch (const std::exception& error) {
        return fail(ErrorCode::File, std::string("cannot be written: ") + error.what(), file.string());
    }
}

Result<ArchiveValue> readTorchArchive(const std::filesystem::path& file)
{
    try {
        auto value = readArchive(file);
        if (!value)
            value.error().context = file.string();
        return value;
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "does not fit into memory", file.string(), "close other programs");
    } catch (const c10::Error& error) {
        return fail(ErrorCode::Data, std::string("cannot be read: ") + error.what_without_backtrace(), file.string());
    } catch (const std::exception& error) {
        return fail(ErrorCode::Data, std::string("cannot be read: ") + error.what(), file.string());
    }
}

} // namespace gapless
