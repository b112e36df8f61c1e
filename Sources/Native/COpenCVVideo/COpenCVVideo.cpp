#include "COpenCVVideo.h"

#include <cmath>
#include <cstring>
#include <opencv2/core.hpp>
#include <opencv2/video/tracking.hpp>
#include <utility>
#include <vector>

namespace {

cv::Mat matrix(const COpenCVVideoPlane &plane) {
    return cv::Mat(
        plane.height, plane.width, CV_8UC1, const_cast<uint8_t *>(plane.samples),
        static_cast<size_t>(plane.bytes_per_row));
}

/// A plane with its smaller versions and their gradients. Every frame is followed to, and then followed from: what was made
/// of it is kept in between.
class Pyramid {
    cv::Mat plane;
    cv::Size window;
    int levels = 0;
    std::vector<cv::Mat> versions;

    bool is_of(const cv::Mat &other) const {
        if (plane.size() != other.size()) return false;
        for (int row = 0; row < plane.rows; row++)
            if (std::memcmp(plane.ptr(row), other.ptr(row), static_cast<size_t>(plane.cols)) != 0) return false;
        return true;
    }

  public:
    const std::vector<cv::Mat> &of(const cv::Mat &wanted, cv::Size wanted_window, int wanted_levels) {
        if (window != wanted_window || levels != wanted_levels || !is_of(wanted)) {
            plane.release();
            cv::buildOpticalFlowPyramid(wanted, versions, wanted_window, wanted_levels);
            wanted.copyTo(plane);
            window = wanted_window;
            levels = wanted_levels;
        }
        return versions;
    }
};

} // namespace

int COpenCVVideoFollow(
    const COpenCVVideoPlane *earlier, const COpenCVVideoPlane *later, const COpenCVVideoPoint *points, int count,
    int window, int levels, COpenCVVideoPoint *moved, float *errors) {
    try {
        // OpenCV's own threads would fight with ours; for one it would set up its pool.
        static const bool single = (cv::setNumThreads(0), true);
        (void)single;
        const cv::Size size(window, window);
        thread_local Pyramid last, next;
        const std::vector<cv::Mat> &before = last.of(matrix(*earlier), size, levels);
        const std::vector<cv::Mat> &after = next.of(matrix(*later), size, levels);
        std::vector<cv::Point2f> from, to, back;
        for (int i = 0; i < count; i++) from.emplace_back(points[i].x, points[i].y);
        std::vector<uchar> found, returned;
        // Where a step is shorter than a thirtieth of a pixel, the rest of OpenCV's 30 steps changes nothing that matters.
        const cv::TermCriteria enough(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 10, .03);
        cv::calcOpticalFlowPyrLK(before, after, from, to, found, cv::noArray(), size, levels, enough);
        cv::calcOpticalFlowPyrLK(after, before, to, back, returned, cv::noArray(), size, levels, enough);
        for (int i = 0; i < count; i++) {
            moved[i] = {to[i].x, to[i].y};
            errors[i] = found[i] && returned[i] ? std::hypot(back[i].x - from[i].x, back[i].y - from[i].y) : -1;
        }
        std::swap(last, next);
        return 0;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}
