// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/augment.h"
#include "core/types/image_size.h"
#include "core/types/pixels.h"

#include <vector>

namespace gapless
{

/// One axis of a crop: which pixels of the stored picture each of the crop's rows (or columns) shows. Positions lie
/// between pixel centres, as in cv::resize with INTER_LINEAR: centre p of the scaled picture is
/// (p + 0.5) * length / scaled - 0.5 of the stored one, and the picture's edge is repeated.
struct AxisMap
{
    int first = 0; ///< crop positions first .. last - 1 show the picture, the others are padding
    int last = 0;
    int sourceFirst = 0; ///< stored pixels sourceFirst .. sourceLast - 1 are all that the crop needs
    int sourceLast = 0;
    // For each position of the crop; unspecified in the padding.
    std::vector<int> lower;    ///< the lower of two neighbouring stored pixels
    std::vector<float> weight; ///< of the pixel behind `lower`; 0 when that lies outside
    std::vector<int> nearest;  ///< the stored pixel whose area holds the centre: for labels, as INTER_NEAREST_EXACT

    /// `count` crop positions from `offset` of the scaled axis on; `flip` reverses them. Memory is used again.
    void assign(int count, int offset, int scaled, int length, bool flip);
};

/// Where the pixels of a crop come from.
struct CropMap
{
    AxisMap rows;
    AxisMap columns;
    bool isScaled = false; ///< false: every weight is 0

    void assign(const AugmentDraw& draw, ImageSize picture, ImageSize crop);
    /// The part of the stored picture that the crop needs.
    [[nodiscard]] PixelWindow window() const;
};

} // namespace gapless
