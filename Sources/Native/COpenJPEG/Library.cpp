#include "Library.hpp"

#include <cstdio>

#include <dlfcn.h>

OpenJPEGLibrary::OpenJPEGLibrary() {
    void *handle = dlopen("libopenjp2.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define X(name)                                                                                                        \
    name = reinterpret_cast<decltype(&opj_##name)>(dlsym(handle, "opj_" #name));                                       \
    if (!name) snprintf(problem, sizeof problem, "its version has no opj_" #name);
    COPENJPEG_FUNCTIONS(X)
#undef X
}

const OpenJPEGLibrary &opj() {
    static const OpenJPEGLibrary library;
    return library;
}
