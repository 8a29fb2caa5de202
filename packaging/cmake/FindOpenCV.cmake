# Finds OpenCV's core and imgproc alone. OpenCVConfig.cmake comes with Debian's libopencv-dev only, which brings 230 packages
# more (highgui with Qt 5, GDAL, VTK, Java) than libopencv-core-dev and libopencv-imgproc-dev.
#
#   opencv_core, opencv_imgproc    the libraries with their headers
find_path(OpenCV_INCLUDE opencv2/core.hpp PATH_SUFFIXES opencv4)
mark_as_advanced(OpenCV_INCLUDE)
set(gapless_opencv_libraries "")
foreach(component core imgproc)
    find_library(OpenCV_${component}_LIBRARY opencv_${component})
    mark_as_advanced(OpenCV_${component}_LIBRARY)
    list(APPEND gapless_opencv_libraries OpenCV_${component}_LIBRARY)
endforeach()
if(OpenCV_INCLUDE)
    file(STRINGS ${OpenCV_INCLUDE}/opencv2/core/version.hpp gapless_opencv_version REGEX "define CV_VERSION_(MAJOR|MINOR|REVISION)")
    string(REGEX REPLACE "[^0-9;]" "" gapless_opencv_version "${gapless_opencv_version}")
    list(JOIN gapless_opencv_version "." OpenCV_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCV
    REQUIRED_VARS ${gapless_opencv_libraries} OpenCV_INCLUDE
    VERSION_VAR OpenCV_VERSION
    REASON_FAILURE_MESSAGE "Run 'bash packaging/setup.sh', or install libopencv-core-dev and libopencv-imgproc-dev.")

if(OpenCV_FOUND)
    foreach(component core imgproc)
        if(NOT TARGET opencv_${component})
            add_library(opencv_${component} UNKNOWN IMPORTED)
            set_target_properties(opencv_${component} PROPERTIES
                IMPORTED_LOCATION ${OpenCV_${component}_LIBRARY}
                INTERFACE_INCLUDE_DIRECTORIES ${OpenCV_INCLUDE})
        endif()
    endforeach()
    set_property(TARGET opencv_imgproc PROPERTY INTERFACE_LINK_LIBRARIES opencv_core)
endif()
