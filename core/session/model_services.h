// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/config/run_config.h"
#include "core/types/class_table.h"
#include "core/types/epoch_record.h"
#include "core/types/inspection.h"
#include "core/types/pixels.h"
#include "core/types/sample_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace gapless
{

/// What a checkpoint says of itself.
struct CheckpointInfo
{
    std::int64_t step = 0;
    std::int64_t epoch = 0;
    ClassTable classes;
    RunConfig config;
};

/// Work with a trained network outside a run. One thread at a time; no method throws.
class ModelServices
{
public:
    ModelServices() = default;
    ModelServices(const ModelServices&) = delete;
    ModelServices& operator=(const ModelServices&) = delete;
    virtual ~ModelServices() = default;

    /// Loads a checkpoint; on failure the one before stays loaded.
    [[nodiscard]] virtual Result<CheckpointInfo> load(const std::filesystem::path& checkpoint) = 0;
    /// Class indices of one sample of a source of whole pictures, at the picture's own size.
    [[nodiscard]] virtual Result<LabelImage> predict(const SampleSource& source, std::int64_t sample) = 0;
    /// Everything there is to see of the only sample of `source`, as TrainingEngine::inspectPicture().
    [[nodiscard]] virtual Result<Inspection> inspectPicture(const SampleSource& source,
                                                            const InspectionRequest& request) = 0;
    /// Pooled scores over a whole source; `progress` (may be empty) is told the number of samples done and returns
    /// false to stop.
    [[nodiscard]] virtual Result<Scores> evaluate(const SampleSource& source,
                                                  const std::function<bool(std::int64_t done)>& progress) = 0;
};

} // namespace gapless
