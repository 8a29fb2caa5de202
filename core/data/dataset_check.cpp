// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_check.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <spdlog/fmt/fmt.h>
#include <thread>

#include "core/data/class_discovery.h"
#include "core/data/image_decode.h"
#include "core/data/path_text.h"
#include "core/data/sample_index.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

/// What one pair turned out to be.
struct Inspection
{
    ImagePair pair;
    std::string imageKind;
    bool isColor = false;
    std::optional<MaskSummary> mask;
    std::vector<DatasetProblem> problems;

    void refuse(const char* kind, const std::filesystem::path& file, std::string message)
    {
        problems.push_back({Severity::Error, kind, file, std::move(message)});
    }
};

std::string withoutContext(Error error)
{
    error.context.clear(); // the report shows the file in a column of its own
    return error.text();
}

void noteOrientation(Inspection& result, ImageSize stored, int orientation, ImageSize mask)
{
    if (orientation == 1)
        return;
    const std::string tag = fmt::format("the photo's EXIF tag says that it is turned (orientation {})", orientation);
    if (uprightSize(stored, orientation) == stored)
        result.problems.push_back(
            {Severity::Warning, "orientation", result.pair.image,
             tag + "; its size fits turned and unturned, so it is turned, as viewers show it: check that the mask "
                   "covers it"});
    else if (isTurned(stored, orientation, mask))
        result.problems.push_back(
            {Severity::Note, "orientation", result.pair.image, tag + "; it is turned, as the mask fits it then"});
    else
        result.problems.push_back({Severity::Note, "orientation", result.pair.image,
                                   tag + "; it is not turned, as the mask fits it as stored"});
}

/// A file read once, for its header and its pixels.
struct Opened
{
    std::vector<unsigned char> bytes;
    ImageHeader header;
};

Result<Opened> open(const std::filesystem::path& file)
{
    auto bytes = readFileBytes(file);
    if (!bytes)
        return std::unexpected(bytes.error());
    auto header = imageHeaderOf(*bytes, file);
    if (!header)
        return std::unexpected(header.error());
    return Opened{std::move(*bytes), std::move(*header)};
}

void notePages(Inspection& result, const std::filesystem::path& file, const ImageHeader& header)
{
    if (header.pages > 1)
        result.problems.push_back({Severity::Warning, "several-pages", file,
                                   fmt::format("holds {} pages; the first is used: save the others as files of their "
                                               "own if they belong to the set",
                                               header.pages)});
}

Result<MaskImage> openMask(Inspection& result, const std::filesystem::path& file)
{
    const auto opened = open(file);
    if (!opened)
        return std::unexpected(opened.error());
    MaskImage mask;
    if (const auto decoded = decodeMaskInto(opened->bytes, file, mask); !decoded)
        return std::unexpected(decoded.error());
    notePages(result, file, opened->header);
    if (opened->header.isZeroWhite)
        result.problems.push_back({Severity::Note, "zero-is-white", file,
                                   "shows zero as white (MinIsWhite); its ids are taken as stored, not turned"});
    return mask;
}

/// Where it can be read and used; else the report has the reason.
std::optional<ChannelImage> openImage(Inspection& result, const Result<Opened>& opened, int channels)
{
    const std::filesystem::path& file = result.pair.image;
    if (!opened) {
        result.refuse("unreadable", file, withoutContext(opened.error()));
        return std::nullopt;
    }
    if (const auto checked = checkChannels(opened->header, channels, file); !checked) {
        result.refuse("other-channels", file, withoutContext(checked.error()));
        return std::nullopt;
    }
    ChannelImage image{channels, {}, {}};
    if (const auto decoded = decodeImageWindow(opened->bytes, file, {}, image); !decoded) {
        result.refuse("unreadable", file, withoutContext(decoded.error()));
        return std::nullopt;
    }
    result.imageKind = opened->header.bitDepth == 16 ? opened->header.kind + " 16 bit" : opened->header.kind;
    result.isColor = opened->header.isColor;
    notePages(result, file, opened->header);
    return image;
}

