#include "Library.hpp"

#include <cstdio>

#include <dlfcn.h>

HEIFLibrary::HEIFLibrary() {
    void *handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define X(name)                                                                                                        \
    name = reinterpret_cast<decltype(&heif_##name)>(dlsym(handle, "heif_" #name));                                     \
    if (!name) snprintf(problem, sizeof problem, "its version has no heif_" #name);
    CHEIF_FUNCTIONS(X)
#undef X
    if (problem[0]) return;
    const heif_error error = init(nullptr);
    if (error.code != heif_error_Ok) snprintf(problem, sizeof problem, "%s", error.message);
}

const HEIFLibrary &heif() {
    static const HEIFLibrary library;
    return library;
}
