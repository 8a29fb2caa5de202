// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/folder_source.h"

#include <algorithm>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/available_memory.h"
#include "core/base/stopwatch.h"
#include "core/data/augment.h"
#include "core/data/crop_map.h"
#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "core/data/path_text.h"
#include "core/data/picture_cache.h"
#include "core/data/size_limit.h"
#include "core/data/slot_writer.h"

namespace gapless
{

namespace
{

/// Memory that a thread uses again for each sample: in the steady state only the decoders' libraries allocate.
struct Scratch
{
    std::vector<unsigned char> bytes;
    ChannelImage image;
    LabelImage labels;
    CropMap map;
    std::vector<float> line;
    std::vector<int> rows;
    std::vector<int> columns;
};

Scratch& scratch()
{
    thread_local Scratch memory;
    return memory;
}

float lap(Stopwatch& watch)
{
    const double milliseconds = watch.milliseconds();
    watch.restart();
    return static_cast<float>(milliseconds);
}

/// What has to be held for each picture, for pictures that can be kept: those without a mask are not.
std::vector<ImageSize> keptSizes(const std::vector<ImagePair>& pairs)
{
    std::vector<ImageSize> sizes;
    sizes.reserve(pairs.size());
    for (const ImagePair& pair : pairs)
        sizes.push_back(pair.mask.empty() ? ImageSize{} : pair.size);
    return sizes;
}

/// What crops and whole pictures have in common: the files, decoded, and the pictures that are kept in memory.
class FolderSource : public SampleSource
{
public:
    FolderSource(std::vector<ImagePair> pairs, const ClassTable& classes, const Normalisation& normalisation,
                 std::int64_t cacheLimit)
        : m_pairs(std::move(pairs))
        , m_labels(classes)
        , m_normalisation(normalisation)
        , m_writer(normalisation)
        , m_cache(keptSizes(m_pairs), cacheLimit, normalisation.channels())
    {
        // OpenCV's own threads would compete with the loader's workers and the training step. OpenCV is used by this
        // module alone.
        static std::once_flag once;
        std::call_once(once, [] { cv::setNumThreads(0); });
    }

    [[nodiscard]] std::int64_t size() const override { return static_cast<std::int64_t>(m_pairs.size()); }
    [[nodiscard]] std::string name(std::int64_t sample) const override
    {
        return pathText(pair(sample).image.filename());
    }
    [[nodiscard]] ImageSize sampleSize(std::int64_t sample) const override { return pair(sample).size; }
    [[nodiscard]] Normalisation normalisation() const override { return m_normalisation; }
    [[nodiscard]] CacheUse cacheUse() const override { return {m_cache.bytes(), m_cache.pictures(), m_cache.stored()}; }

protected:
    [[nodiscard]] const ImagePair& pair(std::int64_t sample) const
    {
        return m_pairs.at(static_cast<std::size_t>(sample));
    }
    [[nodiscard]] const SlotWriter& writer() const { return m_writer; }

    /// At least the part `wanted` of a sample, kept or decoded into `memory`. No labels without a mask or when they are
    /// not wanted.
    [[nodiscard]] Result<PictureView> load(std::int64_t sample, bool wantsLabels, const PixelWindow& wanted,
                                           Scratch& memory, StageTimes& times) const
    {
        if (const auto kept = m_cache.find(sample))
            return *kept;
        const ImagePair& files = pair(sample);
        const bool isKept = wantsLabels && m_cache.hasPlace(sample);
        const PixelWindow part = isKept ? PixelWindow{0, 0, files.size} : wanted;

        Stopwatch watch;
        if (const auto read = readFileInto(files.image, memory.bytes); !read)
            return std::unexpected(read.error());
        times.readMs += lap(watch);
        memory.image.channels = m_normalisation.channels();
        auto decoded = decodeImageWindow(memory.bytes, files.image, part, memory.image);
        if (!decoded)
            return std::unexpected(decoded.error());
        if (isTurned(decoded->whole, decoded->orientation, files.size)) { // then it was decoded whole
            turnUpright(memory.image, decoded->orientation);
            decoded->whole = files.size;
            decoded->window = {0, 0, files.size};
        }
        if (decoded->whole != files.size)
            return changed(files.image, decoded->whole, files.size);
        PictureView view{memory.image.data.data(), decoded->window, nullptr, {}};
        times.decodeMs += lap(watch);
        if (!wantsLabels || files.mask.empty())
            return view;

        if (const auto read = readFileInto(files.mask, memory.bytes); !read)
            return std::unexpected(read.error());
        times.readMs += lap(watch);
        const auto labelled = decodeLabelsWindow(memory.bytes, files.mask, m_labels, part, memory.labels);
        if (!labelled)
            return std::unexpected(labelled.error());
        if (labelled->whole != files.size)
            return changed(files.mask, labelled->whole, files.size);
        view.labels = memory.labels.data.data();
        view.labelWindow = labelled->window;
        if (isKept)
            m_cache.store(sample, memory.image, memory.labels);
        times.decodeMs += lap(watch);
        return view;
    }

private:
    static std::unexpected<Error> changed(const std::filesystem::path& file, ImageSize now, ImageSize checked)
    {
        return fail(ErrorCode::Data,
                    "the file has " + sizeText(now) + " pixels, but had " + sizeText(checked) + " when it was checked",
                    pathText(file), "check the folder again and restart");
    }

