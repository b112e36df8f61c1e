// What the models that OpenCV runs have in common: how they are opened, and how it is said what is wrong.
#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>

#include <opencv2/core.hpp>

#include "include/COpenCVNetworks.h"

namespace networks {

/// \throws std::runtime_error with what is wrong with OpenCV's networks.
inline void prepare() {
    if (const char *const problem = COpenCVNetworksOpen()) throw std::runtime_error(problem);
}

/// A new model, which `read` fills and tries; NULL, and why in `reason`, if that throws.
template <typename Model, typename Read> Model *make(char *reason, int capacity, Read read) {
    const auto explain = [&](const char *text) { std::snprintf(reason, static_cast<size_t>(capacity), "%s", text); };
    try {
        prepare();
        auto made = std::make_unique<Model>();
        read(*made);
        return made.release();
    } catch (const cv::Exception &error) {
        explain(error.err.c_str());
    } catch (const std::exception &error) {
        explain(error.what());
    } catch (...) {
        explain("unknown error");
    }
    return nullptr;
}

} // namespace networks
