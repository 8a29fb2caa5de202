// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_json.h"

#include <cmath>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/config/config_fields.h"
#include "core/session/json_fields.h"

namespace gapless
{

namespace
{

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template<class Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

double mebibytes(std::int64_t bytes)
{
    return std::round(static_cast<double>(bytes) / (1024.0 * 1024.0) * 10.0) / 10.0;
}

std::optional<double> scoreOf(const std::vector<std::optional<double>>& scores, std::size_t index)
{
    return index < scores.size() ? scores[index] : std::nullopt;
}

Json classesJson(const ClassTable& classes)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < classes.classes.size(); ++i) {
        const ClassEntry& entry = classes.classes[i];
        list.push_back({{"id", i}, {"value", entry.value}, {"name", entry.name}, {"color", entry.color}});
    }
    return list;
}

Json scoresJson(const Scores& scores, const ClassTable& classes)
{
    Json perClass = Json::array();
    for (std::size_t i = 0; i < scores.iou.size(); ++i) {
        Json entry = Json::object();
        entry["id"] = i;
        if (i < classes.classes.size()) {
            entry["value"] = classes.classes[i].value;
            entry["name"] = classes.classes[i].name;
        }
        entry["iou"] = orNull(scoreOf(scores.iou, i));
        entry["dice"] = orNull(scoreOf(scores.dice, i));
        perClass.push_back(std::move(entry));
    }
    return {{"mean_iou", scores.meanIou},
            {"mean_dice", scores.meanDice},
            {"pixel_accuracy", scores.pixelAccuracy},
            {"pixels", scores.labelledPixels},
            {"skipped_images", scores.skippedImages},
            {"loss", orNull(scores.loss)},
            {"per_class", std::move(perClass)}};
}

Json boundaryParts(const BoundaryParts& parts)
{
    return {{"validation", parts.validationMs},
            {"checkpoint", parts.checkpointMs},
            {"inspection", parts.inspectionMs},
            {"wait", parts.waitMs},
            {"other", parts.otherMs}};
}

} // namespace

std::string toJsonLine(const RunPlan& plan)
{
    return dumped({{"type", "plan"},
                   {"start_step", plan.start.step},
                   {"epochs", plan.epochs},
                   {"steps_per_epoch", plan.stepsPerEpoch},
                   {"training_samples", plan.trainingSamples},
                   {"validation_samples", plan.validationSamples},
                   {"parameters", plan.parameters},
                   {"queue_bytes", plan.queueBytes},
                   {"cache_bytes", plan.cacheBytes},
                   {"cached_samples", plan.cachedSamples},
                   {"device", plan.device},
                   {"threads", plan.threads},
                   {"classes", classesJson(plan.classes)},
                   {"ignore_value", orNull(plan.classes.ignoreValue)},
                   {"notes", plan.notes}});
}

std::string toJsonLine(const StepRecord& record)
{
    return dumped({{"type", "step"},
                   {"step", record.step},
                   {"epoch", record.epoch},
                   {"step_in_epoch", record.stepInEpoch},
                   {"images", record.images},
                   {"skipped", record.skipped},
                   {"loss", record.loss},
                   {"learning_rate", record.learningRate},
                   {"gradient_norm", record.gradientNorm},
                   {"wait_ms", record.waitMs},
                   {"step_ms", record.stepMs},
                   {"queue_fill", record.queueFill},
                   {"settings_version", record.settingsVersion},
                   {"rss_mb", mebibytes(record.residentBytes)},
                   {"elapsed_s", record.elapsedSeconds}});
}

std::string toJsonLine(const EpochRecord& record)
{
    return dumped({{"type", "epoch"},
                   {"epoch", record.epoch},
                   {"step", record.step},
                   {"mean_loss", record.meanLoss},
                   {"images_per_s", record.imagesPerSecond},
                   {"stall_share", record.stallShare},
                   {"validation", record.validation ? scoresJson(*record.validation, {}) : Json(nullptr)},
                   {"is_best", record.isBest},
                   {"elapsed_s", record.elapsedSeconds}});
}

