# Finds LibTorch without the CUDA toolkit: the wheel's own TorchConfig.cmake needs one and breaks on CMake 3.25 with CUDA 13.
#
#   LibTorch::torch_cpu    libtorch_cpu.so + libc10.so and their headers; starts in 0.35 s, where libtorch_cuda would cost 0.55 s
#   LibTorch_DIR_LIB       the folder of its libraries
#
# Looks in LibTorch_ROOT (a LibTorch folder: include/, lib/), then in the wheels that packaging/setup.sh installs under
# GAPLESS_DEPS (environment), by default build/deps.
set(gapless_deps "$ENV{GAPLESS_DEPS}")
if(NOT gapless_deps)
    set(gapless_deps ${CMAKE_SOURCE_DIR}/build/deps)
endif()
file(GLOB gapless_wheels ${gapless_deps}/venv/lib/python3*/site-packages/torch)
find_path(LibTorch_INCLUDE ATen/core/Tensor.h HINTS ${LibTorch_ROOT} $ENV{LibTorch_ROOT} ${gapless_wheels} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library(LibTorch_CPU torch_cpu HINTS ${LibTorch_ROOT} $ENV{LibTorch_ROOT} ${gapless_wheels} PATH_SUFFIXES lib NO_DEFAULT_PATH)
find_library(LibTorch_C10 c10 HINTS ${LibTorch_ROOT} $ENV{LibTorch_ROOT} ${gapless_wheels} PATH_SUFFIXES lib NO_DEFAULT_PATH)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
    REQUIRED_VARS LibTorch_CPU LibTorch_C10 LibTorch_INCLUDE
    REASON_FAILURE_MESSAGE "Run 'bash packaging/setup.sh', or give a LibTorch 2.11 folder with -DLibTorch_ROOT=FOLDER.")

if(LibTorch_FOUND AND NOT TARGET LibTorch::torch_cpu)
    add_library(LibTorch::c10 SHARED IMPORTED)
    set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION ${LibTorch_C10})
    add_library(LibTorch::torch_cpu SHARED IMPORTED)
    set_target_properties(LibTorch::torch_cpu PROPERTIES
        IMPORTED_LOCATION ${LibTorch_CPU}
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${LibTorch_INCLUDE};${LibTorch_INCLUDE}/torch/csrc/api/include"
        INTERFACE_INCLUDE_DIRECTORIES "${LibTorch_INCLUDE};${LibTorch_INCLUDE}/torch/csrc/api/include"
        INTERFACE_LINK_LIBRARIES LibTorch::c10)
    cmake_path(GET LibTorch_CPU PARENT_PATH LibTorch_DIR_LIB)
endif()
mark_as_advanced(LibTorch_INCLUDE LibTorch_CPU LibTorch_C10)
