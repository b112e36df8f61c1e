// Our scanner over dlib's filters, and our landmarks, beside dlib's own: processor time of one thread, and whether the
// same is found. face_scan LANDMARK-MODEL FILE... does the passes of the plan on the middle of each picture, 1280x720 pixels,
// and prints one JSON object: {"pictures":…,"searches":{NAME:{"dlib":ms,…,"same":…,"missing":…,"others":…}},
// "together":{"dlib":ms,…},"landmarks":{…}}. Together, passes over one plane are one search, as in the tool, and the time
// has the resizing and turning in it.

#include <CFaceScan.h>
#include <dlib/image_io.h>
#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/opencv.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

// The flat file is written as the tool writes it.
#include "../../Sources/Native/CDlib/CDlib.cpp"

namespace {

double processorMilliseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/// Milliseconds of a call.
template <typename Work> double cost(Work work) {
    const double before = processorMilliseconds();
    work();
    return processorMilliseconds() - before;
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

dlib::frontal_face_detector smallDetector(const dlib::frontal_face_detector &standard) {
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

struct Times {
    std::vector<double> dlib = {}, portable = {}, best = {};

    void print(const char *name) const {
        std::printf(
            "\"%s\":{\"dlib\":%.3f,\"portable\":%.3f,\"best\":%.3f", name, median(dlib), median(portable), median(best));
    }
};

struct Search {
    const char *name;
    CFaceScanPass pass;
    dlib::frontal_face_detector detector;
    Times times = {};
    int same = 0, missing = 0, others = 0;
};

/// What is searched in a version of the picture.
struct View {
    double longerSide, turn;
    std::vector<Search> searches;

    /// Of a picture of 1280 pixels.
    cv::Mat plane(const cv::Mat &picture) const {
        cv::Mat sized = picture, turned;
        const double scale = longerSide / 1280;
        if (scale < 1) cv::resize(picture, sized, cv::Size(), scale, scale, cv::INTER_AREA);
        if (turn == 0) return sized;
        const double c = std::cos(turn * CV_PI / 180), s = std::sin(turn * CV_PI / 180);
        const double width = std::ceil(sized.cols * std::fabs(c) + sized.rows * std::fabs(s));
        const double height = std::ceil(sized.cols * std::fabs(s) + sized.rows * std::fabs(c));
        const cv::Matx23d map(
            c, s, sized.cols / 2. - c * width / 2 - s * height / 2, -s, c,
            sized.rows / 2. + s * width / 2 - c * height / 2);
        cv::warpAffine(
            sized, turned, map, cv::Size(static_cast<int>(width), static_cast<int>(height)),
            cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT, 112);
        return turned;
    }

    std::vector<CFaceScanPass> passes() const {
        std::vector<CFaceScanPass> all;
        for (const Search &search : searches) all.push_back(search.pass);
        return all;
    }
};

/// The middle of a picture, brought to a size.
cv::Mat middle(const cv::Mat &picture, int width, int height) {
    const double scale = std::max(double(width) / picture.cols, double(height) / picture.rows);
    const cv::Size size(
        std::max(width, cvRound(picture.cols * scale)), std::max(height, cvRound(picture.rows * scale)));
    cv::Mat sized;
    cv::resize(picture, sized, size, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
    return sized(cv::Rect((size.width - width) / 2, (size.height - height) / 2, width, height)).clone();
}

CFaceScanFilters *filters() {
    std::vector<float> weights(CFaceScanFilterCount * CFaceScanWeightCount);
    if (CDlibFaceFilters(weights.data(), weights.size()) != 0) return nullptr;
    std::vector<char> file(CFaceScanFilterFileSize());
    CFaceScanFilterFile(weights.data(), file.data());
    return CFaceScanFiltersMake(file.data(), file.size());
}

} // namespace

int main(int count, char **arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: face_scan LANDMARK-MODEL FILE...\n");
        return 64;
    }
    CFaceScanFilters *const own = filters();
    CFaceScanScratch *const portable = CFaceScanScratchMake(1), *const best = CFaceScanScratchMake(0);
    const size_t size = CDlibLandmarkFileSize();
    void *const file = std::aligned_alloc(64, (size + 63) / 64 * 64);
    char reason[300] = "";
    if (!file || CDlibLandmarkFile(arguments[1], file, reason, sizeof reason) != 0) {
        std::fprintf(stderr, "face_scan: %s: %s\n", arguments[1], reason);
        return 1;
    }
    CFaceScanLandmarks *const landmarks = CFaceScanLandmarksMake(file, size);
    if (!own || !portable || !best || !landmarks) return 1;
    dlib::shape_predictor predictor;
    dlib::deserialize(arguments[1]) >> predictor;
    const dlib::frontal_face_detector standard = dlib::get_frontal_face_detector();
    std::vector<View> views{
        {1280, 0, {{"hog1280", {8, 1000, -.5}, standard}, {"hog1280small", {4, 4, 0}, smallDetector(standard)}}},
        {811, 0, {{"hog811", {8, 1000, -.5}, standard}}},
        {480, 50, {{"hog480+50", {8, 1000, .1}, standard}}},
        {480, -50, {{"hog480-50", {8, 1000, .1}, standard}}}};
    Times together;
    // Times, and how far a face's points are from dlib's, in sides of its square.
    std::vector<double> ownPoints, dlibPoints, distances;
    std::vector<CFaceScanFace> found(1000), again(1000);
    int pictures = 0;
    bool isEqual = true;
    for (int argument = 2; argument < count; ++argument) {
        dlib::array2d<dlib::rgb_pixel> picture;
        try {
            dlib::load_image(picture, arguments[argument]);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "face_scan: %s: %s\n", arguments[argument], error.what());
            continue;
        }
        ++pictures;
        cv::Mat grey;
        cv::cvtColor(dlib::toMat(picture), grey, cv::COLOR_RGB2GRAY);
        const cv::Mat sized = middle(grey, 1280, 720);
        double dlibSum = 0, portableSum = 0, bestSum = 0;
        for (View &view : views) {
            cv::Mat pixels;
            const double making = cost([&] { pixels = view.plane(sized); });
            const dlib::cv_image<unsigned char> image(pixels);
            const CFaceScanPlane plane{pixels.data, pixels.cols, pixels.rows, static_cast<int>(pixels.step)};
            const auto find = [&](CFaceScanScratch *scratch, const std::vector<CFaceScanPass> &passes, auto &faces) {
                return CFaceScanFind(
                    own, scratch, plane, passes.data(), static_cast<int>(passes.size()), faces.data(), 1000);
            };
            portableSum += making + cost([&] { find(portable, view.passes(), found); });
            bestSum += making + cost([&] { find(best, view.passes(), again); });
            dlibSum += making;
            for (Search &search : view.searches) {
                int number = 0, numberAgain = 0;
                search.times.portable.push_back(cost([&] { number = find(portable, {search.pass}, found); }));
                search.times.best.push_back(cost([&] { numberAgain = find(best, {search.pass}, again); }));
                std::vector<dlib::rect_detection> theirs;
                search.times.dlib.push_back(cost([&] { search.detector(image, theirs, search.pass.limit); }));
                dlibSum += search.times.dlib.back();
                isEqual = isEqual && number == numberAgain;
                int same = 0;
                for (int i = 0; i < number; ++i) {
                    const CFaceScanFace &face = found[i];
                    isEqual =
                        isEqual && again[i].left == face.left && again[i].top == face.top && again[i].score == face.score;
                    same += std::any_of(theirs.begin(), theirs.end(), [&](const dlib::rect_detection &each) {
                        return each.rect.left() == face.left && each.rect.top() == face.top &&
                               static_cast<int>(each.rect.width()) == face.side;
                    });
                    if (&search != &views[0].searches[0]) continue;
                    float points[2 * LandmarkPoints];
                    dlib::full_object_detection shape;
                    ownPoints.push_back(cost(
                        [&] { CFaceScanLandmarksFind(landmarks, plane, face.left, face.top, face.side, points); }));
                    const dlib::rectangle square(
                        face.left, face.top, face.left + face.side - 1, face.top + face.side - 1);
                    dlibPoints.push_back(cost([&] { shape = predictor(image, square); }));
                    double sum = 0;
                    for (unsigned long part = 0; part < shape.num_parts(); ++part)
                        sum += std::hypot(
                            points[2 * part] - double(shape.part(part).x()), points[2 * part + 1] - double(shape.part(part).y()));
                    distances.push_back(sum / (double(shape.num_parts()) * face.side));
                }
                search.same += same;
                search.others += number - same;
                search.missing += static_cast<int>(theirs.size()) - same;
            }
        }
        together.dlib.push_back(dlibSum);
        together.portable.push_back(portableSum);
        together.best.push_back(bestSum);
    }
    std::printf("{\"pictures\":%d,\"searches\":{", pictures);
    const char *gap = "";
    for (const View &view : views)
        for (const Search &search : view.searches) {
            std::printf("%s", gap);
            search.times.print(search.name);
            std::printf(",\"same\":%d,\"missing\":%d,\"others\":%d}", search.same, search.missing, search.others);
            gap = ",";
        }
    std::printf("},");
    together.print("together");
    std::printf(
        "},\"kernelsEqual\":%s,\"landmarks\":{\"faces\":%zu,\"dlib\":%.3f,\"own\":%.3f,\"distance\":%.5f}}\n",
        isEqual ? "true" : "false", ownPoints.size(), median(dlibPoints), median(ownPoints), median(distances));
    return 0;
}
