// The functions of libheif that are called, as addresses in a library opened at run time.
#pragma once

#include <libheif/heif.h>

// Names without their prefix.
#define CHEIF_FUNCTIONS(X)                                                                                             \
    X(init)                                                                                                            \
    X(context_alloc)                                                                                                   \
    X(context_free)                                                                                                    \
    X(context_set_maximum_image_size_limit)                                                                            \
    X(context_set_max_decoding_threads)                                                                                \
    X(context_read_from_memory_without_copy)                                                                           \
    X(context_get_primary_image_handle)                                                                                \
    X(image_handle_release)                                                                                            \
    X(image_handle_get_width)                                                                                          \
    X(image_handle_get_height)                                                                                         \
    X(image_handle_is_premultiplied_alpha)                                                                             \
    X(decode_image)                                                                                                    \
    X(image_release)                                                                                                   \
    X(image_get_colorspace)                                                                                            \
    X(image_get_width)                                                                                                 \
    X(image_get_height)                                                                                                \
    X(image_get_bits_per_pixel_range)                                                                                  \
    X(image_get_plane_readonly)                                                                                        \
    X(image_get_nclx_color_profile)                                                                                    \
    X(nclx_color_profile_free)

struct HEIFLibrary {
#define X(name) decltype(&heif_##name) name = nullptr;
    CHEIF_FUNCTIONS(X)
#undef X
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    HEIFLibrary();
};

// Opened by whichever thread comes first, and never closed.
const HEIFLibrary &heif();
