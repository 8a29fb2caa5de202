// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loader/batch.h"
#include "core/types/image_size.h"
#include "core/types/memory_format.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>

namespace gapless
{

[[nodiscard]] at::MemoryFormat torchFormat(MemoryFormat format);

/// Lays the module's weights of four dimensions out in `format`, as module.to(memory_format=...) does in Python.
void applyMemoryFormat(torch::nn::Module& module, MemoryFormat format);

/// A batch's memory as tensors (N,C,H,W fp32 and N,H,W int64), not copied: they must not outlive the batch.
[[nodiscard]] torch::Tensor imagesOf(const BatchView& batch);
[[nodiscard]] torch::Tensor labelsOf(const BatchView& batch);

/// `size` rounded up to multiples of `stride`.
[[nodiscard]] ImageSize paddedSize(ImageSize size, int stride);

} // namespace gapless
