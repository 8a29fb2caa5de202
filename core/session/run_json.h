// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/live_settings.h"
#include "core/config/run_config.h"
#include "core/types/epoch_record.h"
#include "core/types/inspection.h"
#include "core/types/run_plan.h"
#include "core/types/run_summary.h"
#include "core/types/start_point.h"
#include "core/types/step_record.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace gapless
{

/// Records as JSON objects on one line each, without the line end: the lines of metrics.jsonl, told apart by "type".
/// Numbers that are not finite become null; names that are not UTF-8 are shown with replacement characters. Any thread.
[[nodiscard]] std::string toJsonLine(const RunPlan& plan);
[[nodiscard]] std::string toJsonLine(const StepRecord& record);
[[nodiscard]] std::string toJsonLine(const EpochRecord& record);
[[nodiscard]] std::string toJsonLine(const BoundaryRecord& record);
/// What was looked at and how long it took; not the picture.
[[nodiscard]] std::string toJsonLine(const Inspection& inspection);
[[nodiscard]] std::string toJsonLine(const SettingsChange& change);

/// Whether a line of metrics.jsonl tells of what comes after this point, or is no record at all.
[[nodiscard]] bool isBehind(std::string_view line, const StartPoint& start);

/// The epoch that a line of metrics.jsonl calls the best so far; 0 for all other lines.
[[nodiscard]] std::int64_t bestEpochOf(std::string_view line);
/// What report.json says became of the run, as runStateName() has it; empty when it says nothing.
[[nodiscard]] std::string outcomeOf(std::string_view report);

/// The summary as report.json and `train --json` show it. Memory in MiB.
[[nodiscard]] std::string summaryToJson(const RunSummary& summary, const ClassTable& classes);
/// {mean_iou, mean_dice, pixel_accuracy, pixels, loss, per_class}, as in the summary; `evaluate --json` is this.
[[nodiscard]] std::string scoresToJson(const Scores& scores, const ClassTable& classes);

} // namespace gapless
