# Finds libdeflate, whose CMake package Debian 12 leaves out.
#
#   libdeflate::libdeflate    the library with its header
find_path(libdeflate_INCLUDE libdeflate.h)
find_library(libdeflate_LIBRARY deflate)
mark_as_advanced(libdeflate_INCLUDE libdeflate_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libdeflate
    REQUIRED_VARS libdeflate_LIBRARY libdeflate_INCLUDE
    REASON_FAILURE_MESSAGE "Run 'bash packaging/setup.sh', or install libdeflate-dev.")

if(libdeflate_FOUND AND NOT TARGET libdeflate::libdeflate)
    add_library(libdeflate::libdeflate UNKNOWN IMPORTED)
    set_target_properties(libdeflate::libdeflate PROPERTIES
        IMPORTED_LOCATION ${libdeflate_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${libdeflate_INCLUDE})
endif()
