// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/best_by.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gapless
{

namespace
{

struct Name
{
    std::string_view text; ///< ends with a colon where the name of a class follows
    BestBy::Score score;
    std::string_view words;
};

constexpr std::array names{
    Name{"mean_iou", BestBy::Score::MeanIou, "mean IoU"},
    Name{"mean_dice", BestBy::Score::MeanDice, "mean Dice"},
    Name{"pixel_accuracy", BestBy::Score::PixelAccuracy, "pixel accuracy"},
    Name{"loss", BestBy::Score::Loss, "validation loss"},
    Name{"iou:", BestBy::Score::ClassIou, "IoU of "},
    Name{"dice:", BestBy::Score::ClassDice, "Dice of "},
};

bool isOfClass(const BestBy& by)
{
    return by.score == BestBy::Score::ClassIou || by.score == BestBy::Score::ClassDice;
}

/// Names go before mask values: a class may be named "2".
const ClassEntry* findClass(const ClassTable& table, const std::string& name)
{
    const auto named = std::ranges::find(table.classes, name, &ClassEntry::name);
    if (named != table.classes.end())
        return &*named;
    const auto valued = std::ranges::find_if(
        table.classes, [&](const ClassEntry& entry) { return std::to_string(entry.value) == name; });
    return valued == table.classes.end() ? nullptr : &*valued;
}

} // namespace

std::optional<BestBy> bestByOf(std::string_view text)
{
    for (const Name& name : names) {
        if (name.text == text && !text.ends_with(':'))
            return BestBy{name.score};
        if (name.text.ends_with(':') && text.starts_with(name.text) && text.size() > name.text.size())
            return BestBy{name.score, std::string(text.substr(name.text.size()))};
    }
    return std::nullopt;
}

std::string_view bestByChoices()
{
    return "mean_iou, mean_dice, pixel_accuracy, loss, or iou:NAME or dice:NAME of a class";
}

std::string bestByWords(const BestBy& by)
{
    return std::string(std::ranges::find(names, by.score, &Name::score)->words) + by.className;
}

Result<void> checkBestBy(const BestBy& by, const ClassTable& classes)
{
    if (!isOfClass(by) || findClass(classes, by.className) != nullptr)
        return {};
    std::string offered;
    for (const ClassEntry& entry : classes.classes)
        offered += (offered.empty() ? "" : ", ") + entry.name;
    return fail(ErrorCode::Config, "there is no class \"" + by.className + "\"", "training.best_by",
                "choose one of " + offered);
}

std::optional<double> scoreBy(const BestBy& by, const Scores& scores, const ClassTable& classes)
{
    std::optional<double> score;
    switch (by.score) {
    case BestBy::Score::MeanIou:
        score = scores.meanIou;
        break;
    case BestBy::Score::MeanDice:
        score = scores.meanDice;
        break;
    case BestBy::Score::PixelAccuracy:
        score = scores.pixelAccuracy;
        break;
    case BestBy::Score::Loss:
        score = scores.loss;
        break;
    case BestBy::Score::ClassIou:
    case BestBy::Score::ClassDice:
        if (const ClassEntry* entry = findClass(classes, by.className)) {
            const auto index = static_cast<std::size_t>(entry - classes.classes.data());
            const auto& ofClass = by.score == BestBy::Score::ClassIou ? scores.iou : scores.dice;
            score = index < ofClass.size() ? ofClass[index] : std::nullopt;
        }
        break;
    }
    return score && std::isfinite(*score) ? score : std::nullopt;
}

bool isBetter(const BestBy& by, double score, std::optional<double> before, double margin)
{
    if (!before)
        return true;
    return by.score == BestBy::Score::Loss ? score < *before - margin : score > *before + margin;
}

} // namespace gapless
