// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/data/dataset_check.h"
#include "core/data/mask_decode.h"
#include "core/data/path_text.h"

namespace gapless
{

namespace
{

const char* severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

nlohmann::ordered_json classesToJson(const ClassTable& table)
{
    std::int64_t labelled = 0;
    for (const ClassEntry& entry : table.classes)
        labelled += entry.pixels;
    nlohmann::ordered_json classes = nlohmann::ordered_json::array();
    for (std::size_t id = 0; id < table.classes.size(); ++id) {
        const ClassEntry& entry = table.classes[id];
        nlohmann::ordered_json one{{"id", id}};
        if (table.kind == MaskKind::Colors)
            one["color"] = maskValueText(table.kind, entry.value);
        else
            one["value"] = entry.value;
        one["name"] = entry.name;
        one["pixels"] = entry.pixels;
        one["share"] = labelled > 0 ? static_cast<double>(entry.pixels) / static_cast<double>(labelled) : 0.0;
        classes.push_back(std::move(one));
    }
    return classes;
}

} // namespace

std::string reportToJson(const DatasetReport& report)
{
    nlohmann::ordered_json json{
        {"pairs", report.pairs.size()}, {"image_kinds", report.imageKinds}, {"classes", classesToJson(report.classes)}};
    json["ignore_value"] = nullptr;
    if (report.classes.ignoreValue)
        json["ignore_value"] = *report.classes.ignoreValue;
    json["problems"] = nlohmann::ordered_json::array();
    for (const DatasetProblem& problem : report.problems)
        json["problems"].push_back({{"severity", severityName(problem.severity)},
                                    {"kind", problem.kind},
                                    {"file", pathText(problem.file)},
                                    {"message", problem.message}});
    // File names need not be UTF-8 on Linux: such bytes are replaced rather than thrown on.
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace gapless
