// A YuNet model of the user's, run by OpenCV's cv::dnn::Net. That is C++ that throws exceptions, which Swift cannot call
// without C++ interoperability in every client.
//
// Not OpenCV's own cv::FaceDetectorYN: 4.6 draws boxes too wide or too narrow (it takes the box's width for one of
// its places), looks at three channels where one tells the same in a fifth less time, and needs five libraries more.
//
// Ownership: planes are read and results written during the call, and neither is kept. What CYuNetMake returns
// belongs to the caller, who gives it to CYuNetFree once. A detector serves one thread at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CYuNetDetector CYuNetDetector;

/// A face: box in pixels, five points (x, y: right eye, left eye, nose tip, right and left mouth corner, the
/// person's own sides), score 0…1.
typedef struct {
    float x;
    float y;
    float width;
    float height;
    float points[10];
    float score;
} CYuNetFace;

/// Takes a copy of an ONNX file's bytes and runs it once. Returns NULL if it is not such a file or not a YuNet model that
/// this OpenCV can run, with one line on why in `reason`.
CYuNetDetector *_Nullable CYuNetMake(
    const void *_Nonnull file, size_t size, char *_Nonnull reason, int reason_capacity);

void CYuNetFree(CYuNetDetector *_Nonnull detector);

/// Finds faces of at least `limit` in an 8-bit grey plane, best first. Returns how many were written to `faces`,
/// at most `capacity`; -1 if OpenCV failed.
int CYuNetFind(
    CYuNetDetector *_Nonnull detector, const uint8_t *_Nonnull samples, int width, int height, int bytes_per_row,
    float limit, CYuNetFace *_Nonnull faces, int capacity);

/// OpenCV's version, such as 4.6.0; static.
const char *_Nonnull CYuNetVersion(void);

#ifdef __cplusplus
}
#endif
