// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/class_discovery.h"

#include <algorithm>
#include <map>
#include <optional>
#include <spdlog/fmt/fmt.h>
#include <unordered_map>

#include "core/data/path_text.h"
#include "core/data/size_limit.h"

namespace gapless
{

namespace
{

constexpr std::size_t mostValuesInMask = 4096;
constexpr std::size_t manyValuesInMask = 64;

/// One value over the whole set.
struct Total
{
    std::int64_t pixels = 0;
    int files = 0;
    std::size_t firstMask = 0;
    ValueCount first;
};
using Totals = std::map<std::int64_t, Total>;

std::string fileName(const MaskSummary& mask)
{
    return pathText(mask.file.filename());
}

/// Grey and indexed files of a colour set become colours.
void makeColors(std::vector<MaskSummary>& masks, Discovery& result)
{
    std::vector<const MaskSummary*> converted;
    for (MaskSummary& mask : masks) {
        if (mask.kind == MaskKind::Colors)
            continue;
        converted.push_back(&mask);
        std::map<std::int64_t, ValueCount> colors;
        for (const ValueCount& id : mask.values) {
            const auto color = colorOfId(static_cast<std::uint32_t>(id.value), mask.bitDepth, mask.palette);
            if (!color) {
                result.refused.insert(mask.file);
                result.problems.push_back(
                    {Severity::Error, "mixed-masks", mask.file,
                     fmt::format("holds the id {}, while other masks hold colours; save all masks alike", id.value)});
                break;
            }
            ValueCount& entry = colors.try_emplace(*color, ValueCount{*color, 0, id.row, id.column}).first->second;
            entry.pixels += id.pixels;
        }
        mask.values.clear();
        for (const auto& [color, entry] : colors)
            mask.values.push_back(entry);
    }
    if (!converted.empty())
        result.problems.push_back(
            {Severity::Note, "mixed-masks", converted.front()->file,
             fmt::format("{} of {} masks are stored as grey or indexed, the others in colour; all are read as colours",
                         converted.size(), masks.size())});
}

Totals totalsOf(const std::vector<MaskSummary>& masks)
{
    Totals totals;
    for (std::size_t number = 0; number < masks.size(); ++number) {
        if (masks[number].hasTooMany)
            continue;
        for (const ValueCount& value : masks[number].values) {
            Total& total = totals[value.value];
            if (total.files++ == 0) {
                total.firstMask = number;
                total.first = value;
            }
            total.pixels += value.pixels;
        }
    }
    return totals;
}

void reportPhotos(const std::vector<MaskSummary>& masks, const Totals& totals, Discovery& result)
{
    for (const MaskSummary& mask : masks) {
        if (mask.hasTooMany) {
            result.refused.insert(mask.file);
            result.problems.push_back(
                {Severity::Error, "many-values", mask.file,
                 fmt::format("more than {} different values: a photo, not a mask; check that the folders are not "
                             "exchanged",
                             mostValuesInMask)});
            continue;
        }
        if (mask.values.size() <= manyValuesInMask)
            continue;
        const auto own = static_cast<std::size_t>(std::ranges::count_if(
            mask.values, [&](const ValueCount& value) { return totals.at(value.value).files == 1; }));
        const bool isAlone = masks.size() > 1 && own * 2 > mask.values.size();
        if (isAlone)
            result.refused.insert(mask.file);
        result.problems.push_back({isAlone ? Severity::Error : Severity::Warning, "many-values", mask.file,
                                   fmt::format("{} different values, {} of them in no other mask: a photo, or numbers "
                                               "of objects rather than classes?",
                                               mask.values.size(), own)});
    }
}

bool isRare(const Total& total, const MaskSummary& mask, std::int64_t setPixels)
{
    const std::int64_t ofFile = std::min<std::int64_t>(16, std::max<std::int64_t>(1, mask.pixels / 50));
    return total.files == 1 && total.pixels <= std::max(ofFile, setPixels / 100'000);
}

/// A few pixels in each of several files: a small object's colour, or what a brush with soft edges left behind.
bool isSparse(const Total& total, std::int64_t setPixels)
{
    return total.files > 1 &&
           total.pixels <= std::max<std::int64_t>(std::int64_t{4} * total.files, setPixels / 100'000);
}

std::string placeOf(const Total& total)
{
    return fmt::format("{}, the first at row {}, column {}", pixelsText(total.pixels), total.first.row,
                       total.first.column);
}

/// "#fa0302 (2 pixels, the first at row 3, column 3 of a.png)", a few of them, and how many more there are: a brush
/// with soft edges leaves hundreds.
std::string examplesOf(const std::vector<std::int64_t>& values, MaskKind kind, const std::vector<MaskSummary>& masks,
                       const Totals& totals)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(values.size(), most); ++i) {
        const Total& total = totals.at(values[i]);
        text += fmt::format("{}{} ({} of {})", i == 0 ? "" : ", ", maskValueText(kind, values[i]), placeOf(total),
                            fileName(masks[total.firstMask]));
    }
    return values.size() > most ? text + fmt::format(" and {} more", values.size() - most) : text;
}

void warnOfSparseColors(const std::vector<MaskSummary>& masks, const Totals& totals,
                        const std::set<std::int64_t>& known, std::int64_t setPixels, Discovery& result)
{
    std::vector<std::int64_t> sparse;
    for (const auto& [value, total] : totals)
        if (isSparse(total, setPixels) && !known.contains(value))
            sparse.push_back(value);
    if (sparse.empty())
        return;
    const std::string examples = examplesOf(sparse, MaskKind::Colors, masks, totals);
    const bool isOne = sparse.size() == 1;
    result.problems.push_back(
        {Severity::Warning, "rare-class", masks[totals.at(sparse.front()).firstMask].file,
         isOne ? fmt::format("a colour is hardly used, in a few masks: {}: a class, or left behind by a soft brush?",
                             examples)
               : fmt::format("{} colours are hardly used, each in a few masks: {}: classes, or left behind by a soft "
                             "brush?",
                             sparse.size(), examples)});
}

/// An Error for each mask; its strays are taken out of the totals.
void refuseStrayColors(const std::vector<std::int64_t>& rare, const std::vector<MaskSummary>& masks, Totals& totals,
                       Discovery& result)
{
    std::map<std::size_t, std::vector<std::int64_t>> straysOf;
    for (const std::int64_t value : rare)
        straysOf[totals.at(value).firstMask].push_back(value);
    for (const auto& [number, strays] : straysOf) {
        const std::string color = maskValueText(MaskKind::Colors, strays.front());
        std::string message =
            strays.size() == 1
                ? fmt::format("colour {} is in this mask alone: {}; paint it in a class's colour, or give {} as the "
                              "ignore value",
                              color, placeOf(totals.at(strays.front())), color)
                : fmt::format("{} colours are in this mask alone: {}; paint them in the colours of classes, without "
                              "soft edges",
                              strays.size(), examplesOf(strays, MaskKind::Colors, masks, totals));
        result.refused.insert(masks[number].file);
        result.problems.push_back({Severity::Error, "stray-color", masks[number].file, std::move(message)});
    }
    for (const std::int64_t value : rare)
        totals.erase(value);
}

void warnOfRareIds(const std::vector<std::int64_t>& rare, const std::vector<MaskSummary>& masks, const Totals& totals,
                   Discovery& result)
{
    const std::int64_t first = rare.front();
    result.problems.push_back({Severity::Warning, "rare-class", masks[totals.at(first).firstMask].file,
                               rare.size() == 1
                                   ? fmt::format("value {} is in this mask alone: {}", first, placeOf(totals.at(first)))
                                   : fmt::format("{} values are hardly used, each in one mask alone: {}", rare.size(),
                                                 examplesOf(rare, MaskKind::Ids, masks, totals))});
}

/// Stray colours are reported and taken out of the totals; hardly used ids are only reported.
void reportRare(const std::vector<MaskSummary>& masks, Totals& totals, std::optional<std::int64_t> ignore,
                const std::set<std::int64_t>& known, Discovery& result)
{
    std::int64_t setPixels = 0;
    for (const MaskSummary& mask : masks)
        setPixels += mask.pixels;
    std::vector<std::int64_t> rare;
    for (const auto& [value, total] : totals)
        if (value != ignore && !known.contains(value) && isRare(total, masks[total.firstMask], setPixels))
            rare.push_back(value);
    if (rare.size() == totals.size()) // tiny pictures: then few pixels mean nothing
        return;
    const bool areColors = result.classes.kind == MaskKind::Colors;
    if (areColors)
        warnOfSparseColors(masks, totals, known, setPixels, result);
    if (rare.empty())
        return;
    if (areColors)
        refuseStrayColors(rare, masks, totals, result);
    else
        warnOfRareIds(rare, masks, totals, result);
}

std::optional<std::int64_t> decideIgnoreValue(const Totals& totals, const std::string& wanted, bool isTwoValued,
                                              Discovery& result)
{
    const auto note = [&](std::string kind, std::string message) {
        result.problems.push_back({Severity::Note, std::move(kind), {}, std::move(message)});
    };
    if (wanted == "none")
        return std::nullopt;
    if (wanted != "auto") {
        const std::int64_t value = std::stoll(wanted);
        if (!totals.contains(value))
            note("ignore-value", fmt::format("the ignore value {} is in no mask", value));
        return value;
    }
    if (result.classes.kind == MaskKind::Colors)
        return std::nullopt;
    if (isTwoValued) {
        note("two-valued", "all masks hold 0 and 255 only: two classes, background and foreground, and nothing is "
                           "ignored; the ignore value "
                           "255 makes it otherwise");
        return std::nullopt;
    }
    if (!totals.contains(255))
        return std::nullopt;
    if (totals.rbegin()->first > 255) { // ids of more than 8 bits: 255 is one among them
        note("ignore-value", "255 is a class, as there are values above it; the ignore value 255 makes it otherwise");
        return std::nullopt;
    }
    note("ignore-value", "255 is taken as not labelled and counts in neither loss nor scores; the ignore value "
                         "\"none\" makes it a class");
    return 255;
}

/// The palette that all masks share, or nothing.
std::vector<Rgb> sharedPalette(const std::vector<MaskSummary>& masks)
{
    for (const MaskSummary& mask : masks)
        if (mask.kind != MaskKind::Ids || mask.palette.empty() || mask.palette != masks.front().palette)
            return {};
    return masks.empty() ? std::vector<Rgb>{} : masks.front().palette;
}

void fillTable(const Totals& totals, const std::vector<Rgb>& palette, bool isTwoValued, ClassTable& table)
{
    for (const auto& [value, total] : totals) {
        if (value == table.ignoreValue) {
            table.ignoredPixels = total.pixels;
            continue;
        }
        ClassEntry entry{value, "class " + maskValueText(table.kind, value), defaultClassColor(table.size()),
                         total.pixels};
        if (isTwoValued)
            entry.name = value == 0 ? "background" : "foreground";
        if (table.kind == MaskKind::Colors)
            entry.color = {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                           static_cast<std::uint8_t>(value)};
        else if (static_cast<std::size_t>(value) < palette.size())
            entry.color = palette[static_cast<std::size_t>(value)];
        table.classes.push_back(std::move(entry));
    }
}

void reportNumberOfClasses(const std::vector<MaskSummary>& masks, Discovery& result)
{
    const int count = result.classes.size();
    if (count > maximumClasses) {
        const MaskSummary& most =
            *std::ranges::max_element(masks, {}, [](const MaskSummary& mask) { return mask.values.size(); });
        result.problems.push_back(
            {Severity::Error, "too-many-classes", most.file,
             fmt::format("the masks hold {} different values, up to {}; {} classes are the most. {} alone holds {}: "
                         "numbers of objects rather than classes?",
                         count, maskValueText(result.classes.kind, result.classes.classes.back().value), maximumClasses,
                         fileName(most), most.values.size())});
        result.classes.classes.resize(maximumClasses);
    } else if (count == 0 && !masks.empty()) {
        result.problems.push_back(
            {Severity::Error, "no-classes", {}, "no mask has a labelled pixel: all have the ignore value"});
    } else if (count == 1) {
        result.problems.push_back(
            {Severity::Warning,
             "one-class",
             {},
             fmt::format("all labelled pixels have one value, {}: there is nothing to tell apart",
                         maskValueText(result.classes.kind, result.classes.classes.front().value))});
    }
}

void reportUnlabelled(const std::vector<MaskSummary>& masks, Discovery& result)
{
    std::vector<const MaskSummary*> unlabelled;
    for (const MaskSummary& mask : masks)
        if (mask.values.size() == 1 && mask.values.front().value == result.classes.ignoreValue)
            unlabelled.push_back(&mask);
    if (!unlabelled.empty())
        result.problems.push_back({Severity::Warning, "nothing-labelled", unlabelled.front()->file,
                                   fmt::format("{} of {} masks hold the ignore value only and teach nothing",
                                               unlabelled.size(), masks.size())});
}

} // namespace

MaskSummary summarise(const MaskImage& mask, const std::filesystem::path& file)
{
    MaskSummary summary{file, mask.kind, mask.bitDepth, mask.palette, static_cast<std::int64_t>(mask.values.size()),
                        {},   false};
    std::unordered_map<std::uint32_t, ValueCount> counts;
    ValueCount* current = nullptr; // neighbours mostly have the same value: one look-up for each run
    for (std::size_t pixel = 0; pixel < mask.values.size(); ++pixel) {
        const std::uint32_t value = mask.values[pixel];
        if (current == nullptr || current->value != value) {
            const auto width = static_cast<std::size_t>(mask.size.width);
            current = &counts
                           .try_emplace(value, ValueCount{value, 0, static_cast<int>(pixel / width),
                                                          static_cast<int>(pixel % width)})
                           .first->second;
            if (counts.size() > mostValuesInMask) {
                summary.hasTooMany = true;
                break;
            }
        }
        ++current->pixels;
    }
    for (const auto& [value, count] : counts)
        summary.values.push_back(count);
    std::ranges::sort(summary.values, {}, &ValueCount::value);
    return summary;
}

Discovery discoverClasses(std::vector<MaskSummary> masks, const std::string& ignoreValue,
                          const std::vector<std::int64_t>& knownValues)
{
    Discovery result;
    const std::vector<Rgb> palette = sharedPalette(masks);
    if (std::ranges::any_of(masks, [](const MaskSummary& mask) { return mask.kind == MaskKind::Colors; })) {
        result.classes.kind = MaskKind::Colors;
        makeColors(masks, result);
    }
    Totals totals = totalsOf(masks);
    const bool isTwoValued =
        result.classes.kind == MaskKind::Ids && totals.size() == 2 && totals.contains(0) && totals.contains(255);
    result.classes.ignoreValue = decideIgnoreValue(totals, ignoreValue, isTwoValued, result);
    reportPhotos(masks, totals, result);
    reportRare(masks, totals, result.classes.ignoreValue, {knownValues.begin(), knownValues.end()}, result);
    fillTable(totals, palette, isTwoValued && !result.classes.ignoreValue, result.classes);
    reportNumberOfClasses(masks, result);
    reportUnlabelled(masks, result);
    return result;
}

} // namespace gapless
