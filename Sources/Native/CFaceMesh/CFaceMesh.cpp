#include "CFaceMesh.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

#include "../COpenCVNetworks/Model.hpp"

struct CFaceMeshModel {
    cv::dnn::Net net;
    // Kept from call to call, so that a look needs no new memory.
    cv::Mat blob;
    std::vector<cv::Mat> outputs;
};

namespace {

constexpr int side = CFaceMeshSide, values = 3 * CFaceMeshPoints;

/// The model's outputs: places of the points, and whether there is a face.
const std::vector<std::string> output_names{"conv2d_20", "conv2d_30"};

/// Runs a model on a square of grey, which it is shown as three equal colours.
void run(CFaceMeshModel &model, const cv::Mat &grey) {
    for (int channel = 0; channel < 3; ++channel) {
        cv::Mat plane(side, side, CV_32F, model.blob.ptr<float>(0, channel));
        grey.convertTo(plane, CV_32F, 1 / 255.);
    }
    model.net.setInput(model.blob);
    model.net.forward(model.outputs, output_names);
    const std::vector<cv::Mat> &found = model.outputs;
    const auto fits = [](const cv::Mat &output, size_t count) {
        return output.type() == CV_32F && output.isContinuous() && output.total() == count;
    };
    if (found.size() != 2 || !fits(found[0], values) || !fits(found[1], 1))
        throw std::runtime_error("its outputs are not those of a face mesh of 468 points");
}

} // namespace

CFaceMeshModel *CFaceMeshMake(const void *file, size_t size, char *reason, int reason_capacity) {
    return networks::make<CFaceMeshModel>(reason, reason_capacity, [&](CFaceMeshModel &made) {
        made.net = cv::dnn::readNetFromONNX(static_cast<const char *>(file), size);
        const int shape[] = {1, 3, side, side};
        made.blob.create(4, shape, CV_32F);
        run(made, cv::Mat::zeros(side, side, CV_8UC1));
    });
}

void CFaceMeshFree(CFaceMeshModel *model) {
    delete model;
}

int CFaceMeshFind(
    CFaceMeshModel *model, const uint8_t *samples, int bytes_per_row, float points[values], float *logit) {
    try {
        networks::prepare();
        run(*model, cv::Mat(
                        side, side, CV_8UC1, const_cast<uint8_t *>(samples), static_cast<size_t>(bytes_per_row)));
        const float *found = model->outputs[0].ptr<float>();
        *logit = *model->outputs[1].ptr<float>();
        if (!std::isfinite(*logit) ||
            !std::all_of(found, found + values, [](float value) { return std::isfinite(value); }))
            return -1;
        std::copy(found, found + values, points);
        return 0;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}
