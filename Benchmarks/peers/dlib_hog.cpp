// dlib's own frontal face detector on pictures shrunk to a longest side, for comparison.
// dlib_hog SIDE THRESHOLD FILE... prints one line a file: {"file":"…","boxes":[[x,y,width,height],…]}

#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/opencv.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

int main(int count, char **arguments) {
    if (count < 4) {
        std::fprintf(stderr, "usage: dlib_hog SIDE THRESHOLD FILE...\n");
        return 64;
    }
    const double side = std::atof(arguments[1]), threshold = std::atof(arguments[2]);
    auto detector = dlib::get_frontal_face_detector();
    for (int i = 3; i < count; i++) {
        const cv::Mat grey = cv::imread(arguments[i], cv::IMREAD_GRAYSCALE);
        if (grey.empty()) {
            std::fprintf(stderr, "cannot read %s\n", arguments[i]);
            return 1;
        }
        const double scale = std::min(1.0, side / std::max(grey.cols, grey.rows));
        cv::Mat plane = grey;
        if (scale < 1) cv::resize(grey, plane, cv::Size(), scale, scale, cv::INTER_AREA);
        const auto boxes = detector(dlib::cv_image<unsigned char>(plane), threshold);
        std::printf("{\"file\":\"%s\",\"boxes\":[", arguments[i]);
        for (size_t n = 0; n < boxes.size(); n++) {
            std::printf(
                "%s[%.1f,%.1f,%.1f,%.1f]", n ? "," : "", boxes[n].left() / scale, boxes[n].top() / scale,
                boxes[n].width() / scale, boxes[n].height() / scale);
        }
        std::printf("]}\n");
    }
    return 0;
}
