// SPDX-FileCopyrightText: 2026 The Gapless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/gpu_library.h"

#include <dlfcn.h>

#include <system_error>

namespace gapless
{
namespace
{

// The two functions of the driver's C interface that are needed, so that nothing of CUDA is needed to build this.
using CuInit = int (*)(unsigned flags);
using CuDeviceGetCount = int (*)(int* count);

constexpr int cudaSuccess = 0;
constexpr int cudaErrorStubLibrary = 34;
constexpr int cudaErrorNoDevice = 100;
constexpr int cudaErrorSystemDriverMismatch = 803;

constexpr const char* runsOnCpu = "; training runs on the CPU.";

std::string lastLoaderError()
{
    const char* text = dlerror();
    return text ? text : "unknown reason";
}

GpuStatus noDevice(int code)
{
    std::string reason = "The NVIDIA driver found no device it can use";
    if (code == cudaErrorSystemDriverMismatch)
        reason = "The NVIDIA driver's parts do not match each other (restarting the machine usually helps)";
    else if (code != cudaSuccess && code != cudaErrorNoDevice)
        reason = "The NVIDIA driver does not start (its error " + std::to_string(code) + ")";
    return {GpuAvailability::NoDevice, reason + runsOnCpu};
}

GpuStatus probeDriver(const std::filesystem::path& driver)
{
    // Never closed: after cuInit the driver has threads of its own.
    void* handle = dlopen(driver.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle)
        return {GpuAvailability::NoDriver, std::string("No NVIDIA driver answers on this machine") + runsOnCpu};
    const auto init = reinterpret_cast<CuInit>(dlsym(handle, "cuInit"));
    const auto deviceCount = reinterpret_cast<CuDeviceGetCount>(dlsym(handle, "cuDeviceGetCount"));
    if (!init || !deviceCount) {
        return {GpuAvailability::NoDriver, driver.string() + " is not an NVIDIA driver" + runsOnCpu};
    }
    int code = init(0);
    if (code == cudaErrorStubLibrary)
        return {GpuAvailability::NoDriver, std::string("Only a stub of the NVIDIA driver is installed") + runsOnCpu};
    int devices = 0;
    if (code == cudaSuccess)
        code = deviceCount(&devices);
    if (code != cudaSuccess || devices < 1)
        return noDevice(code);
    return {GpuAvailability::Loaded, {}};
}

std::filesystem::path besideExecutable(const char* name)
{
    std::error_code error;
    const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path(name) : executable.parent_path() / name;
}

} // namespace

GpuStatus loadGpuLibrary(const std::filesystem::path& driver, const std::filesystem::path& library)
{
    GpuStatus probed = probeDriver(driver);
    if (probed.availability != GpuAvailability::Loaded)
        return probed;
    std::error_code error;
    if (library.has_parent_path() && !std::filesystem::exists(library, error)) {
        return {GpuAvailability::NoLibrary, "An NVIDIA device is there, but the GPU part of the program (" +
                                                library.filename().string() + ") is not installed" + runsOnCpu};
    }
    // Never closed: libtorch_cuda registers its operators for the rest of the process.
    if (!dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
        return {GpuAvailability::NoLibrary,
                "The GPU part of the program cannot be loaded (" + lastLoaderError() + ")" + runsOnCpu};
    }
    return {GpuAvailability::Loaded, "The GPU part of the program is loaded."};
}

GpuStatus loadGpuLibrary()
{
    static const GpuStatus status = loadGpuLibrary("libcuda.so.1", besideExecutable("libgapless_gpu.so"));
    return status;
}

} // namespace gapless
