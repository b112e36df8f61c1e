#include "CDlibOracle.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <dlib/array2d.h>
#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>

namespace {

dlib::array2d<unsigned char> image(const uint8_t *samples, int width, int height) {
    dlib::array2d<unsigned char> pixels(height, width);
    for (int row = 0; row < height; ++row)
        std::memcpy(&pixels[row][0], samples + static_cast<size_t>(row) * width, static_cast<size_t>(width));
    return pixels;
}

dlib::frontal_face_detector detector(int cell_size) {
    static const dlib::frontal_face_detector standard = dlib::get_frontal_face_detector();
    if (cell_size == 8) return standard;
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

} // namespace

int CDlibOracleFindFaces(
    const uint8_t *samples, int width, int height, int cell_size, double limit, CDlibOracleFace *faces,
    int capacity) {
    try {
        std::vector<dlib::rect_detection> found;
        detector(cell_size)(image(samples, width, height), found, limit);
        const int count = static_cast<int>(std::min(found.size(), static_cast<size_t>(capacity)));
        for (int index = 0; index < count; ++index) {
            const dlib::rect_detection &face = found[index];
            faces[index] = CDlibOracleFace{
                static_cast<int>(face.rect.left()), static_cast<int>(face.rect.top()),
                static_cast<int>(face.rect.width()), static_cast<int>(face.weight_index),
                face.detection_confidence};
        }
        return count;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

int CDlibOracleFindLandmarks(
    const char *model, const uint8_t *samples, int width, int height, int left, int top, int side, double *points) {
    try {
        dlib::shape_predictor predictor;
        dlib::deserialize(model) >> predictor;
        const dlib::rectangle square(left, top, left + side - 1, top + side - 1);
        const dlib::full_object_detection shape = predictor(image(samples, width, height), square);
        for (unsigned long part = 0; part < shape.num_parts(); ++part) {
            points[2 * part] = static_cast<double>(shape.part(part).x());
            points[2 * part + 1] = static_cast<double>(shape.part(part).y());
        }
        return 0;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}
