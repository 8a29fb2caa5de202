// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/model_services.h"
#include "core/session/training_engine.h"

#include <memory>
#include <string_view>

namespace gapless
{

/// The real engine on LibTorch: U-Net, cross-entropy, SGD, on the CPU.
[[nodiscard]] std::unique_ptr<TrainingEngine> makeTorchEngine(DataProvider data);

[[nodiscard]] std::unique_ptr<ModelServices> makeTorchServices();

/// Sets the number of threads of torch's operators (0: one for each core) and returns it. Before the first operator.
int setTorchThreads(int threads);

/// Of the LibTorch that this was built with.
[[nodiscard]] std::string_view torchVersion();

} // namespace gapless
