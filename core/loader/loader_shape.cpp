// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/loader_shape.h"

#include "core/loader/epoch_sampler.h"

#include <algorithm>
#include <limits>
#include <string>

#include <unistd.h>

namespace gapless
{

namespace
{

// Each validation batch is one picture, so fewer than the workers would leave some of them idle; but whole pictures are
// large.
constexpr int LeastValidationDepth = 2;
constexpr int MostValidationDepth = 4;
constexpr int MostWorkers = 1024;
constexpr int MostDepth = 1'000'000;

std::string sizeText(ImageSize size)
{
    return std::to_string(size.height) + "x" + std::to_string(size.width);
}

std::string gibibytes(std::int64_t bytes)
{
    return std::to_string(bytes) + " bytes (" + std::to_string(bytes >> 30) + " GiB)";
}

std::int64_t pixels(ImageSize size)
{
    return std::int64_t{size.height} * size.width;
}

std::int64_t product(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::int64_t>::max() : result;
}

Result<void> checkOptions(const LoaderOptions& options)
{
    const auto refuse = [](const std::string& name, std::int64_t value, std::string remedy) {
        return fail(ErrorCode::Config, name + " is " + std::to_string(value), "loader", std::move(remedy));
    };
    if (options.batchSize < 1)
        return refuse("the batch size", options.batchSize, "use 1 or more");
    if (options.crop.height < 1 || options.crop.width < 1)
        return fail(ErrorCode::Config, "the crop is " + sizeText(options.crop), "loader", "use 1x1 or more");
    if (options.workers < 1 || options.workers > MostWorkers)
        return refuse("the number of workers", options.workers, "use 1 to " + std::to_string(MostWorkers));
    if (options.prefetchDepth < 1 || options.prefetchDepth > MostDepth)
        return refuse("the prefetch depth", options.prefetchDepth, "use 1 to " + std::to_string(MostDepth));
    if (options.minimumBatch < 1)
        return refuse("the smallest batch", options.minimumBatch, "use 1 or more");
    if (options.validationStride < 1)
        return refuse("the validation stride", options.validationStride, "use 1 or more");
    if (options.startEpoch < 0)
        return refuse("the first epoch", options.startEpoch, "use 0 or more");
    if (options.endEpoch != -1 && options.endEpoch <= options.startEpoch)
        return refuse("the end of the run", options.endEpoch,
                      "use more than " + std::to_string(options.startEpoch) + ", the epoch to begin with");
    return {};
}

/// Sizes in 64 bits: a side near INT_MAX padded upwards does not fit an int.
Result<ImageSize> paddedSize(const SampleSource& source, std::int64_t sample, int stride)
{
    const ImageSize size = source.sampleSize(sample);
    if (size.height < 1 || size.width < 1)
        return fail(ErrorCode::Data, "the picture has no pixels (" + sizeText(size) + ")", source.name(sample),
                    "mend or remove the file");
    const auto padded = [stride](int side) { return (std::int64_t{side} + stride - 1) / stride * stride; };
    if (padded(std::max(size.height, size.width)) > std::numeric_limits<int>::max())
        return fail(ErrorCode::Data, "the picture is too large (" + sizeText(size) + ")", source.name(sample));
    return ImageSize{static_cast<int>(padded(size.height)), static_cast<int>(padded(size.width))};
}

} // namespace

std::int64_t LoaderShape::bytes() const
{
    std::int64_t result = 0;
    if (__builtin_add_overflow(training.bytes(), validation.bytes(), &result))
        return std::numeric_limits<std::int64_t>::max();
    return result;
}

Result<LoaderShape> loaderShape(const SampleSource& training, const SampleSource* validation,
                                const LoaderOptions& options)
{
    if (const Result<void> checked = checkOptions(options); !checked)
        return std::unexpected(checked.error());
    const std::int64_t samples = training.size();
    if (samples < 1)
        return fail(ErrorCode::Data, "there are no training samples", "loader",
                    "choose a folder with images and masks");
    if (samples > std::numeric_limits<std::int32_t>::max())
        return fail(ErrorCode::Data, std::to_string(samples) + " training samples are too many", "loader",
                    "limit their number");
    const EpochSampler sampler(samples, options.batchSize, options.lastBatch, options.seed);
    if (options.startIndex < 0 || options.startIndex >= sampler.batchesPerEpoch())
        return fail(ErrorCode::Config, "the first batch is " + std::to_string(options.startIndex), "loader",
                    "an epoch has batches 0 to " + std::to_string(sampler.batchesPerEpoch() - 1));

    LoaderShape shape;
    shape.training = {options.prefetchDepth, sampler.largestBatch(),
                      product(pixels(options.crop), sampler.largestBatch()), training.channels()};
    if (validation == nullptr || validation->size() == 0)
        return shape;
    shape.validation = {std::clamp(options.workers, LeastValidationDepth, MostValidationDepth), 1, 0,
                        validation->channels()};
    for (std::int64_t sample = 0; sample < validation->size(); ++sample) {
        const Result<ImageSize> padded = paddedSize(*validation, sample, options.validationStride);
        if (!padded)
            return std::unexpected(padded.error());
        shape.pictures.push_back(*padded);
        shape.validation.pixelsPerSlot = std::max(shape.validation.pixelsPerSlot, pixels(*padded));
    }
    return shape;
}

Result<void> checkMemory(const LoaderShape& shape, const LoaderOptions& options)
{
    const std::int64_t machine = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
    if (shape.bytes() <= machine / 2)
        return {};
    const bool byValidation = shape.validation.bytes() > shape.training.bytes();
    std::string remedy = byValidation ? "exchange the largest validation pictures for smaller ones"
                                      : "lower the batch size (" + std::to_string(options.batchSize) + "), the crop (" +
                                            sizeText(options.crop) + ") or the prefetch depth (" +
                                            std::to_string(options.prefetchDepth) + ")";
    return fail(ErrorCode::OutOfMemory,
                "batches would take " + gibibytes(shape.bytes()) + " of memory, more than half of the " +
                    gibibytes(machine) + " that the machine has",
                "loader", std::move(remedy));
}

std::int64_t loaderMemory(const SampleSource& training, const SampleSource* validation, const LoaderOptions& options)
{
    const Result<LoaderShape> shape = loaderShape(training, validation, options);
    return shape ? shape->bytes() : 0;
}

} // namespace gapless
