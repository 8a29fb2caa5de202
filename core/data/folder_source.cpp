// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/folder_source.h"

#include <algorithm>
#include <array>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/base/stopwatch.h"
#include "core/data/augment.h"
#include "core/data/image_decode.h"
#include "core/data/mask_decode.h"
#include "core/data/path_text.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

constexpr int outside = -1;

/// Memory that a thread uses again for each sample: in the steady state only libpng and libjpeg allocate.
struct Scratch
{
    std::vector<unsigned char> bytes;
    RgbImage image;
    MaskImage mask;
    LabelImage labels;
    std::vector<std::uint8_t> scaled;
    std::vector<int> pixelRows; // of the source picture for each row of the target, or `outside`
    std::vector<int> pixelColumns;
    std::vector<int> labelRows;
    std::vector<int> labelColumns;
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

/// Pixels as they lie, through a table of normalised values, into the target; rows and columns say where each target
/// pixel comes from.
class SlotWriter final
{
public:
    explicit SlotWriter(const Normalisation& normalisation)
    {
        for (std::size_t channel = 0; channel < 3; ++channel)
            for (std::size_t value = 0; value < 256; ++value)
                m_table[channel][value] = (static_cast<float>(value) / 255.0F - normalisation.mean[channel]) /
                                          normalisation.deviation[channel];
    }

    void writeImage(const std::uint8_t* pixels, int width, const std::vector<int>& rows,
                    const std::vector<int>& columns, const SampleTarget& target) const
    {
        static constexpr std::array<std::uint8_t, 3> black{};
        const auto rowLength = static_cast<std::size_t>(target.size.width);
        const std::size_t plane = rowLength * static_cast<std::size_t>(target.size.height);
        const bool isInterleaved = target.memoryFormat == MemoryFormat::ChannelsLast;
        const std::size_t pixelStep = isInterleaved ? 3 : 1;
        const std::size_t channelStep = isInterleaved ? 1 : plane;
        for (std::size_t y = 0; y < rows.size(); ++y) {
            const std::uint8_t* row =
                rows[y] == outside ? nullptr
                                   : pixels + static_cast<std::size_t>(rows[y]) * static_cast<std::size_t>(width) * 3;
            float* out = target.image + y * rowLength * pixelStep;
            for (std::size_t x = 0; x < rowLength; ++x, out += pixelStep) {
                const bool isInside = row != nullptr && columns[x] != outside;
                const std::uint8_t* pixel = isInside ? row + static_cast<std::size_t>(columns[x]) * 3 : black.data();
                out[0] = m_table[0][pixel[0]];
                out[channelStep] = m_table[1][pixel[1]];
                out[2 * channelStep] = m_table[2][pixel[2]];
            }
        }
    }

private:
    std::array<std::array<float, 256>, 3> m_table{};
};

void writeLabels(const LabelImage& labels, const std::vector<int>& rows, const std::vector<int>& columns,
                 const SampleTarget& target)
{
    const auto rowLength = static_cast<std::size_t>(target.size.width);
    for (std::size_t y = 0; y < rows.size(); ++y) {
        std::int64_t* out = target.labels + y * rowLength;
        if (rows[y] == outside || labels.data.empty()) {
            std::fill_n(out, rowLength, std::int64_t{ignoreLabel});
            continue;
        }
        const std::uint8_t* row =
            labels.data.data() + static_cast<std::size_t>(rows[y]) * static_cast<std::size_t>(labels.size.width);
        for (std::size_t x = 0; x < rowLength; ++x)
            out[x] = columns[x] == outside ? std::int64_t{ignoreLabel} : std::int64_t{row[columns[x]]};
    }
}

/// What crops and whole pictures have in common: the files, decoded.
class FolderSource : public SampleSource
{
public:
    FolderSource(std::vector<ImagePair> pairs, ClassTable classes, const Normalisation& normalisation)
        : m_pairs(std::move(pairs))
        , m_classes(std::move(classes))
        , m_normalisation(normalisation)
        , m_writer(normalisation)
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

protected:
    [[nodiscard]] const ImagePair& pair(std::int64_t sample) const
    {
        return m_pairs.at(static_cast<std::size_t>(sample));
    }
    [[nodiscard]] const SlotWriter& writer() const { return m_writer; }

    /// Fills image and labels of `memory`; labels stay empty without a mask or when they are not wanted.
    [[nodiscard]] Result<StageTimes> decode(const ImagePair& files, bool wantsLabels, Scratch& memory) const
    {
        StageTimes times;
        Stopwatch watch;
        if (const auto read = readFileInto(files.image, memory.bytes); !read)
            return std::unexpected(read.error());
        times.readMs += lap(watch);
        const auto orientation = decodeImageInto(memory.bytes, files.image, memory.image);
        if (!orientation)
            return std::unexpected(orientation.error());
        if (isTurned(memory.image.size, *orientation, files.size))
            turnUpright(memory.image, *orientation);
        if (memory.image.size != files.size)
            return changed(files.image, memory.image.size, files.size);
        memory.labels.size = files.size;
        memory.labels.data.clear();
        times.decodeMs += lap(watch);
        if (!wantsLabels || files.mask.empty())
            return times;
        if (const auto read = readFileInto(files.mask, memory.bytes); !read)
            return std::unexpected(read.error());
        times.readMs += lap(watch);
        if (const auto decoded = decodeMaskInto(memory.bytes, files.mask, memory.mask); !decoded)
            return std::unexpected(decoded.error());
        if (memory.mask.size != files.size)
            return changed(files.mask, memory.mask.size, files.size);
        if (const auto labelled = labelsInto(memory.mask, m_classes, files.mask, memory.labels); !labelled)
            return std::unexpected(labelled.error());
        times.decodeMs += lap(watch);
        return times;
    }

private:
    static std::unexpected<Error> changed(const std::filesystem::path& file, ImageSize now, ImageSize checked)
    {
        return fail(ErrorCode::Data,
                    "the file has " + sizeText(now) + " pixels, but had " + sizeText(checked) + " when it was checked",
                    pathText(file), "check the folder again and restart");
    }

