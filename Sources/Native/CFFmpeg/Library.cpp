#include "Library.hpp"

#include <cstdio>

#include <dlfcn.h>

// The name says how structures are laid out, which this build has from its headers.
#define CFFMPEG_SONAME(library, version) "lib" library ".so." AV_STRINGIFY(version)

FFmpegLibrary::FFmpegLibrary() {
    void *handle = nullptr;
    const auto open = [&](const char *name) {
        if (problem[0]) return false;
        handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!handle) snprintf(problem, sizeof problem, "%s", dlerror());
        return handle != nullptr;
    };
#define X(name)                                                                                                        \
    name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name));                                                  \
    if (!name) snprintf(problem, sizeof problem, "its version has no " #name);
    if (open(CFFMPEG_SONAME("avutil", LIBAVUTIL_VERSION_MAJOR))) { CFFMPEG_UTIL_FUNCTIONS(X) }
    if (open(CFFMPEG_SONAME("swscale", LIBSWSCALE_VERSION_MAJOR))) { CFFMPEG_SCALE_FUNCTIONS(X) }
    if (open(CFFMPEG_SONAME("avcodec", LIBAVCODEC_VERSION_MAJOR))) { CFFMPEG_CODEC_FUNCTIONS(X) }
    if (open(CFFMPEG_SONAME("avformat", LIBAVFORMAT_VERSION_MAJOR))) { CFFMPEG_FORMAT_FUNCTIONS(X) }
#undef X
    if (!problem[0]) av_log_set_level(AV_LOG_QUIET);
}

const FFmpegLibrary &ff() {
    static const FFmpegLibrary library;
    return library;
}
