// OpenCV's networks (dnn), for the models of faces. The library is not linked but opened at the first model: it brings
// protobuf and takes longer to load than a small picture to search. The sources of CYuNet and CFaceMesh use
// <opencv2/dnn.hpp> as if it were linked, after COpenCVNetworksOpen has returned NULL.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Opens the library, once a process, and never closes it; NULL, or what is wrong with it, valid for ever. OpenCV then uses
/// one thread and prints nothing.
const char *_Nullable COpenCVNetworksOpen(void);

#ifdef __cplusplus
}
#endif