Inspection inspect(const SampleIndex::Pair& files, int channels)
{
    Inspection result;
    result.pair = {files.image, files.mask, {}};
    const auto opened = open(files.image);
    const auto image = openImage(result, opened, channels);
    const auto mask = openMask(result, files.mask);
    if (!mask)
        result.refuse("unreadable-mask", files.mask, withoutContext(mask.error()));
    if (!image || !mask)
        return result;
    if (mask->size != image->size && mask->size != uprightSize(image->size, opened->header.orientation)) {
        result.refuse("size-mismatch", files.image,
                      fmt::format("the image has {} pixels (height x width), its mask {} has {}", sizeText(image->size),
                                  pathText(files.mask.filename()), sizeText(mask->size)));
        return result;
    }
    result.pair.size = mask->size;
    noteOrientation(result, image->size, opened->header.orientation, mask->size);
    result.mask = summarise(*mask, files.mask);
    return result;
}

/// Inspects pairs on several threads; the calling thread reports progress meanwhile.
class Inspector final
{
public:
    Inspector(const std::vector<SampleIndex::Pair>& pairs, int channels)
        : m_pairs(pairs)
        , m_channels(channels)
        , m_results(pairs.size())
    {
    }

    std::vector<Inspection> run(int threads, const std::stop_token& stop,
                                const std::function<void(std::int64_t, std::int64_t)>& progress)
    {
        std::vector<std::jthread> workers;
        for (int number = 0; number < std::max(1, threads); ++number)
            workers.emplace_back([this, stop] { work(stop); });
        const auto total = static_cast<std::int64_t>(m_pairs.size());
        const auto workerCount = static_cast<int>(workers.size());
        std::unique_lock lock(m_mutex);
        std::int64_t told = 0;
        // Also when all workers ended before the first wait, or while the last call was on its way.
        while (m_ended < workerCount || told < m_done) {
            m_changed.wait(lock, [&] { return m_done > told || m_ended == workerCount; });
            if (told == m_done)
                continue;
            told = m_done;
            if (progress) {
                lock.unlock();
                progress(told, total);
                lock.lock();
            }
        }
        return std::move(m_results);
    }

private:
    void work(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        while (m_next < m_pairs.size() && !stop.stop_requested()) {
            const std::size_t number = m_next++;
            lock.unlock();
            m_results[number] = inspectSafely(m_pairs[number], m_channels);
            lock.lock();
            ++m_done;
            m_changed.notify_one();
        }
        ++m_ended;
        m_changed.notify_one();
    }

    static Inspection inspectSafely(const SampleIndex::Pair& pair, int channels)
    {
        try {
            return inspect(pair, channels);
        } catch (const std::exception& exception) {
            Inspection result;
            result.pair = {pair.image, pair.mask, {}};
            result.refuse("unreadable", pair.image, std::string("cannot be opened: ") + exception.what());
            return result;
        }
    }

    const std::vector<SampleIndex::Pair>& m_pairs;
    const int m_channels;
    std::vector<Inspection> m_results; // each element written by the thread that took its number
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_next = 0; // guarded by m_mutex, as are the next two
    std::int64_t m_done = 0;
    int m_ended = 0;
};

bool isIgnoreValue(const std::string& text)
{
    if (text == "auto" || text == "none")
        return true;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0 && value <= 0xFFFFFF;
}

std::string readAs(int channels)
{
    return channels == 3 ? "8-bit RGB" : channels == 1 ? "8-bit grey" : fmt::format("{} channels of 8 bits", channels);
}

/// Of pictures with colours, for a network that sees grey.
void noteLostColors(DatasetReport& report, std::int64_t colored)
{
    if (colored > 0)
        report.problems.push_back(
            {Severity::Note,
             "read-as-grey",
             {},
             fmt::format("{} with colours {} read as grey, 0.299 red + 0.587 green + 0.114 blue, since "
                         "model.input_channels is 1; 3 keeps the colours",
                         colored == 1 ? "1 image" : fmt::format("{} images", colored), colored == 1 ? "is" : "are")});
}

