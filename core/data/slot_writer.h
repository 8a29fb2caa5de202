// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/crop_map.h"
#include "core/types/image_size.h"
#include "core/types/pixels.h"
#include "core/types/normalisation.h"
#include "core/types/sample_source.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gapless
{

/// Decoded pixels of a picture, or of the part of it that a crop needs. Memory of somebody else.
struct PictureView
{
    const std::uint8_t* pixels = nullptr; ///< channels interleaved, rows of window.size.width pixels
    PixelWindow window;                   ///< the part of the picture that `pixels` holds
    const std::uint8_t* labels = nullptr; ///< rows of labelWindow.size.width; null: nothing is labelled
    PixelWindow labelWindow;
};

/// The normalised float of each 8-bit value, by channel.
using ValueTable = std::vector<std::array<float, 256>>;

/// Decoded pixels, with as many channels as the normalisation has, to a batch slot: scaled, cropped, flipped,
/// normalised and laid out in one pass over source and slot. Immutable; any thread.
///
/// Values go through a table of 256 normalised floats a channel, so they are to the bit what (value / 255 - mean) /
/// deviation gives; scaled values are rounded to 8 bits before, as in a loader that scales pictures.
class SlotWriter final
{
public:
    explicit SlotWriter(const Normalisation& normalisation);

    /// The crop that `map` describes, scaled by bilinear interpolation (within one level of cv::resize with
    /// INTER_LINEAR); padding is value 0. `line` is memory to be used again.
    void writeCrop(const PictureView& picture, const CropMap& map, const SampleTarget& target,
                   std::vector<float>& line) const;
    /// Target pixel (y, x) shows picture pixel (rows[y], columns[x]), positions in the window.
    void writeGathered(const PictureView& picture, const std::vector<int>& rows, const std::vector<int>& columns,
                       const SampleTarget& target) const;

private:
    /// Calls `write` with the row writer for this number of channels.
    template<class Write>
    void withRowWriter(const Write& write) const;

    ValueTable m_values;
};

/// Labels of the crop: the nearest ones, ignoreLabel in the padding and where the picture has no labels.
void writeCropLabels(const PictureView& picture, const CropMap& map, const SampleTarget& target);
/// Labels of a whole picture at the target's top left, ignoreLabel right of it and below.
void writeWholeLabels(const PictureView& picture, const SampleTarget& target);

} // namespace gapless
