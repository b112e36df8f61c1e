// dlib's own frontal face detector on pictures shrunk to a longest side, for comparison.
// dlib_hog SIDE THRESHOLD FILE... prints one line a file: {"file":"…","boxes":[[x,y,width,height],…]}

#include "shrunk.hpp"

#include <dlib/image_processing/frontal_face_detector.h>

#include <cstdio>
#include <cstdlib>

static void find(dlib::frontal_face_detector &detector, double side, double threshold, const char *file) {
    const auto [plane, scale] = Shrunk(file, side);
    const auto boxes = detector(dlib::cv_image<unsigned char>(plane), threshold);
    std::printf("{\"file\":\"%s\",\"boxes\":[", file);
    for (size_t n = 0; n < boxes.size(); n++) {
        std::printf(
            "%s[%.1f,%.1f,%.1f,%.1f]", n ? "," : "", boxes[n].left() / scale, boxes[n].top() / scale,
            boxes[n].width() / scale, boxes[n].height() / scale);
    }
    std::printf("]}\n");
}

int main(int count, char **arguments) {
    if (count < 4) {
        std::fprintf(stderr, "usage: dlib_hog SIDE THRESHOLD FILE...\n");
        return 64;
    }
    auto detector = dlib::get_frontal_face_detector();
    try {
        for (int i = 3; i < count; i++) {
            find(detector, std::atof(arguments[1]), std::atof(arguments[2]), arguments[i]);
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "dlib_hog: %s\n", error.what());
        return 1;
    }
    return 0;
}
