# The flags of the whole project have one home, gapless_options, which every target links.
add_library(gapless_options INTERFACE)
target_include_directories(gapless_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(gapless_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wfloat-conversion -Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor
    $<$<BOOL:${GAPLESS_WERROR}>:-Werror>
    # Invalid Clang/GCC 12 notes about std::expected of non-trivial types at -O2
    -Wno-maybe-uninitialized)
if(GAPLESS_SANITIZERS)
    target_compile_options(gapless_options INTERFACE -fsanitize=${GAPLESS_SANITIZERS} -fno-omit-frame-pointer)
    target_link_options(gapless_options INTERFACE -fsanitize=${GAPLESS_SANITIZERS})
endif()

# gapless_add_library(<name> SOURCES <file>... LIBS <target>... [TORCH]): a static library of one module.
# TORCH: its sources may include LibTorch; they share one precompiled <torch/torch.h>, the project's slowest header.
function(gapless_add_library name)
    cmake_parse_arguments(arg "TORCH;QT" "" "SOURCES;LIBS;PRIVATE_LIBS" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC gapless_options ${arg_LIBS} PRIVATE ${arg_PRIVATE_LIBS})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(arg_QT)
        gapless_use_qt(${name})
    endif()
    if(arg_TORCH)
        gapless_use_torch(${name})
    endif()
endfunction()

function(gapless_use_qt name)
    set_target_properties(${name} PROPERTIES AUTOMOC ON AUTORCC ON)
    target_compile_definitions(${name} PRIVATE
        QT_NO_KEYWORDS QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
        QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER)
endfunction()

function(gapless_use_torch name)
    target_link_libraries(${name} PRIVATE LibTorch::torch_cpu)
    set_target_properties(${name} PROPERTIES JOB_POOL_COMPILE torch POSITION_INDEPENDENT_CODE ON)
    if(NOT TARGET gapless_torch_pch)
        file(WRITE ${CMAKE_BINARY_DIR}/torch_pch.cpp "")
        add_library(gapless_torch_pch STATIC ${CMAKE_BINARY_DIR}/torch_pch.cpp)
        target_link_libraries(gapless_torch_pch PRIVATE gapless_options LibTorch::torch_cpu)
        target_precompile_headers(gapless_torch_pch PRIVATE <torch/torch.h>)
        set_target_properties(gapless_torch_pch PROPERTIES JOB_POOL_COMPILE torch POSITION_INDEPENDENT_CODE ON)
    endif()
    target_precompile_headers(${name} REUSE_FROM gapless_torch_pch)
endfunction()