void noteSizesAndKinds(DatasetReport& report, int channels)
{
    if (report.imageKinds.size() > 1) {
        std::string kinds;
        for (const auto& [kind, files] : report.imageKinds)
            kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", files, kind);
        report.problems.push_back({Severity::Note,
                                   "mixed-images",
                                   {},
                                   "images of several kinds (" + kinds + "); all are read as " + readAs(channels)});
    }
    if (report.pairs.empty())
        return;
    const auto area = [](const ImagePair& pair) { return std::int64_t{pair.size.height} * pair.size.width; };
    const auto [smallest, largest] = std::ranges::minmax(report.pairs, {}, area);
    if (std::ranges::any_of(report.pairs, [&](const ImagePair& pair) { return pair.size != smallest.size; }))
        report.problems.push_back(
            {Severity::Note,
             "mixed-sizes",
             {},
             fmt::format(
                 "images of several sizes, from {} to {} (height x width): training takes crops, validation whole "
                 "images",
                 sizeText(smallest.size), sizeText(largest.size))});
}

DatasetReport assemble(std::vector<DatasetProblem> indexProblems, std::vector<Inspection> inspections,
                       const CheckOptions& options)
{
    DatasetReport report;
    report.problems = std::move(indexProblems);
    std::vector<MaskSummary> masks;
    const auto colored = std::ranges::count(inspections, true, &Inspection::isColor);
    for (Inspection& inspection : inspections) {
        std::ranges::move(inspection.problems, std::back_inserter(report.problems));
        if (!inspection.imageKind.empty())
            ++report.imageKinds[inspection.imageKind];
        if (inspection.mask)
            masks.push_back(std::move(*inspection.mask));
    }
    Discovery discovery = discoverClasses(std::move(masks), options.ignoreValue, options.knownValues);
    report.classes = std::move(discovery.classes);
    std::ranges::move(discovery.problems, std::back_inserter(report.problems));
    for (Inspection& inspection : inspections) {
        const bool isUsable = inspection.mask && !discovery.refused.contains(inspection.pair.mask);
        (isUsable ? report.pairs : report.refused).push_back(std::move(inspection.pair));
    }
    noteSizesAndKinds(report, options.channels);
    if (options.channels == 1)
        noteLostColors(report, colored);
    std::ranges::stable_sort(report.problems, std::ranges::greater(), &DatasetProblem::severity);
    return report;
}

} // namespace

Result<DatasetReport> checkDataset(const CheckOptions& options, std::stop_token stop,
                                   const std::function<void(std::int64_t done, std::int64_t total)>& progress)
{
    if (!isIgnoreValue(options.ignoreValue))
        return fail(ErrorCode::Config, "not an ignore value", options.ignoreValue,
                    R"(give "auto", "none" or a number)");
    auto index = indexSamples(options.images, options.masks);
    if (!index)
        return std::unexpected(index.error());
    std::vector<Inspection> inspections =
        Inspector(index->pairs, options.channels).run(options.threads, stop, progress);
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "the check was stopped");
    return assemble(std::move(index->problems), std::move(inspections), options);
}

ClassTable mergedClasses(const ClassTable& training, const ClassTable& validation)
{
    ClassTable merged = training;
    for (const ClassEntry& entry : validation.classes) {
        const bool isKnown =
            entry.value == training.ignoreValue ||
            std::ranges::any_of(training.classes, [&](const ClassEntry& known) { return known.value == entry.value; });
        if (isKnown)
            continue;
        merged.classes.push_back(entry);
        merged.classes.back().pixels = 0;
    }
    std::ranges::stable_sort(merged.classes, {}, &ClassEntry::value);
    return merged;
}

} // namespace gapless
