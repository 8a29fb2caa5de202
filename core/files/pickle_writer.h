// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/files/torch_archive.h"

#include <torch/types.h>

#include <string>
#include <vector>

namespace gapless
{

/// A pickle and the storages it refers to by their place in the list ("0", "1", ...).
struct Pickled
{
    std::string pickle;
    std::vector<torch::Tensor> storages; ///< tensors on the CPU whose whole storage is meant; they keep it alive
};

/// Pickle protocol 2 as torch.save writes it. Errors: Internal, naming a type of number that has no storage class.
[[nodiscard]] Result<Pickled> writePickle(const ArchiveValue& value);

} // namespace gapless
