// The functions of OpenJPEG that are called, as addresses in a library opened at run time.
#pragma once

#include <openjpeg-2.5/openjpeg.h>

// Names without their prefix.
#define COPENJPEG_FUNCTIONS(X)                                                                                         \
    X(create_decompress)                                                                                               \
    X(destroy_codec)                                                                                                   \
    X(set_default_decoder_parameters)                                                                                  \
    X(setup_decoder)                                                                                                   \
    X(set_error_handler)                                                                                               \
    X(stream_create)                                                                                                   \
    X(stream_destroy)                                                                                                  \
    X(stream_set_read_function)                                                                                        \
    X(stream_set_skip_function)                                                                                        \
    X(stream_set_seek_function)                                                                                        \
    X(stream_set_user_data)                                                                                            \
    X(stream_set_user_data_length)                                                                                     \
    X(read_header)                                                                                                     \
    X(decode)                                                                                                          \
    X(image_destroy)

struct OpenJPEGLibrary {
#define X(name) decltype(&opj_##name) name = nullptr;
    COPENJPEG_FUNCTIONS(X)
#undef X
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    OpenJPEGLibrary();
};

// Opened by whichever thread comes first, and never closed.
const OpenJPEGLibrary &opj();
