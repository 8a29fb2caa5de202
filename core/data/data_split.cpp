// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_split.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>
#include <spdlog/fmt/fmt.h>

#include "core/base/random.h"
#include "core/config/config_validate.h"
#include "core/data/dataset_check.h"
#include "core/data/path_text.h"
#include "core/types/pixels.h"

namespace gapless
{

namespace
{

constexpr std::uint64_t splitStream =
    0x73706c6974; // "split": apart from the permutations and augmentations of any epoch

std::filesystem::path pathOf(const std::string& utf8)
{
    return std::u8string(utf8.begin(), utf8.end());
}

std::vector<std::size_t> numbersBelow(std::size_t count)
{
    std::vector<std::size_t> numbers(count);
    std::ranges::generate(numbers, [next = std::size_t{0}]() mutable { return next++; });
    return numbers;
}

/// Numbers of the pairs in order of file name, byte by byte: what other tools' sorted lists give, so that "every fifth"
/// and "the first forty" are the same pictures there.
std::vector<std::size_t> orderedByName(const std::vector<ImagePair>& pairs)
{
    std::vector<std::size_t> order = numbersBelow(pairs.size());
    std::ranges::sort(order, {}, [&](std::size_t number) { return pathText(pairs[number].image.filename()); });
    return order;
}

std::vector<bool> heldOutEvery(const std::vector<ImagePair>& pairs, int every)
{
    std::vector<bool> isHeldOut(pairs.size());
    const std::vector<std::size_t> order = orderedByName(pairs);
    const auto step = static_cast<std::size_t>(every);
    for (std::size_t place = step - 1; place < order.size(); place += step)
        isHeldOut[order[place]] = true;
    return isHeldOut;
}

std::size_t heldOutCount(std::size_t count, double share)
{
    if (share <= 0 || count < 2)
        return 0;
    const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(count)));
    return std::clamp<std::size_t>(wanted, 1, count - 1);
}

std::vector<bool> heldOutShare(std::size_t count, double share, std::uint64_t seed)
{
    std::vector<bool> isHeldOut(count);
    std::vector<std::size_t> order = numbersBelow(count);
    CounterRandom random(seed, splitStream);
    const std::size_t taken = heldOutCount(count, share);
    for (std::size_t place = 0; place < taken; ++place) {
        std::swap(order[place], order[place + random.below(static_cast<std::uint32_t>(count - place))]);
        isHeldOut[order[place]] = true;
    }
    return isHeldOut;
}

void separate(const std::vector<bool>& isHeldOut, DataSplit& split)
{
    for (std::size_t number = 0; number < isHeldOut.size(); ++number)
        (isHeldOut[number] ? split.validation : split.training).push_back(split.report.pairs[number]);
}

/// Returns the number of pairs that are left out.
std::int64_t limitPairs(std::int64_t limit, std::vector<ImagePair>& pairs)
{
    if (limit <= 0 || std::ssize(pairs) <= limit)
        return 0;
    const std::int64_t before = std::ssize(pairs);
    std::vector<std::size_t> kept = orderedByName(pairs);
    kept.resize(static_cast<std::size_t>(limit));
    std::ranges::sort(kept);
    std::vector<ImagePair> fewer;
    fewer.reserve(kept.size());
    for (const std::size_t number : kept)
        fewer.push_back(pairs[number]);
    pairs = std::move(fewer);
    return before - limit;
}

std::unexpected<Error> refused(const DatasetReport& report)
{
    constexpr std::int64_t most = 10;
    const auto errors = std::ranges::count(report.problems, Severity::Error, &DatasetProblem::severity);
    std::string text =
        fmt::format("{} in the images and masks:", errors == 1 ? "1 error" : fmt::format("{} errors", errors));
    for (const DatasetProblem& problem : report.problems | std::views::take(std::min<std::int64_t>(errors, most)))
        text += fmt::format("\n  {}{}{}", pathText(problem.file), problem.file.empty() ? "" : ": ", problem.message);
    if (errors > most)
        text += fmt::format("\n  and {} more", errors - most);
    return fail(ErrorCode::Data, text, {}, "mend or remove these files; the check lists all of them");
}

