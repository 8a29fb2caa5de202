// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace gapless
{

enum class GpuAvailability {
    NoDriver,  ///< no NVIDIA driver answers on this machine
    NoDevice,  ///< the driver answers, but no device does
    NoLibrary, ///< a device is there, the GPU part of the program is not
    Loaded,
};

struct GpuStatus
{
    GpuAvailability availability = GpuAvailability::NoDriver;
    std::string reason; ///< in words, for the user
};

/// Probes libcuda.so.1 and, where a device answers, loads the GPU part (libgapless_gpu.so, which brings libtorch_cuda).
/// Must run before the first ATen call of the process: after at::manual_seed or at::hasCUDA CUDA would stay off. Later
/// calls return the first one's answer. Links no torch itself. Any thread; the first call from main().
GpuStatus loadGpuLibrary();

/// The same with the two libraries named, for the tests; not remembered.
[[nodiscard]] GpuStatus loadGpuLibrary(const std::filesystem::path& driver, const std::filesystem::path& library);

} // namespace gapless
