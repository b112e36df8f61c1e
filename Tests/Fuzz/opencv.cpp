// COpenCV: every function, on planes and numbers of any kind.
#include "COpenCV.h"
#include "Plane.hpp"

#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    double numbers[9] = {};
    if (count < sizeof numbers + 6) return 0;
    std::memcpy(numbers, bytes, sizeof numbers);
    const int width = 1 + bytes[count - 1], height = 1 + bytes[count - 2];
    Plane plane(bytes + sizeof numbers, count - sizeof numbers);
    std::vector<uint8_t> samples(static_cast<size_t>(width) * height);
    std::vector<uint8_t> same(plane.samples.size());
    std::vector<int16_t> dx(plane.width * plane.height), dy(dx.size());
    const COpenCVPlane source = {plane.samples.data(), plane.width, plane.height, plane.bytes_per_row};
    const COpenCVPlane target = {samples.data(), width, height, width};
    const COpenCVPlane equal = {same.data(), plane.width, plane.height, plane.bytes_per_row};
    const auto interpolation = static_cast<COpenCVInterpolation>(plane.options % 2);
    COpenCVResize(&source, &target, interpolation);
    COpenCVWarpAffine(&source, &target, numbers, COPENCV_LINEAR, COPENCV_BORDER_CONSTANT, 255);
    COpenCVCLAHE(&source, &equal, 2, 1 + plane.options % 8, 1 + plane.options / 32);
    COpenCVBoxMean(&source, &equal, 1 + plane.options % 64);
    COpenCVSobel(&source, dx.data(), dy.data());
    return 0;
}
