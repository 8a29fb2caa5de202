// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/dataset_report.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace gapless
{

struct CheckOptions
{
    std::filesystem::path images;
    std::filesystem::path masks;
    std::string ignoreValue = "auto"; ///< "auto": 255 unless the whole set is {0, 255}; "none"; or a number
    int threads = 2;
    std::vector<std::int64_t> knownValues{}; ///< classes decided elsewhere (training folder, checkpoint): never strays
    int channels = 3; ///< of the network: images that it cannot take are Errors, and colours seen as grey a Note
};

/// Opens every pair and reports everything that is wrong or was decided, all at once. Any thread; `progress` (may be
/// empty) is called now and then from the calling thread with pairs done and found. Errors: a folder that cannot be
/// read (Data), an ignore value that is none (Config), Cancelled.
[[nodiscard]] Result<DatasetReport>
checkDataset(const CheckOptions& options, std::stop_token stop = {},
             const std::function<void(std::int64_t done, std::int64_t total)>& progress = {});

/// Classes of the union in ascending order of value, so that validation uses the table of training: names, ignore value
/// and pixels are those of training; classes that only validation has count 0 pixels (splitData() warns of them). Of
/// the same kind of mask.
[[nodiscard]] ClassTable mergedClasses(const ClassTable& training, const ClassTable& validation);

/// {"pairs":..,"image_kinds":{"RGB":..},"classes":[{"id":..,"value":..,"name":..,"pixels":..,"share":..}],"ignore_value":..,
/// "problems":[{"severity","kind","file","message"}]}, on one line. Colour masks have "color":"#rrggbb" in place of
/// "value"; ignore_value is null where nothing is ignored.
[[nodiscard]] std::string reportToJson(const DatasetReport& report);

} // namespace gapless
