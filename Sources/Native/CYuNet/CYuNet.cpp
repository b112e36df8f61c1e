#include "CYuNet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

#include "../COpenCVNetworks/Model.hpp"

/// The network as it is laid out for planes of one size.
struct Layout {
    cv::dnn::Net net;
    // Kept from call to call, so that planes of one size need no new memory.
    cv::Mat blob;
    std::vector<cv::Mat> outputs;
};

struct CYuNetDetector {
    std::vector<char> file;
    // The one used last comes first. To lay a network out for another size costs a quarter of searching a picture, and
    // pictures at two sizes and parts of them are searched in turn.
    std::array<std::optional<Layout>, 3> layouts;
};

namespace {

/// The smallest side the model's layers can halve as often as they do, and what sides are multiples of.
constexpr int smallest_side = 64, side_step = 32;

/// Side of the plane that a new model is tried with: what parts of pictures are looked at in, so it is laid out for them.
constexpr int trial_side = 96;

/// Intersection over union from which two boxes are of one face.
constexpr float overlap_limit = 0.3f;
/// Bounds what a picture full of false boxes can cost.
constexpr size_t considered_boxes = 2000;

/// A grid of the model: pixels from one place to the next, and sides of the squares that boxes of a place start from.
struct Grid {
    int step;
    std::vector<float> sides;
};
const std::array<Grid, 4> grids{{{8, {10, 16, 24}}, {16, {32, 48}}, {32, {64, 96}}, {64, {128, 192, 256}}}};

/// The model's outputs, a row a square: where box and points lie, whether it is a face, how well the box fits.
const std::vector<std::string> output_names{"loc", "conf", "iou"};
constexpr std::array<int, 3> output_columns{14, 2, 1};

/// Makes the model look at one channel: of three equal ones only the sum of the first layer's weights matters.
void take_grey(cv::dnn::Net &net) {
    const std::vector<std::string> layers = net.getLayerNames();
    if (layers.empty()) throw std::runtime_error("it has no layers");
    const int first = net.getLayerId(layers.front());
    if (net.getLayer(first)->blobs.empty()) throw std::runtime_error("its first layer has no weights");
    const cv::Mat weights = net.getParam(first, 0);
    if (weights.dims != 4 || weights.size[1] != 3 || weights.type() != CV_32F)
        throw std::runtime_error("its first layer does not look at three channels");
    const int shape[] = {weights.size[0], 1, weights.size[2], weights.size[3]};
    cv::Mat summed = cv::Mat::zeros(4, shape, CV_32F);
    const cv::Mat rows = weights.reshape(1, shape[0] * 3);
    const cv::Mat sums = summed.reshape(1, shape[0]);
    for (int row = 0; row < rows.rows; ++row) {
        cv::Mat sum = sums.row(row / 3);
        sum += rows.row(row);
    }
    net.setParam(first, 0, summed);
}

int padded(int side) {
    return std::max(smallest_side, (side + side_step - 1) / side_step * side_step);
}

/// The layout for planes of a size; a new one takes the place of the one that was used longer ago.
Layout &layout(CYuNetDetector &detector, int width, int height) {
    auto &layouts = detector.layouts;
    const auto fits = [&](const std::optional<Layout> &layout) {
        return layout && !layout->blob.empty() && layout->blob.size[2] == height && layout->blob.size[3] == width;
    };
    auto used = std::find_if(layouts.begin(), layouts.end(), fits);
    if (used == layouts.end()) {
        --used;
        if (!*used) {
            used->emplace().net = cv::dnn::readNetFromONNX(detector.file.data(), detector.file.size());
            take_grey((*used)->net);
        }
        const int shape[] = {1, 1, height, width};
        (*used)->blob.create(4, shape, CV_32F);
    }
    std::rotate(layouts.begin(), used, used + 1);
    return *layouts.front();
}

/// The model's outputs for a plane, which black is added to at the right and below.
const Layout &run(CYuNetDetector &detector, const cv::Mat &grey) {
    const int width = padded(grey.cols), height = padded(grey.rows);
    Layout &used = layout(detector, width, height);
    used.blob.setTo(0);
    cv::Mat samples(height, width, CV_32F, used.blob.ptr<float>());
    grey.convertTo(samples(cv::Rect(0, 0, grey.cols, grey.rows)), CV_32F);
    used.net.setInput(used.blob);
    used.net.forward(used.outputs, output_names);
    int rows = 0;
    for (const Grid &grid : grids)
        rows += (height / grid.step) * (width / grid.step) * static_cast<int>(grid.sides.size());
    for (size_t output = 0; output < output_columns.size(); ++output) {
        const cv::Mat &found = used.outputs[output];
        if (found.type() != CV_32F || !found.isContinuous() ||
            found.total() != static_cast<size_t>(rows) * output_columns[output])
            throw std::runtime_error("its outputs are not those of YuNet of March 2022");
    }
    return used;
}

/// The box and points that a row of the outputs tells of a square.
CYuNetFace face(const float *row, float x, float y, float side, float score) {
    // No face is more than e^3 times as large or small as its square, whatever the model says of what is none.
    const auto times = [](float output) { return std::exp(std::clamp(output * .2f, -3.f, 3.f)); };
    const float width = side * times(row[2]), height = side * times(row[3]);
    CYuNetFace face{
        x + row[0] * .1f * side - width / 2, y + row[1] * .1f * side - height / 2, width, height, {}, score};
    for (int value = 0; value < 10; value += 2) {
        face.points[value] = x + row[4 + value] * .1f * side;
        face.points[value + 1] = y + row[5 + value] * .1f * side;
    }
    return face;
}

bool is_finite(const CYuNetFace &face) {
    return std::isfinite(face.x + face.y + face.width + face.height) &&
           std::all_of(face.points, face.points + 10, [](float value) { return std::isfinite(value); });
}

std::vector<CYuNetFace> faces_in(CYuNetDetector &detector, const cv::Mat &grey, float limit) {
    const Layout &used = run(detector, grey);
    const float *places = used.outputs[0].ptr<float>();
    const float *kinds = used.outputs[1].ptr<float>();
    const float *fits = used.outputs[2].ptr<float>();
    std::vector<CYuNetFace> faces;
    for (const Grid &grid : grids)
        for (int row = 0; row < used.blob.size[2] / grid.step; ++row)
            for (int column = 0; column < used.blob.size[3] / grid.step; ++column)
                for (const float side : grid.sides) {
                    const float score = std::sqrt(kinds[1] * std::clamp(*fits, 0.f, 1.f));
                    if (score >= limit) {
                        const CYuNetFace found =
                            face(places, (column + .5f) * grid.step, (row + .5f) * grid.step, side, score);
                        if (is_finite(found)) faces.push_back(found);
                    }
                    places += output_columns[0], kinds += output_columns[1], fits += output_columns[2];
                }
    return faces;
}

float overlap(const CYuNetFace &a, const CYuNetFace &b) {
    const float width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const float height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (width <= 0 || height <= 0) return 0;
    const float common = width * height;
    return common / (a.width * a.height + b.width * b.height - common);
}

/// Writes the faces that overlap no better one, best first; of equal scores the upper, then the left.
int suppress(std::vector<CYuNetFace> &faces, CYuNetFace *kept, int capacity) {
    std::sort(faces.begin(), faces.end(), [](const CYuNetFace &a, const CYuNetFace &b) {
        return std::tie(b.score, a.y, a.x) < std::tie(a.score, b.y, b.x);
    });
    if (faces.size() > considered_boxes) faces.resize(considered_boxes);
    int count = 0;
    for (const CYuNetFace &face : faces) {
        if (count == capacity) break;
        if (std::none_of(kept, kept + count, [&](const CYuNetFace &better) {
                return overlap(better, face) > overlap_limit;
            }))
            kept[count++] = face;
    }
    return count;
}

} // namespace

CYuNetDetector *CYuNetMake(const void *file, size_t size, char *reason, int reason_capacity) {
    return networks::make<CYuNetDetector>(reason, reason_capacity, [&](CYuNetDetector &made) {
        const char *const bytes = static_cast<const char *>(file);
        made.file.assign(bytes, bytes + size);
        run(made, cv::Mat::zeros(trial_side, trial_side, CV_8UC1));
    });
}

void CYuNetFree(CYuNetDetector *detector) {
    delete detector;
}

int CYuNetFind(
    CYuNetDetector *detector, const uint8_t *samples, int width, int height, int bytes_per_row, float limit,
    CYuNetFace *faces, int capacity) {
    try {
        networks::prepare();
        const cv::Mat grey(
            height, width, CV_8UC1, const_cast<uint8_t *>(samples), static_cast<size_t>(bytes_per_row));
        std::vector<CYuNetFace> found = faces_in(*detector, grey, limit);
        return suppress(found, faces, capacity);
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

const char *CYuNetVersion(void) {
    return CV_VERSION;
}
