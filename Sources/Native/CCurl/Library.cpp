#include "Library.hpp"

#include <cstdio>

#include <dlfcn.h>

CurlLibrary::CurlLibrary() {
    void *const handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define X(name)                                                                                                        \
    name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name));                                                  \
    if (!name) snprintf(problem, sizeof problem, "its version has no " #name);
    CCURL_FUNCTIONS(X)
#undef X
    // TLS reads its settings here, for which files are opened.
    if (!problem[0] && curl_global_init(CURL_GLOBAL_ALL) != CURLE_OK) {
        snprintf(problem, sizeof problem, "it cannot be initialised");
    }
}

const CurlLibrary &curl() {
    static const CurlLibrary library;
    return library;
}
