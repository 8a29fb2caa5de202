// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/model_services.h"

#include <memory>

namespace gapless
{

/// ModelServices to the scripted engine's checkpoints and pictures, with its classes. What it is asked to evaluate is
/// refused.
[[nodiscard]] std::unique_ptr<ModelServices> makeScriptedServices();

} // namespace gapless
