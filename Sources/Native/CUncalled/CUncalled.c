#include "CUncalled.h"

// In release builds alone: in the tests dlib has such functions of the libraries called.
#ifdef ARCHIVES
#include <stdlib.h>

#define UNCALLED(name)                                                                                                 \
    void name(void);                                                                                                   \
    void name(void) {                                                                                                  \
        abort();                                                                                                       \
    }

// Linear algebra, of which resizing, turning, smoothing and following do without.
UNCALLED(cblas_cgemm)
UNCALLED(cblas_dgemm)
UNCALLED(cblas_sgemm)
UNCALLED(cblas_zgemm)
UNCALLED(dgels_)
UNCALLED(dgeqrf_)
UNCALLED(dgesdd_)
UNCALLED(dgesv_)
UNCALLED(dgetrf_)
UNCALLED(dposv_)
UNCALLED(dpotrf_)
UNCALLED(sgels_)
UNCALLED(sgeqrf_)
UNCALLED(sgesdd_)
UNCALLED(sgesv_)
UNCALLED(sgetrf_)
UNCALLED(sposv_)
UNCALLED(spotrf_)
// Windows.
UNCALLED(glXGetProcAddressARB)
// D-Bus, on which zbar tells what it reads if it is asked to.
UNCALLED(dbus_bus_get)
UNCALLED(dbus_bus_release_name)
UNCALLED(dbus_bus_request_name)
UNCALLED(dbus_connection_flush)
UNCALLED(dbus_connection_send)
UNCALLED(dbus_error_free)
UNCALLED(dbus_error_init)
UNCALLED(dbus_error_is_set)
UNCALLED(dbus_message_iter_append_basic)
UNCALLED(dbus_message_iter_append_fixed_array)
UNCALLED(dbus_message_iter_close_container)
UNCALLED(dbus_message_iter_init_append)
UNCALLED(dbus_message_iter_open_container)
UNCALLED(dbus_message_new_signal)
UNCALLED(dbus_message_unref)
#endif
