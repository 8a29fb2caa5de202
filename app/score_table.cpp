// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/score_table.h"

#include <algorithm>
#include <cstddef>

#include <spdlog/fmt/fmt.h>

namespace gapless::cli
{

namespace
{

std::string scoreText(const std::optional<double>& score)
{
    return score ? fmt::format("{:.4f}", *score) : "n/a";
}

std::optional<double> scoreOf(const std::vector<std::optional<double>>& scores, std::size_t index)
{
    return index < scores.size() ? scores[index] : std::nullopt;
}

} // namespace

std::vector<std::string> scoreLines(const Scores& scores, const ClassTable& classes)
{
    std::size_t width = 5;
    for (const ClassEntry& entry : classes.classes)
        width = std::max(width, entry.name.size());
    std::vector<std::string> lines{fmt::format("{:<{}}  {:>6}  {:>6}", "class", width, "IoU", "Dice")};
    for (std::size_t index = 0; index < classes.classes.size(); ++index)
        lines.push_back(fmt::format("{:<{}}  {:>6}  {:>6}", classes.classes[index].name, width,
                                    scoreText(scoreOf(scores.iou, index)), scoreText(scoreOf(scores.dice, index))));
    lines.push_back(fmt::format("{:<{}}  {:>6.4f}  {:>6.4f}", "mean", width, scores.meanIou, scores.meanDice));
    return lines;
}

} // namespace gapless::cli
