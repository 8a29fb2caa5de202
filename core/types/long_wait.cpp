// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/types/long_wait.h"

#include <cmath>
#include <cstdint>

namespace gapless
{

std::string longWaitText(const LongWait& wait)
{
    std::string text = "no batch has come for " + std::to_string(std::llround(wait.seconds)) + " s";
    if (wait.unfinished.empty())
        return text;
    text += ": reading ";
    for (std::size_t index = 0; index < wait.unfinished.size(); ++index)
        text += (index == 0 ? "" : ", ") + wait.unfinished[index];
    return text + " takes that long; check the disk or the network drive it lies on, or stop the run";
}

} // namespace gapless
