// MediaPipe's face mesh as an ONNX file of the user's, run by OpenCV's cv::dnn::Net. That is C++ that throws exceptions,
// which Swift cannot call without C++ interoperability in every client.
//
// Ownership: samples are read and results written during the call, and neither is kept. What CFaceMeshMake returns
// belongs to the caller, who gives it to CFaceMeshFree once. A model serves one thread at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CFaceMeshModel CFaceMeshModel;

/// Columns and rows of the square that a model looks at, and the points it finds there.
enum { CFaceMeshSide = 192, CFaceMeshPoints = 468 };

/// Takes an ONNX file's bytes and runs it once; they are not needed afterwards. Returns NULL if it is not such a file or
/// not a face mesh that this OpenCV can run, with one line on why in `reason`.
CFaceMeshModel *_Nullable CFaceMeshMake(
    const void *_Nonnull file, size_t size, char *_Nonnull reason, int reason_capacity);

void CFaceMeshFree(CFaceMeshModel *_Nonnull model);

/// Looks at an 8-bit grey square of CFaceMeshSide columns and rows. Writes x, y and depth of each point, in pixels of the
/// square, depth away from the camera positive, and the logarithm of the odds that it shows a face to `logit`. Returns 0;
/// -1 if OpenCV failed or a number is not finite.
int CFaceMeshFind(
    CFaceMeshModel *_Nonnull model, const uint8_t *_Nonnull samples, int bytes_per_row,
    float points[_Nonnull 3 * CFaceMeshPoints], float *_Nonnull logit);

#ifdef __cplusplus
}
#endif
