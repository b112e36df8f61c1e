#include "CYuNet.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect/face.hpp>

struct CYuNetDetector {
    cv::Ptr<cv::FaceDetectorYN> detector;
};

namespace {

/// The smallest side the model's layers can halve as often as they do.
constexpr int smallest_side = 64;

constexpr float overlap_limit = 0.3f;
constexpr int kept_boxes = 5000;

int silent(int, const char *, const char *, const char *, int, void *) {
    return 0;
}

/// OpenCV's own threads would fight with ours, and what it prints would be taken for output.
void prepare() {
    static std::once_flag once;
    std::call_once(once, [] {
        cv::setNumThreads(1);
        cv::redirectError(silent);
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    });
}

cv::Mat faces_in(CYuNetDetector &detector, const cv::Mat &grey, float limit) {
    cv::Mat padded = grey;
    if (grey.cols < smallest_side || grey.rows < smallest_side)
        cv::copyMakeBorder(
            grey, padded, 0, std::max(0, smallest_side - grey.rows), 0, std::max(0, smallest_side - grey.cols),
            cv::BORDER_REPLICATE);
    cv::Mat colour;
    cv::cvtColor(padded, colour, cv::COLOR_GRAY2BGR);
    detector.detector->setInputSize(colour.size());
    detector.detector->setScoreThreshold(limit);
    cv::Mat faces;
    detector.detector->detect(colour, faces);
    return faces;
}

void explain(char *reason, int capacity, const char *text) {
    std::snprintf(reason, static_cast<size_t>(capacity), "%s", text);
}

} // namespace

CYuNetDetector *CYuNetMake(const char *path, char *reason, int reason_capacity) {
    try {
        prepare();
        auto made = std::make_unique<CYuNetDetector>();
        made->detector = cv::FaceDetectorYN::create(
            path, "", cv::Size(smallest_side, smallest_side), 0.5f, overlap_limit, kept_boxes);
        faces_in(*made, cv::Mat::zeros(smallest_side, smallest_side, CV_8UC1), 0.5f);
        return made.release();
    } catch (const cv::Exception &error) {
        explain(reason, reason_capacity, error.err.c_str());
    } catch (const std::exception &error) {
        explain(reason, reason_capacity, error.what());
    } catch (...) {
        explain(reason, reason_capacity, "unknown error");
    }
    return nullptr;
}

void CYuNetFree(CYuNetDetector *detector) {
    delete detector;
}

int CYuNetFind(
    CYuNetDetector *detector, const uint8_t *samples, int width, int height, int bytes_per_row, float limit,
    CYuNetFace *faces, int capacity) {
    try {
        prepare();
        const cv::Mat grey(
            height, width, CV_8UC1, const_cast<uint8_t *>(samples), static_cast<size_t>(bytes_per_row));
        const cv::Mat found = faces_in(*detector, grey, limit);
        const int count = std::min(found.rows, capacity);
        for (int row = 0; row < count; ++row) {
            const float *values = found.ptr<float>(row);
            CYuNetFace face{values[0], values[1], values[2], values[3], {}, values[14]};
            std::copy(values + 4, values + 14, face.points);
            faces[row] = face;
        }
        return count;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

const char *CYuNetVersion(void) {
    return CV_VERSION;
}