/// Adds the report of the validation folder, whose classes become classes of the run.
void addValidationFolder(DatasetReport validation, CheckedFolders& folders)
{
    ClassTable& classes = folders.report.classes;
    std::vector<DatasetProblem>& problems = folders.report.problems;
    const bool bothHaveClasses = classes.size() > 0 && validation.classes.size() > 0;
    if (bothHaveClasses && validation.classes.kind != classes.kind)
        problems.push_back(
            {Severity::Error,
             "mixed-masks",
             {},
             "the masks of the training and the validation folder differ in kind: one has colours, the other ids"});
    else
        classes = mergedClasses(classes, validation.classes);
    for (DatasetProblem& problem : validation.problems)
        if (!problem.file.empty() || problem.severity == Severity::Error)
            problems.push_back(std::move(problem));
    for (const ClassEntry& entry : classes.classes)
        if (entry.pixels == 0)
            problems.push_back(
                {Severity::Warning,
                 "unseen-class",
                 {},
                 entry.name + " is in the validation masks only: training never sees it and cannot learn it"});
    if (classes.size() > maximumClasses)
        problems.push_back({Severity::Error,
                            "too-many-classes",
                            {},
                            fmt::format("training and validation together have {} classes; {} are the most",
                                        classes.size(), maximumClasses)});
    std::ranges::stable_sort(problems, std::ranges::greater(), &DatasetProblem::severity);
    std::ranges::move(validation.refused, std::back_inserter(folders.report.refused));
    folders.validation = std::move(validation.pairs);
}

} // namespace

Result<CheckedFolders> checkFolders(const RunConfig& config, std::stop_token stop,
                                    const std::function<void(std::int64_t, std::int64_t)>& progress)
{
    const DataConfig& data = config.data;
    CheckOptions options{pathOf(data.images), pathOf(data.masks), plainIgnoreValue(data.ignoreValue),
                         config.speed.workers};
    options.channels = config.model.inputChannels;
    auto report = checkDataset(options, stop, progress);
    if (!report)
        return std::unexpected(report.error());
    CheckedFolders folders{std::move(*report)};
    if (data.validationImages.empty())
        return folders;
    const ClassTable& classes = folders.report.classes;
    options.images = pathOf(data.validationImages);
    options.masks = pathOf(data.validationMasks);
    options.ignoreValue = classes.ignoreValue ? std::to_string(*classes.ignoreValue) : "none";
    for (const ClassEntry& entry : classes.classes)
        options.knownValues.push_back(entry.value);
    auto validation = checkDataset(options, stop, progress);
    if (!validation)
        return std::unexpected(validation.error());
    addValidationFolder(std::move(*validation), folders);
    return folders;
}

std::int64_t trainingPairs(const DataConfig& data, std::int64_t pairs)
{
    std::int64_t left = pairs;
    if (data.validationImages.empty())
        left -= data.validationEvery > 0
                    ? pairs / data.validationEvery
                    : static_cast<std::int64_t>(heldOutCount(static_cast<std::size_t>(pairs), data.validationShare));
    return data.limit > 0 ? std::min(left, data.limit) : left;
}

Result<DataSplit> splitData(const RunConfig& config, std::stop_token stop,
                            const std::function<void(std::int64_t, std::int64_t)>& progress)
{
    const DataConfig& data = config.data;
    Result<CheckedFolders> folders = checkFolders(config, std::move(stop), progress);
    if (!folders)
        return std::unexpected(folders.error());
    DataSplit split;
    split.report = std::move(folders->report);
    split.validation = std::move(folders->validation);
    if (!data.validationImages.empty())
        split.training = split.report.pairs;
    if (split.report.hasErrors())
        return refused(split.report);
    if (data.validationImages.empty())
        separate(data.validationEvery > 0
                     ? heldOutEvery(split.report.pairs, data.validationEvery)
                     : heldOutShare(split.report.pairs.size(), data.validationShare, config.training.seed),
                 split);
    split.leftOut = limitPairs(data.limit, split.training) + limitPairs(data.limit, split.validation);
    if (split.training.empty())
        return fail(ErrorCode::Config,
                    fmt::format("all {} pairs are held out for validation", split.report.pairs.size()), data.images,
                    "hold out fewer");
    split.classes = split.report.classes;
    return split;
}

} // namespace gapless
