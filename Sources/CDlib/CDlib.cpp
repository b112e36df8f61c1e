#include "CDlib.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include <dlib/array2d.h>
#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/revision.h>

struct CDlibPredictor {
    dlib::shape_predictor predictor;
};

namespace {

constexpr unsigned long landmarks = 68;

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)
constexpr char version[] =
    TEXT_OF(DLIB_MAJOR_VERSION) "." TEXT_OF(DLIB_MINOR_VERSION) "." TEXT_OF(DLIB_PATCH_VERSION);

dlib::array2d<unsigned char> image(const CDlibPlane &plane) {
    dlib::array2d<unsigned char> pixels(plane.height, plane.width);
    for (int row = 0; row < plane.height; ++row)
        std::memcpy(
            &pixels[row][0], plane.samples + static_cast<size_t>(row) * plane.bytes_per_row,
            static_cast<size_t>(plane.width));
    return pixels;
}

const dlib::frontal_face_detector &standard_detector() {
    static const dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
    return detector;
}

/// dlib's filters on cells of half the size: the same weights see faces of half the size.
dlib::frontal_face_detector made_small_detector() {
    const dlib::frontal_face_detector &standard = standard_detector();
    dlib::frontal_face_detector::image_scanner_type scanner;
    scanner.copy_configuration(standard.get_scanner());
    scanner.set_cell_size(4);
    scanner.set_detection_window_size(40, 40);
    scanner.set_min_pyramid_layer_size(32, 32);
    scanner.set_max_pyramid_levels(4);
    std::vector<dlib::frontal_face_detector::feature_vector_type> weights;
    for (unsigned long filter = 0; filter < standard.num_detectors(); ++filter)
        weights.push_back(standard.get_w(filter));
    return dlib::frontal_face_detector(scanner, standard.get_overlap_tester(), weights);
}

const dlib::frontal_face_detector &small_detector() {
    static const dlib::frontal_face_detector detector = made_small_detector();
    return detector;
}

void explain(char *reason, int capacity, const char *text) {
    std::snprintf(reason, static_cast<size_t>(capacity), "%s", text);
}

} // namespace

int CDlibFindFaces(CDlibPlane plane, int cell_size, double limit, CDlibFace *faces, int capacity) {
    try {
        // A detector holds the picture it searches, so each call works on a copy; copying costs far less than a
        // search, and nothing of the picture stays behind.
        dlib::frontal_face_detector detector = cell_size == 4 ? small_detector() : standard_detector();
        std::vector<dlib::rect_detection> found;
        detector(image(plane), found, limit);
        const int count = static_cast<int>(std::min(found.size(), static_cast<size_t>(capacity)));
        for (int index = 0; index < count; ++index) {
            const dlib::rect_detection &face = found[index];
            faces[index] = CDlibFace{
                static_cast<int>(face.rect.left()), static_cast<int>(face.rect.top()),
                static_cast<int>(face.rect.width()), face.detection_confidence,
                static_cast<int>(face.weight_index)};
        }
        return count;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

CDlibPredictor *CDlibPredictorMake(const char *path, char *reason, int reason_capacity) {
    try {
        auto made = std::make_unique<CDlibPredictor>();
        dlib::deserialize(path) >> made->predictor;
        if (made->predictor.num_parts() == landmarks)
            return made.release();
        explain(reason, reason_capacity, "not a model of 68 points");
    } catch (const std::exception &error) {
        explain(reason, reason_capacity, error.what());
    } catch (...) {
        explain(reason, reason_capacity, "unknown error");
    }
    return nullptr;
}

void CDlibPredictorFree(CDlibPredictor *predictor) {
    delete predictor;
}

int CDlibPredict(
    const CDlibPredictor *predictor, CDlibPlane plane, int left, int top, int side, CDlibPoint *points) {
    try {
        const dlib::rectangle square(left, top, left + side - 1, top + side - 1);
        const dlib::full_object_detection shape = predictor->predictor(image(plane), square);
        for (unsigned long index = 0; index < landmarks; ++index)
            points[index] = CDlibPoint{
                static_cast<double>(shape.part(index).x()), static_cast<double>(shape.part(index).y())};
        return 0;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

const char *CDlibVersion(void) {
    return version;
}
