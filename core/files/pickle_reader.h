// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/files/torch_archive.h"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gapless
{

/// A flat tensor of so many elements that holds the storage of this key.
using StorageLoader =
    std::function<Result<torch::Tensor>(const std::string& key, torch::ScalarType type, std::int64_t elements)>;

/// Builds the value of a pickle that torch.save wrote. Only the opcodes of pickle_format.h are known, and of the
/// classes and functions that a pickle can name only the tensor rebuild functions, torch's storage classes and
/// OrderedDict, which are imitated here: nothing of the file is ever executed. Errors: Data, without the file's name,
/// and the loader's.
[[nodiscard]] Result<ArchiveValue> readPickle(std::string_view pickle, const StorageLoader& loader);

} // namespace gapless
