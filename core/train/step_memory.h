// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/model_factory.h"
#include "core/types/image_size.h"
#include "core/types/memory_format.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gapless
{

/// Bytes of a training step's forward pass that are kept for its backward pass, for each pixel of the batch. Measured
/// on a small batch with torch's own reports of its allocations; the number hardly depends on the size. The model, in
/// training mode, is afterwards as before. Trainer thread. Throws c10::Error.
[[nodiscard]] double activationBytesPerPixel(SegmentationModel& model, MemoryFormat format);

/// What to tell before the start when training needs at least `needed` bytes and `available` can be had (0: unknown): a
/// note when it may become too much, since the process takes up to a third more than what is certain. Errors:
/// OutOfMemory when it cannot fit, where the system would end the process in the first step.
[[nodiscard]] Result<std::vector<std::string>> checkMemory(std::int64_t needed, std::int64_t available);

/// Whether a whole picture, padded to `size`, can be predicted or scored in `available` bytes (empty: what the system
/// says, 0: unknown). Small ones always pass; for large ones the network's need is measured on a small picture. Errors:
/// OutOfMemory, naming `picture`.
[[nodiscard]] Result<void> checkPictureMemory(SegmentationModel& model, MemoryFormat format, ImageSize size,
                                              const std::string& picture, std::optional<std::int64_t> available = {});

} // namespace gapless
