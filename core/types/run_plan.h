// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "core/types/start_point.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gapless
{

/// What a prepared engine is about to do; told to the user before the first step.
struct RunPlan
{
    StartPoint start; ///< all zero for a new run
    std::int64_t epochs = 0;
    std::int64_t stepsPerEpoch = 0;
    std::int64_t trainingSamples = 0;
    std::int64_t validationSamples = 0;
    std::int64_t parameters = 0;            ///< trainable numbers in the network
    std::int64_t queueBytes = 0;            ///< memory of the prefetched batches
    std::int64_t cacheBytes = 0;            ///< memory of decoded pictures, once all of them are there
    std::int64_t cachedSamples = 0;         ///< training and validation samples that have a place in it
    std::shared_ptr<const DataPairs> pairs; ///< null where the samples are no files
    ClassTable classes;
    std::string device; ///< "CPU, 2 threads"
    int threads = 0;
    std::vector<std::string> notes; ///< choices made for the user, in words
};

} // namespace gapless
