// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include "app/console.h"
#include "core/data/sample_set.h"

namespace gapless::cli
{

namespace
{

struct SampleOptions
{
    std::string folder;
    int count = 48;
    std::vector<int> size{96, 96};
    bool json = false;
};

Result<void> checkOptions(const SampleOptions& options)
{
    std::vector<std::string> problems;
    if (options.count < 2 || options.count > 100'000)
        problems.push_back(fmt::format("--count {}: 2 to 100000 pictures", options.count));
    for (const int side : options.size)
        if (side < 32 || side > 4096)
            problems.push_back(fmt::format("--size {}: a side has 32 to 4096 pixels", side));
    if (problems.empty())
        return {};
    return fail(ErrorCode::Usage, fmt::format("{}", fmt::join(problems, "\n")));
}

int writeSample(const SampleOptions& options)
{
    if (const Result<void> checked = checkOptions(options); !checked)
        return reportError(checked.error(), options.json);
    const std::filesystem::path folder = options.folder;
    const ImageSize size{options.size.at(0), options.size.at(1)};
    if (const Result<void> written = writeSampleSet(folder, options.count, size); !written)
        return reportError(written.error(), options.json);

    const std::string images = (folder / "images").string();
    const std::string masks = (folder / "masks").string();
    if (options.json) {
        const nlohmann::ordered_json object{{"images", images},
                                            {"masks", masks},
                                            {"count", options.count},
                                            {"height", size.height},
                                            {"width", size.width}};
        printLine(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else {
        printLine(fmt::format("{} of {} x {} (height x width), 4 classes", countText(options.count, "picture"),
                              size.height, size.width));
        printLine("images  " + images);
        printLine("masks   " + masks);
    }
    return 0;
}

} // namespace

void addSampleCommand(CLI::App& app, Action& action)
{
    CLI::App* command =
        app.add_subcommand("sample", "Write the built-in sample: generated pictures and masks to learn from");
    const auto options = std::make_shared<SampleOptions>();
    command->add_option("DIR", options->folder, "Folder to write images/ and masks/ into; new or empty")->required();
    command->add_option("--count", options->count, "Number of pictures [48]")->type_name("N");
    command->add_option("--size", options->size, "Height and width of each [96 96]")->type_size(2)->type_name("H W");
    command->add_flag("--json", options->json, "Print one JSON object as the last line of standard output");
    command->callback([options, &action] { action = [options] { return writeSample(*options); }; });
}

} // namespace gapless::cli
