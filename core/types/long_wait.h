// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace gapless
{

/// The trainer has been blocked on the loader for so long that a file, or the disk behind it, may never answer.
struct LongWait
{
    double seconds = 0;
    std::vector<std::string> unfinished; ///< names of the samples that workers are busy with, in order
};

/// One sentence for people.
[[nodiscard]] std::string longWaitText(const LongWait& wait);

} // namespace gapless