    std::vector<ImagePair> m_pairs;
    LabelLookup m_labels;
    Normalisation m_normalisation;
    SlotWriter m_writer;
    mutable PictureCache m_cache; // what a sample looks like does not depend on it
};

class CropSource final : public FolderSource
{
public:
    using FolderSource::FolderSource;

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        Scratch& memory = scratch();
        StageTimes times;
        Stopwatch watch;
        const ImageSize size = pair(key.sample).size;
        memory.map.assign(drawAugmentation(key, size, target.size, key.augmentation), size, target.size);
        times.augmentMs = lap(watch);
        const auto picture = load(key.sample, target.labels != nullptr, memory.map.window(), memory, times);
        if (!picture)
            return std::unexpected(picture.error());
        watch.restart();
        writer().writeCrop(*picture, memory.map, target, memory.line);
        if (target.labels != nullptr)
            writeCropLabels(*picture, memory.map, target);
        times.writeMs = lap(watch);
        return times;
    }
};

class WholeSource final : public FolderSource
{
public:
    using FolderSource::FolderSource;

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        const ImageSize size = pair(key.sample).size;
        if (target.size.height < size.height || target.size.width < size.width)
            return fail(ErrorCode::Internal,
                        "a picture of " + sizeText(size) + " pixels does not fit " + sizeText(target.size),
                        name(key.sample));
        Scratch& memory = scratch();
        StageTimes times;
        const auto picture = load(key.sample, target.labels != nullptr, {0, 0, size}, memory, times);
        if (!picture)
            return std::unexpected(picture.error());
        Stopwatch watch;
        reflectedPlaces(memory.rows, target.size.height, size.height);
        reflectedPlaces(memory.columns, target.size.width, size.width);
        writer().writeGathered(*picture, memory.rows, memory.columns, target);
        if (target.labels != nullptr)
            writeWholeLabels(*picture, target);
        times.writeMs = lap(watch);
        return times;
    }

private:
    static void reflectedPlaces(std::vector<int>& places, int count, int length)
    {
        places.resize(static_cast<std::size_t>(count));
        for (int at = 0; at < count; ++at)
            places[static_cast<std::size_t>(at)] = cv::borderInterpolate(at, length, cv::BORDER_REFLECT_101);
    }
};

} // namespace

// NOLINTBEGIN(performance-unnecessary-value-param): moved on through make_shared
std::shared_ptr<const SampleSource> makeCropSource(std::vector<ImagePair> pairs, const ClassTable& classes,
                                                   Normalisation normalisation, std::int64_t cacheLimit)
{
    return std::make_shared<CropSource>(std::move(pairs), classes, std::move(normalisation), cacheLimit);
}

std::shared_ptr<const SampleSource> makeWholeSource(std::vector<ImagePair> pairs, const ClassTable& classes,
                                                    Normalisation normalisation, std::int64_t cacheLimit)
{
    return std::make_shared<WholeSource>(std::move(pairs), classes, std::move(normalisation), cacheLimit);
}

// NOLINTEND(performance-unnecessary-value-param)

Result<std::shared_ptr<const SampleSource>> openPicture(ImagePair pair, const ClassTable& classes,
                                                        const Normalisation& normalisation)
{
    const Result<ImageHeader> header = readImageHeader(pair.image);
    if (!header)
        return std::unexpected(header.error());
    if (auto usable = checkChannels(*header, normalisation.channels(), pair.image); !usable)
        return std::unexpected(usable.error());
    if (pair.size == ImageSize{})
        pair.size = uprightSize(header->size, header->orientation);
    return makeWholeSource({std::move(pair)}, classes, normalisation);
}

std::int64_t automaticCacheLimit()
{
    return availableMemory() / 4;
}

} // namespace gapless
