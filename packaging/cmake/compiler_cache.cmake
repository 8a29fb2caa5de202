# ccache where it is installed. The sloppiness is what makes precompiled headers hit at all (0 % without it); the base
# folder lets a second clone of the project use what the first one compiled.
find_program(GAPLESS_CCACHE ccache)
if(GAPLESS_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true CCACHE_MAXSIZE=15G
        ${GAPLESS_CCACHE})
endif()
# A file that includes <torch/torch.h> takes 1.5 GB to compile: as many of them at once as memory holds.
cmake_host_system_information(RESULT gapless_memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
math(EXPR GAPLESS_TORCH_JOBS "${gapless_memory_mb} / 2500")
if(GAPLESS_TORCH_JOBS LESS 1)
    set(GAPLESS_TORCH_JOBS 1)
endif()
