#include "COpenCVNetworks.h"

#include <cstdio>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

// The functions of cv::dnn that are called are defined here, and call those of the library. What a member function is called
// by its address with: `this` comes first, as in every C++ that this package is compiled by.

using cv::dnn::Layer;
using cv::dnn::Net;
using Level = cv::utils::logging::LogLevel;

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)
// The namespaces as they stand in symbols; the inner one has a date in its name, 14 letters in all.
#define NAMES "2cv3dnn14" TEXT_OF(CV__DNN_INLINE_NS)
static_assert(sizeof TEXT_OF(CV__DNN_INLINE_NS) == 15, "the length in NAMES");
#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"

// What the member is called here, its type, and its symbol.
#define FUNCTIONS(X)                                                                                                   \
    X(read, Net(const char *, size_t), "_ZN" NAMES "15readNetFromONNXEPKcm")                                           \
    X(forward, void(Net *, cv::OutputArrayOfArrays, const std::vector<cv::String> &),                                  \
      "_ZN" NAMES "3Net7forwardERKNS_12_OutputArrayERKSt6vectorI" STRING "SaISC_EE")                                   \
    X(set_input, void(Net *, cv::InputArray, const cv::String &, double, const cv::Scalar &),                          \
      "_ZN" NAMES "3Net8setInputERKNS_11_InputArrayERK" STRING "dRKNS_7Scalar_IdEE")                                   \
    X(set_parameter, void(Net *, int, int, const cv::Mat &), "_ZN" NAMES "3Net8setParamEiiRKNS_3MatE")                 \
    X(parameter, cv::Mat(const Net *, int, int), "_ZNK" NAMES "3Net8getParamEii")                                      \
    X(layer, cv::Ptr<Layer>(const Net *, int), "_ZNK" NAMES "3Net8getLayerEi")                                         \
    X(layer_number, int(const Net *, const cv::String &), "_ZNK" NAMES "3Net10getLayerIdERK" STRING)                   \
    X(layer_names, std::vector<cv::String>(const Net *), "_ZNK" NAMES "3Net13getLayerNamesB5cxx11Ev")                  \
    /* Of the core that it has loaded: ours may be another one. */                                                     \
    X(set_threads, void(int), "_ZN2cv13setNumThreadsEi")                                                               \
    X(redirect_errors, cv::ErrorCallback(cv::ErrorCallback, void *, void **),                                          \
      "_ZN2cv13redirectErrorEPFiiPKcS1_S1_iPvES2_PS2_")                                                                \
    X(set_log_level, Level(Level), "_ZN2cv5utils7logging11setLogLevelENS1_8LogLevelE")

namespace {

int silent(int, const char *, const char *, const char *, int, void *) {
    return 0;
}

template <typename Function> struct Address {
    Function *value = nullptr;
};

struct Library {
#define X(name, type, symbol) Address<type> name;
    FUNCTIONS(X)
#undef X
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    Library() {
        char file[64];
        // Of the version whose headers this is compiled with: classes are laid out as those say.
        snprintf(file, sizeof file, "libopencv_dnn.so.%d%02d", CV_VERSION_MAJOR, CV_VERSION_MINOR);
        void *const handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
        if (!handle) {
            snprintf(problem, sizeof problem, "%s", dlerror());
            return;
        }
#define X(name, type, symbol)                                                                                          \
    name.value = reinterpret_cast<decltype(name.value)>(dlsym(handle, symbol));                                        \
    if (!name.value) snprintf(problem, sizeof problem, "%s has no %s", file, symbol);
        FUNCTIONS(X)
#undef X
        // OpenCV's own threads would fight with ours, and what it prints would be taken for output.
        if (problem[0]) return;
        set_threads.value(1);
        redirect_errors.value(silent, nullptr, nullptr);
        set_log_level.value(cv::utils::logging::LOG_LEVEL_SILENT);
    }
};

// Opened by whichever thread comes first.
const Library &library() {
    static const Library library;
    return library;
}

} // namespace

const char *COpenCVNetworksOpen(void) {
    return library().problem[0] ? library().problem : nullptr;
}

namespace cv {
namespace dnn {
CV__DNN_INLINE_NS_BEGIN

// An empty one; the library's own makes room for a network that is put together by hand. What is in it ends with its last
// owner, who needs no function for that.
Net::Net() {}
Net::~Net() {}

Net readNetFromONNX(const char *buffer, size_t size) {
    return library().read.value(buffer, size);
}

void Net::forward(OutputArrayOfArrays outputs, const std::vector<String> &names) {
    library().forward.value(this, outputs, names);
}

void Net::setInput(InputArray blob, const String &name, double scale, const Scalar &mean) {
    library().set_input.value(this, blob, name, scale, mean);
}

void Net::setParam(int layer, int number, const Mat &blob) {
    library().set_parameter.value(this, layer, number, blob);
}

Mat Net::getParam(int layer, int number) const {
    return library().parameter.value(this, layer, number);
}

Ptr<Layer> Net::getLayer(int layer) const {
    return library().layer.value(this, layer);
}

int Net::getLayerId(const String &name) const {
    return library().layer_number.value(this, name);
}

std::vector<String> Net::getLayerNames() const {
    return library().layer_names.value(this);
}

CV__DNN_INLINE_NS_END
} // namespace dnn
} // namespace cv
