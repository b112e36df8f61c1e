#include "COpenCV.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace {

cv::Mat matrix(const COpenCVPlane &plane) {
    return cv::Mat(plane.height, plane.width, CV_8UC1, plane.samples, static_cast<size_t>(plane.bytes_per_row));
}

int interpolation(COpenCVInterpolation value) {
    return value == COPENCV_CUBIC ? cv::INTER_CUBIC : cv::INTER_LINEAR;
}

/// Runs `body`; whatever it throws becomes -1. OpenCV reallocates a target whose shape it does not like, which
/// would lose the result: that is an error too.
template <typename Body> int guarded(const COpenCVPlane *target, Body body) {
    try {
        // OpenCV's own threads would fight with ours, and several results depend on how it splits the work. None, rather than one:
        // for one it would set up its pool.
        static const bool single = (cv::setNumThreads(0), true);
        (void)single;
        if (target == nullptr) {
            body(cv::Mat());
            return 0;
        }
        cv::Mat output = matrix(*target);
        body(output);
        return output.data == target->samples ? 0 : -1;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

} // namespace

int COpenCVResize(const COpenCVPlane *source, const COpenCVPlane *target, COpenCVInterpolation mode) {
    return guarded(target, [&](cv::Mat output) {
        cv::resize(matrix(*source), output, output.size(), 0, 0, interpolation(mode));
    });
}

int COpenCVWarpAffine(
    const COpenCVPlane *source, const COpenCVPlane *target, const double *values, COpenCVInterpolation mode,
    COpenCVBorder border, uint8_t border_value) {
    return guarded(target, [&](cv::Mat output) {
        const cv::Mat map(2, 3, CV_64F, const_cast<double *>(values));
        cv::warpAffine(
            matrix(*source), output, map, output.size(), interpolation(mode) | cv::WARP_INVERSE_MAP,
            border == COPENCV_BORDER_CONSTANT ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE,
            cv::Scalar::all(border_value));
    });
}

int COpenCVBoxMean(const COpenCVPlane *source, const COpenCVPlane *target, int window) {
    return guarded(target, [&](cv::Mat output) {
        cv::blur(matrix(*source), output, cv::Size(window, window));
    });
}

int COpenCVSobel(const COpenCVPlane *source, int16_t *dx, int16_t *dy) {
    return guarded(nullptr, [&](cv::Mat) {
        const cv::Mat input = matrix(*source);
        cv::Mat across(input.size(), CV_16SC1, dx);
        cv::Mat down(input.size(), CV_16SC1, dy);
        cv::Sobel(input, across, CV_16S, 1, 0);
        cv::Sobel(input, down, CV_16S, 0, 1);
    });
}
