// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <QtGlobal>

#include "core/session/run_folder.h"
#include "core/session/run_json.h"

namespace gapless::test
{

/// Steps an epoch of all runs that are made here.
inline constexpr std::int64_t stepsOfEpoch = 4;

inline RunPlan planOf(std::int64_t epochs)
{
    RunPlan plan;
    plan.epochs = epochs;
    plan.stepsPerEpoch = stepsOfEpoch;
    plan.classes.classes = {{0, "ground", {}, 0}, {255, "nucleus", {}, 0}};
    return plan;
}

inline StepRecord stepOf(std::int64_t step, double loss)
{
    StepRecord record;
    record.step = step;
    record.epoch = (step - 1) / stepsOfEpoch + 1;
    record.stepInEpoch = (step - 1) % stepsOfEpoch + 1;
    record.images = 2;
    record.loss = loss;
    record.elapsedSeconds = static_cast<double>(step);
    return record;
}

inline EpochRecord epochOf(std::int64_t epoch, double meanIou, bool isBest = true)
{
    EpochRecord record;
    record.epoch = epoch;
    record.step = epoch * stepsOfEpoch;
    record.validation.emplace();
    record.validation->loss = 1 - meanIou;
    record.validation->meanIou = meanIou;
    record.validation->meanDice = meanIou / 2;
    record.validation->iou = {meanIou, meanIou / 4};
    record.validation->dice = {meanIou, std::nullopt};
    record.isBest = isBest;
    return record;
}

/// Epoch `epoch` whole: its steps with a loss of 1/step, and its score.
inline std::string epochLines(std::int64_t epoch, double meanIou)
{
    std::string lines;
    for (std::int64_t step = (epoch - 1) * stepsOfEpoch + 1; step <= epoch * stepsOfEpoch; ++step)
        lines += toJsonLine(stepOf(step, 1.0 / static_cast<double>(step))) + "\n";
    return lines + toJsonLine(epochOf(epoch, meanIou)) + "\n";
}

inline void append(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary | std::ios::app) << text;
}

/// A run as the program leaves it: configuration, a plan and so many epochs with rising scores, a checkpoint; without
/// an outcome as after a crash.
inline void makeRun(const std::filesystem::path& folder, RunConfig config, std::int64_t epochs,
                    std::optional<RunState> outcome = std::nullopt, const std::string& failure = {})
{
    config.output.run = folder.string();
    auto run = RunFolder::create(folder, config);
    if (!run)
        qFatal("the test's run cannot be made: %s", run.error().text().c_str());
    (*run)->write(planOf(config.training.epochs));
    (void)(*run)->flush();
    for (std::int64_t epoch = 1; epoch <= epochs; ++epoch)
        append(folder / "metrics.jsonl",
               epochLines(epoch, static_cast<double>(epoch) / static_cast<double>(config.training.epochs + 1)));
    std::ofstream((*run)->checkpoint("last")) << "scripted checkpoint\nstep " << epochs * stepsOfEpoch << "\n";
    if (!outcome)
        return;
    RunSummary summary;
    summary.outcome = *outcome;
    summary.failure = failure;
    summary.epochs = epochs;
    summary.bestBy = config.training.bestBy;
    if (epochs > 0) {
        summary.bestScore = static_cast<double>(epochs) / static_cast<double>(config.training.epochs + 1);
        summary.bestEpoch = epochs;
    }
    (void)(*run)->writeReport(summary);
}

} // namespace gapless::test
