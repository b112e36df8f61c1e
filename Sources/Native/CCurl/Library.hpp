// The functions of libcurl that are called, as addresses in a library opened at run time.
#pragma once

#include <curl/curl.h>

// Its macros check types of arguments, and stand in the way of pointers.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define CCURL_FUNCTIONS(X)                                                                                             \
    X(curl_easy_cleanup)                                                                                               \
    X(curl_easy_getinfo)                                                                                               \
    X(curl_easy_init)                                                                                                  \
    X(curl_easy_setopt)                                                                                                \
    X(curl_easy_strerror)                                                                                              \
    X(curl_global_init)                                                                                                \
    X(curl_multi_add_handle)                                                                                           \
    X(curl_multi_cleanup)                                                                                              \
    X(curl_multi_info_read)                                                                                            \
    X(curl_multi_init)                                                                                                 \
    X(curl_multi_perform)                                                                                              \
    X(curl_multi_poll)                                                                                                 \
    X(curl_multi_remove_handle)                                                                                        \
    X(curl_slist_append)                                                                                               \
    X(curl_slist_free_all)

struct CurlLibrary {
    CurlLibrary();

#define X(name) decltype(&::name) name = nullptr;
    CCURL_FUNCTIONS(X)
#undef X

    // What is wrong with it; empty if nothing is.
    char problem[256] = "";
};

// Opened at the first call.
const CurlLibrary &curl();
