// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/types/image_size.h"
#include "core/types/pixels.h"
#include "core/types/sample_source.h"

namespace gapless
{

/// A sample as a batch slot holds it, brought back to something to look at.
struct SamplePicture
{
    RgbImage image; ///< of more than three channels the first three; of fewer the first, as grey
    LabelImage labels;
};

/// Has `source` write the sample into a slot of that size, and undoes the normalisation: rounding makes that exact, as
/// the values had 8 bits. Any thread. Errors are those of the source.
[[nodiscard]] Result<SamplePicture> makeSamplePicture(const SampleSource& source, const SampleKey& key, ImageSize size);

} // namespace gapless
