# find_package(jostle) gives the targets jostle::jostle (shared) and jostle::static. They are found
# from where this file lies, so that the prefix may be moved.
get_filename_component(_jostle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET jostle::jostle)
  add_library(jostle::jostle SHARED IMPORTED)
  set_target_properties(jostle::jostle PROPERTIES
    IMPORTED_LOCATION "${_jostle_prefix}/lib/libjostle.so"
    IMPORTED_SONAME "@SONAME@"
    INTERFACE_INCLUDE_DIRECTORIES "${_jostle_prefix}/include"
    INTERFACE_COMPILE_FEATURES "cxx_std_17")

  add_library(jostle::static STATIC IMPORTED)
  set_target_properties(jostle::static PROPERTIES
    IMPORTED_LOCATION "${_jostle_prefix}/lib/libjostle.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_jostle_prefix}/include"
    INTERFACE_LINK_LIBRARIES "pthread;dl;m"
    INTERFACE_COMPILE_FEATURES "cxx_std_17")
endif()

unset(_jostle_prefix)
