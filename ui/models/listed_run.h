// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QString>

#include "core/config/run_config.h"
#include "core/types/run_overview.h"

namespace gapless::ui
{

/// A run as the list of runs knows it.
struct ListedRun
{
    RunOverview overview;
    std::optional<RunConfig> config; ///< empty: it cannot be read
    std::vector<double> meanIou{};   ///< by epoch; NaN: a gap
    std::int64_t revision = 0;       ///< another one: something about it has changed
};

/// Its folder's name.
[[nodiscard]] QString runName(const ListedRun& run);
/// "Finished", "Stopped", ...
[[nodiscard]] QString fateText(RunFate fate);
/// "mean IoU 0.84": the best score with what it is; empty while there is none.
[[nodiscard]] QString bestText(const RunOverview& overview);
/// What became of the run, in a sentence or two: its reason, its last scores, what can be done.
[[nodiscard]] QString runSentence(const ListedRun& run);

/// Why the run cannot go on to its planned end; empty when it can.
[[nodiscard]] QString resumeProblem(const ListedRun& run);
/// Why no epochs can be added; empty when they can.
[[nodiscard]] QString extensionProblem(const ListedRun& run);
/// Its configuration with so many epochs after those that are done. A patience that has run out is switched off, as it
/// would end the run at once. extensionProblem() is empty.
[[nodiscard]] RunConfig extendedConfig(const ListedRun& run, int epochs);

} // namespace gapless::ui
