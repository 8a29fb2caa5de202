// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace gapless
{

/// Mean cross-entropy over labelled pixels, computed in fp32. Logits N,C,H,W (any floating type), labels N,H,W int64
/// with ignoreLabel. Without a labelled pixel the result is 0 with zero gradients, not NaN. As
/// torch.nn.functional.cross_entropy(ignore_index=255).
[[nodiscard]] torch::Tensor crossEntropy(const torch::Tensor& logits, const torch::Tensor& labels);

} // namespace gapless
