// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace CLI
{
class App;
}

namespace gapless::cli
{

/// What the command that was named does; returns the exit code. Set while the arguments are parsed, called afterwards.
using Action = std::function<int()>;

void addSampleCommand(CLI::App& app, Action& action);
void addCheckCommand(CLI::App& app, Action& action);
void addTrainCommand(CLI::App& app, Action& action);
void addResumeCommand(CLI::App& app, Action& action);
void addPredictCommand(CLI::App& app, Action& action);
void addEvaluateCommand(CLI::App& app, Action& action);
void addBenchCommand(CLI::App& app, Action& action);

} // namespace gapless::cli