    std::vector<ImagePair> m_pairs;
    ClassTable m_classes;
    Normalisation m_normalisation;
    SlotWriter m_writer;
};

/// Where `count` target pixels lie in a picture of `length`, from `first` on; `flip` reverses the target.
void cropPlaces(std::vector<int>& places, int count, int first, int length, bool flip)
{
    places.resize(static_cast<std::size_t>(count));
    for (int at = 0; at < count; ++at) {
        const int place = first + (flip ? count - 1 - at : at);
        places[static_cast<std::size_t>(at)] = place < length ? place : outside;
    }
}

/// The same places in the picture before scaling: the pixel whose area holds the centre of the scaled pixel, as in
/// cv::INTER_NEAREST_EXACT. (cv::INTER_NEAREST lies half a pixel beside cv::INTER_LINEAR, which would part mask and
/// image.)
void unscaledPlaces(const std::vector<int>& scaled, int scaledLength, int length, std::vector<int>& places)
{
    places.resize(scaled.size());
    for (std::size_t at = 0; at < scaled.size(); ++at)
        places[at] =
            scaled[at] == outside
                ? outside
                : static_cast<int>((2 * std::int64_t{scaled[at]} + 1) * length / (2 * std::int64_t{scaledLength}));
}

class CropSource final : public FolderSource
{
public:
    using FolderSource::FolderSource;

    [[nodiscard]] Result<StageTimes> write(const SampleKey& key, const SampleTarget& target) const override
    {
        Scratch& memory = scratch();
        auto times = decode(pair(key.sample), target.labels != nullptr, memory);
        if (!times)
            return times;
        Stopwatch watch;
        const ImageSize size = memory.image.size;
        const AugmentDraw draw = drawAugmentation(key, size, target.size, key.augmentation);
        const std::uint8_t* pixels = scaledPixels(memory, draw.scaled);
        cropPlaces(memory.pixelRows, target.size.height, draw.top, draw.scaled.height, false);
        cropPlaces(memory.pixelColumns, target.size.width, draw.left, draw.scaled.width, draw.flip);
        times->augmentMs = lap(watch);
        writer().writeImage(pixels, draw.scaled.width, memory.pixelRows, memory.pixelColumns, target);
        if (target.labels != nullptr) {
            unscaledPlaces(memory.pixelRows, draw.scaled.height, size.height, memory.labelRows);
            unscaledPlaces(memory.pixelColumns, draw.scaled.width, size.width, memory.labelColumns);
            writeLabels(memory.labels, memory.labelRows, memory.labelColumns, target);
        }
        times->writeMs = lap(watch);
        return times;
    }

private:
    static const std::uint8_t* scaledPixels(Scratch& memory, ImageSize scaled)
    {
        const ImageSize size = memory.image.size;
        if (scaled == size)
            return memory.image.data.data();
        memory.scaled.resize(static_cast<std::size_t>(scaled.height) * static_cast<std::size_t>(scaled.width) * 3);
        const cv::Mat from(size.height, size.width, CV_8UC3, memory.image.data.data());
        cv::Mat to(scaled.height, scaled.width, CV_8UC3, memory.scaled.data());
        cv::resize(from, to, to.size(), 0, 0, cv::INTER_LINEAR);
        return memory.scaled.data();
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
        auto times = decode(pair(key.sample), target.labels != nullptr, memory);
        if (!times)
            return times;
        Stopwatch watch;
        reflectedPlaces(memory.pixelRows, target.size.height, size.height);
        reflectedPlaces(memory.pixelColumns, target.size.width, size.width);
        writer().writeImage(memory.image.data.data(), size.width, memory.pixelRows, memory.pixelColumns, target);
        if (target.labels != nullptr) {
            cropPlaces(memory.labelRows, target.size.height, 0, size.height, false);
            cropPlaces(memory.labelColumns, target.size.width, 0, size.width, false);
            writeLabels(memory.labels, memory.labelRows, memory.labelColumns, target);
        }
        times->writeMs = lap(watch);
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

std::shared_ptr<const SampleSource> makeCropSource(std::vector<ImagePair> pairs, ClassTable classes,
                                                   Normalisation normalisation)
{
    return std::make_shared<CropSource>(std::move(pairs), std::move(classes), normalisation);
}

std::shared_ptr<const SampleSource> makeWholeSource(std::vector<ImagePair> pairs, ClassTable classes,
                                                    Normalisation normalisation)
{
    return std::make_shared<WholeSource>(std::move(pairs), std::move(classes), normalisation);
}

} // namespace gapless
