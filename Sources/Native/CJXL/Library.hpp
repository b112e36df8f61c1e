// The functions of libjxl that are called, as addresses in a library opened at run time.
#pragma once

#include <jxl/decode.h>
#include <jxl/version.h>

// Names without their prefix.
#define CJXL_FUNCTIONS(X)                                                                                              \
    X(Create)                                                                                                          \
    X(Destroy)                                                                                                         \
    X(SubscribeEvents)                                                                                                 \
    X(SetInput)                                                                                                        \
    X(CloseInput)                                                                                                      \
    X(ProcessInput)                                                                                                    \
    X(GetBasicInfo)                                                                                                    \
    X(GetExtraChannelInfo)                                                                                             \
    X(GetColorAsEncodedProfile)                                                                                        \
    X(SetPreferredColorProfile)                                                                                        \
    X(SetImageOutCallback)                                                                                             \
    X(SetExtraChannelBuffer)

struct JXLLibrary {
#define X(name) decltype(&JxlDecoder##name) name = nullptr;
    CJXL_FUNCTIONS(X)
#undef X
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    JXLLibrary();
};

// Opened by whichever thread comes first, and never closed.
const JXLLibrary &jxl();
