// CDlib: faces in any plane, and landmarks in any square of it if there is a model.
#include "CDlib.h"
#include "Plane.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    char reason[256];
    static const char *const model = std::getenv("SCANWATCH_FUZZ_LANDMARKS");
    static const CDlibPredictor *const predictor = model ? CDlibPredictorMake(model, reason, sizeof reason) : nullptr;
    const Plane plane(bytes, count);
    if (plane.is_empty()) return 0;
    const CDlibPlane grey = {plane.samples.data(), plane.width, plane.height, plane.bytes_per_row};
    CDlibFace faces[16];
    CDlibFindFaces(grey, plane.options & 1 ? 4 : 8, -0.5, faces, 16);
    CDlibPoint points[68];
    const int left = bytes[0] - 128, top = bytes[1] - 128, side = plane.options + 1;
    if (predictor) CDlibPredict(predictor, grey, left, top, side, points);
    return 0;
}
