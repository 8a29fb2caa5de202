// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <spdlog/fmt/fmt.h>

#include "app/console.h"
#include "app/stop_signal.h"
#include "core/config/config_validate.h"
#include "core/data/dataset_check.h"
#include "core/data/mask_decode.h"
#include "core/data/path_text.h"

namespace gapless::cli
{

namespace
{

struct CheckCommandOptions
{
    std::string images;
    std::string masks;
    std::string ignoreValue = "auto";
    bool json = false;
};

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        return "error";
    }
    return "";
}

std::int64_t countOf(const DatasetReport& report, Severity severity)
{
    return std::ranges::count(report.problems, severity, &DatasetProblem::severity);
}

std::string sizesText(const std::vector<ImagePair>& pairs)
{
    std::map<std::pair<int, int>, int> sizes;
    for (const ImagePair& pair : pairs)
        ++sizes[{pair.size.height, pair.size.width}];
    std::string text;
    constexpr int mostSizes = 4;
    int told = 0;
    for (const auto& [size, files] : sizes) {
        if (told++ == mostSizes)
            return text + fmt::format(" and {} more", sizes.size() - mostSizes);
        text += fmt::format("{}{} x {} ({})", text.empty() ? "" : ", ", size.first, size.second, files);
    }
    return text;
}

std::string kindsText(const std::map<std::string, int>& kinds)
{
    std::string text;
    for (const auto& [kind, files] : kinds)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", kind, files);
    return text;
}

void printClasses(const ClassTable& table)
{
    std::int64_t labelled = 0;
    for (const ClassEntry& entry : table.classes)
        labelled += entry.pixels;
    printLine(fmt::format("classes  {}", table.size()));
    for (const ClassEntry& entry : table.classes) {
        const double share =
            labelled > 0 ? 100.0 * static_cast<double>(entry.pixels) / static_cast<double>(labelled) : 0;
        printLine(fmt::format("  {:>9}  {:<20} {:>6.2f} %", maskValueText(table.kind, entry.value), entry.name, share));
    }
    if (table.ignoreValue)
        printLine(fmt::format("  {:>9}  ignored, {}", maskValueText(table.kind, *table.ignoreValue),
                              countText(table.ignoredPixels, "pixel")));
}

void printReport(const DatasetReport& report)
{
    printLine(fmt::format("pairs    {} that can be used", report.pairs.size()));
    if (!report.pairs.empty()) {
        printLine("sizes    " + sizesText(report.pairs) + " (height x width)");
        printLine("images   " + kindsText(report.imageKinds));
        printClasses(report.classes);
    }
    const std::int64_t errors = countOf(report, Severity::Error);
    const std::int64_t warnings = countOf(report, Severity::Warning);
    if (report.problems.empty()) {
        printLine("nothing to mend");
        return;
    }
    for (const DatasetProblem& problem : report.problems) {
        const std::string file = pathText(problem.file);
        printLine(fmt::format("{:<8} {}{}{}", severityName(problem.severity), file, file.empty() ? "" : ": ",
                              problem.message));
    }
    printLine(errors > 0 ? fmt::format("{}: training refuses to start", countText(errors, "error"))
                         : fmt::format("no errors, {}: training can start", countText(warnings, "warning")));
}

int check(const CheckCommandOptions& options)
{
    watchStopSignals();
    std::stop_source stop;
    CountProgress progress("checking pair");
    const auto onProgress = [&](std::int64_t done, std::int64_t total) {
        if (stopSignal() != 0)
            stop.request_stop();
        progress.show(done, total);
    };
    const CheckOptions checked{options.images, options.masks, plainIgnoreValue(options.ignoreValue)};
    const Result<DatasetReport> report = checkDataset(checked, stop.get_token(), onProgress);
    progress.clear();
    if (!report && report.error().code == ErrorCode::Cancelled)
        return reportStopped("stopped before the last pair; there is no report", options.json);
    if (!report)
        return reportError(report.error(), options.json);
    if (options.json)
        printLine(reportToJson(*report));
    else
        printReport(*report);
    return report->hasErrors() ? exitCode(ErrorCode::Data) : 0;
}

} // namespace

void addCheckCommand(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("check", "Look at every image and mask and report what training would stumble over");
    const auto options = std::make_shared<CheckCommandOptions>();
    command->add_option("--images", options->images, "Folder of images")->type_name("DIR")->required();
    command->add_option("--masks", options->masks, "Folder of their masks")->type_name("DIR")->required();
    command
        ->add_option("--ignore-value", options->ignoreValue,
                     "Mask value, or colour such as \"#ff00ff\", that counts in neither loss nor scores [auto]")
        ->type_name("VALUE|none|auto");
    command->add_flag("--json", options->json, "Print the report as one JSON object, the last line of standard output");
    command->callback([options, &action] { action = [options] { return check(*options); }; });
}

} // namespace gapless::cli
