#include "CUncalled.h"

// In release builds alone: in the tests dlib has such functions of the libraries called.
#ifdef OPENCV_ARCHIVES
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
#endif
