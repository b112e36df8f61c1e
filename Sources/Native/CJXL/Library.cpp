#include "Library.hpp"

#include <cstdio>

#include <dlfcn.h>

JXLLibrary::JXLLibrary() {
    // Before 1.0 each version has an interface of its own: the one of the headers.
    char name[32];
    snprintf(name, sizeof name, "libjxl.so.%d.%d", JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION);
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define X(name)                                                                                                        \
    name = reinterpret_cast<decltype(&JxlDecoder##name)>(dlsym(handle, "JxlDecoder" #name));                           \
    if (!name) snprintf(problem, sizeof problem, "its version has no JxlDecoder" #name);
    CJXL_FUNCTIONS(X)
#undef X
}

const JXLLibrary &jxl() {
    static const JXLLibrary library;
    return library;
}