std::string toJsonLine(const BoundaryRecord& record)
{
    Json line = {
        {"type", "boundary"}, {"epoch", record.epoch}, {"gap_ms", record.gapMs()}, {"total_ms", record.totalMs()}};
    line["parts_ms"] =
        boundaryParts({record.validationMs, record.checkpointMs, record.inspectionMs, record.waitMs, record.otherMs});
    return dumped(line);
}

std::string toJsonLine(const Inspection& inspection)
{
    Json line = {{"type", "inspection"},
                 {"step", inspection.step},
                 {"image", inspection.request.pair.image.filename().string()},
                 {"ms", inspection.milliseconds}};
    if (inspection.error)
        line["error"] = inspection.error->text();
    return dumped(line);
}

std::string toJsonLine(const SettingsChange& change)
{
    RunConfig config;
    applyLiveSettings(config, change.settings);
    Json line = {{"type", "settings"}, {"version", change.version}, {"step", change.step}};
    for (const FieldInfo& field : configFields())
        if (isLiveField(field.key))
            line[std::string(field.key)] = configFieldText(config, field.key);
    return dumped(line);
}

bool isBehind(std::string_view line, const StartPoint& start)
{
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object())
        return true;
    const auto number = [&json](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    };
    const std::int64_t validated = start.epoch - (start.progress.isEpochDue ? 1 : 0);
    const auto type = json.find("type");
    if (type != json.end() && *type == "step")
        return number("step") > start.step;
    if (type != json.end() && *type == "boundary")
        return number("epoch") >= (start.isInEpoch ? start.epoch + 1 : start.epoch);
    if (type != json.end() && *type == "epoch")
        return number("epoch") > validated;
    return number("step") > start.step;
}

std::int64_t bestEpochOf(std::string_view line)
{
    const nlohmann::json json = parsedJson(line);
    const bool isBest = json.is_object() && textIn(json, "type") == "epoch" && isTrueIn(json, "is_best");
    return isBest ? wholeIn(json, "epoch") : 0;
}

std::string outcomeOf(std::string_view report)
{
    const nlohmann::json json = parsedJson(report);
    return json.is_object() ? textIn(json, "outcome") : std::string();
}

std::string summaryToJson(const RunSummary& summary, const ClassTable& classes)
{
    Json json;
    json["outcome"] = runStateName(summary.outcome);
    json["failure"] = summary.failure.empty() ? Json(nullptr) : Json(summary.failure);
    json["run"] = summary.runFolder.string();
    json["epochs"] = summary.epochs;
    json["steps"] = summary.steps;
    json["skipped_samples"] = summary.skippedSamples;
    json["elapsed_s"] = summary.elapsedSeconds;
    json["images_per_s"] = orNull(summary.imagesPerSecond);
    json["step_ms"] = nullptr;
    if (const auto& step = summary.stepMs)
        json["step_ms"] = {{"median", step->median}, {"p95", step->p95}};
    json["wait_ms"] = nullptr;
    if (const auto& wait = summary.waitMs)
        json["wait_ms"] = {{"median", wait->median}, {"p95", wait->p95}, {"p99", wait->p99}, {"max", wait->max}};
    json["boundary_ms"] = nullptr;
    if (const auto& boundary = summary.boundaryMs)
        json["boundary_ms"] = {{"median", boundary->median}, {"max", boundary->max}};
    json["boundary_parts_ms"] = summary.boundaryParts ? boundaryParts(*summary.boundaryParts) : Json(nullptr);
    json["stall_share"] = orNull(summary.stallShare);
    json["peak_rss_mb"] = mebibytes(summary.peakResidentBytes);
    json["threads"] = summary.threads;
    json["validation"] = summary.validation ? scoresJson(*summary.validation, classes) : Json(nullptr);
    json["best"] = nullptr;
    if (summary.bestScore)
        json["best"] = {{"by", summary.bestBy}, {"score", *summary.bestScore}, {"epoch", summary.bestEpoch}};
    json["ended_early"] = summary.isEndedEarly;
    return dumped(json);
}

std::string scoresToJson(const Scores& scores, const ClassTable& classes)
{
    return dumped(scoresJson(scores, classes));
}

} // namespace gapless
