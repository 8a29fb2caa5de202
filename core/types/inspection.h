// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/types/class_table.h"
#include "core/types/dataset_report.h"
#include "core/types/preview.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace gapless
{

/// A picture to look at with a network: of the data set, or from anywhere.
struct InspectionRequest
{
    ImagePair pair;           ///< without a mask no truth is known; size 0 x 0: as the file says
    int probabilityClass = 0; ///< whose probability is wanted
};

/// What a network makes of one picture. All maps have its original size.
struct Inspection
{
    InspectionRequest request;
    std::optional<Error> error; ///< then everything below is empty
    std::int64_t step = 0;      ///< of the weights
    std::int64_t epoch = 0;
    ClassTable classes;
    Preview picture;
    ByteImage confidence;                   ///< probability of the predicted class of each pixel; 255 is 1
    ByteImage probability;                  ///< of the requested class
    std::vector<std::optional<double>> iou; ///< by class, of this picture alone; empty without truth
    double milliseconds = 0;                ///< reading, predicting and making the maps
};

} // namespace gapless
