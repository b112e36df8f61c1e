// Makes the scanner's limits: in which order the half rows of a window are added, and below which sums no face was
// seen. face_limits MARGIN LIST >Rejection.hpp; a line of LIST is the path of a PGM file, the number of its faces, and
// for each x, y, width and height from brow to chin in pixels. See Scripts/make-face-limits.
//
// The windows of faces that score are collected, of each picture as it is, in the mirror and at .93, in all passes of
// the plan; and windows taken at random. A limit is the least sum of any face's window, less the margin; the order is
// searched for (a beam of the best beginnings) so that random windows are given up soonest.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

// The kernel's own loops, to see their features.
#include "../../Sources/CFaceScan/Kernels.cpp"
#include "../../Sources/CDlib/CDlib.cpp"

using namespace facescan;

namespace {

struct Face {
    double x, y, width, height;
};

/// A window's sums, half row by half row.
struct Window {
    float score;
    float sums[halfRowCount];
};

struct Pass {
    double longerSide, largestFactor, turn;
    int cellSize, levels;
};

constexpr Pass passes[] = {
    {1280, 2, 0, 8, 1000}, {811, 2. * 811 / 1280, 0, 8, 1000}, {1280, 3, 0, 4, 4}, {480, 2, 50, 8, 1000}, {480, 2, -50, 8, 1000}};
constexpr double lowest[limitSetCount] = {-.5, -.05};
constexpr double randomShare = 4e-4;

struct Collection {
    const CFaceScanFilters &filters;
    std::vector<Window> faces[filterCount], random[filterCount];
    std::mt19937 chance{1};

    /// A plane's windows; `toPicture` leads from the plane to the picture.
    void add(
        const CFaceScanPlane &plane, int cellSize, int level, const cv::Matx23d &toPicture, const std::vector<Face> &truth,
        bool isSampled, CFaceScanScratch &scratch) {
        LevelSearch search{filters, filters.patient, {}, cellSize, level};
        std::fill(std::begin(search.limits), std::end(search.limits), std::numeric_limits<int32_t>::max());
        std::vector<Hit> none;
        Kernel::best().search(plane, search, scratch, none);
        const int rows = static_cast<int>(static_cast<float>(plane.height) / cellSize + .5f) - 2;
        const int columns = static_cast<int>(static_cast<float>(plane.width) / cellSize + .5f) - 2;
        if (rows < 1 || columns < 1 || plane.width < 18) return;
        const size_t rowLength = static_cast<size_t>(columns + 9) * cellLength;
        const int16_t *const features = scratch.features.room(1);
        std::uniform_real_distribution<double> share(0, 1);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                for (int filter = 0; filter < filterCount; ++filter) {
                    const int16_t *const at = features + static_cast<size_t>(row) * rowLength + column * cellLength;
                    Window window;
                    double sum = 0;
                    for (int half = 0; half < halfRowCount; ++half) {
                        const int16_t *const cells = at + half / 2 * rowLength + half % 2 * halfRowLength;
                        int64_t products = 0;
                        for (int i = 0; i < halfRowLength; ++i) products += cells[i] * filters.weights[filter][half][i];
                        window.sums[half] = static_cast<float>(products / sumScale);
                        sum += products / sumScale;
                    }
                    window.score = static_cast<float>(sum - filters.thresholds[filter]);
                    if (window.score >= lowest[0] && isFace(column, row, cellSize, level, toPicture, truth))
                        faces[filter].push_back(window);
                    else if (isSampled && window.score < lowest[0] && share(chance) < randomShare)
                        random[filter].push_back(window);
                }
    }

    static bool isFace(
        int column, int row, int cellSize, int level, const cv::Matx23d &toPicture, const std::vector<Face> &truth) {
        const double scale = std::pow(1.2, level) * cellSize;
        const double size = std::hypot(toPicture(0, 0), toPicture(1, 0));
        const double side = 9.1 * scale * size;
        const double x = (column + 2) * scale, y = (row + 2) * scale;
        const double centreX = toPicture(0, 0) * x + toPicture(0, 1) * y + toPicture(0, 2);
        const double centreY = toPicture(1, 0) * x + toPicture(1, 1) * y + toPicture(1, 2);
        for (const Face &face : truth) {
            const double wanted = (face.width / .91 + face.height / 1.18) / 2;
            const double dx = std::fabs(centreX - face.x - face.width / 2);
            const double dy = std::fabs(centreY - face.y - face.height / 2 - .08 * wanted);
            const double width = std::max(0., (side + wanted) / 2 - std::max(dx, std::fabs(side - wanted) / 2));
            const double height = std::max(0., (side + wanted) / 2 - std::max(dy, std::fabs(side - wanted) / 2));
            if (width * height > .35 * (side * side + wanted * wanted - width * height)) return true;
        }
        return false;
    }
};

cv::Mat loaded(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::string magic;
    int width = 0, height = 0, most = 0;
    file >> magic >> width >> height >> most;
    file.get();
    cv::Mat picture(height, width, CV_8U);
    file.read(reinterpret_cast<char *>(picture.data), static_cast<std::streamsize>(picture.total()));
    if (!file || magic != "P5" || most != 255) {
        std::fprintf(stderr, "face_limits: %s is no PGM file\n", path.c_str());
        std::exit(1);
    }
    return picture;
}

/// The picture at a pass's size and turn, and the way back.
cv::Mat seen(const cv::Mat &picture, const Pass &pass, cv::Matx23d &back) {
    const double factor = std::min(pass.longerSide / std::max(picture.cols, picture.rows), pass.largestFactor);
    cv::Mat sized, turned;
    cv::resize(picture, sized, cv::Size(), factor, factor, factor < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
    back = cv::Matx23d(1 / factor, 0, 0, 0, 1 / factor, 0);
    if (pass.turn == 0) return sized;
    const double turn = pass.turn * CV_PI / 180, c = std::cos(turn), s = std::sin(turn);
    const double width = std::ceil(sized.cols * std::fabs(c) + sized.rows * std::fabs(s));
    const double height = std::ceil(sized.cols * std::fabs(s) + sized.rows * std::fabs(c));
    const cv::Matx23d map(
        c, s, sized.cols / 2. - c * width / 2 - s * height / 2, -s, c, sized.rows / 2. + s * width / 2 - c * height / 2);
    cv::warpAffine(
        sized, turned, map, cv::Size(static_cast<int>(width), static_cast<int>(height)),
        cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT, 112);
    back = map * (1 / factor);
    return turned;
}

void collect(Collection &collection, const cv::Mat &picture, const std::vector<Face> &faces, bool isSampled) {
    CFaceScanScratch scratch(Kernel::best());
    for (const Pass &pass : passes) {
        cv::Matx23d back;
        cv::Mat plane = seen(picture, pass, back);
        for (int level = 0; level < pass.levels && std::min(plane.cols, plane.rows) >= 8 * pass.cellSize; ++level) {
            collection.add(
                CFaceScanPlane{plane.data, plane.cols, plane.rows, static_cast<int>(plane.step)}, pass.cellSize, level,
                back, faces, isSampled, scratch);
            cv::Mat smaller(5 * plane.rows / 6, 5 * plane.cols / 6, CV_8U);
            Kernel::best().shrink(
                CFaceScanPlane{plane.data, plane.cols, plane.rows, static_cast<int>(plane.step)}, smaller.data,
                smaller.cols, smaller.rows, scratch);
            plane = smaller;
        }
    }
}

/// A beginning of an order.
struct Plan {
    std::vector<int> order;
    std::vector<float> limits;
    std::vector<float> faces, random;
    std::vector<bool> alive;
    /// Random windows that were still there, summed over the steps.
    double cost = 0;
};

Plan planned(const std::vector<Window> &faces, const std::vector<Window> &random, float margin) {
    constexpr size_t width = 20;
    Plan start;
    start.faces.resize(faces.size());
    start.random.resize(random.size());
    start.alive.assign(random.size(), true);
    std::vector<Plan> beam{start};
    for (int step = 0; step < halfRowCount; ++step) {
        struct Choice {
            double cost;
            size_t plan;
            int half;
            float limit;
        };
        std::vector<Choice> choices;
        for (size_t plan = 0; plan < beam.size(); ++plan)
            for (int half = 0; half < halfRowCount; ++half) {
                const Plan &from = beam[plan];
                if (std::find(from.order.begin(), from.order.end(), half) != from.order.end()) continue;
                float limit = std::numeric_limits<float>::max();
                for (size_t i = 0; i < faces.size(); ++i) limit = std::min(limit, from.faces[i] + faces[i].sums[half]);
                limit -= margin;
                double left = 0;
                for (size_t i = 0; i < random.size(); ++i)
                    left += from.alive[i] && from.random[i] + random[i].sums[half] >= limit;
                choices.push_back({from.cost + 3 * left, plan, half, limit});
            }
        std::sort(choices.begin(), choices.end(), [](const Choice &a, const Choice &b) { return a.cost < b.cost; });
        std::vector<Plan> next;
        for (const Choice &choice : choices) {
            if (next.size() == (step < 8 ? width : 1)) break;
            Plan plan = beam[choice.plan];
            plan.order.push_back(choice.half);
            // Two orders of the same half rows lead to the same.
            std::vector<int> sorted = plan.order;
            std::sort(sorted.begin(), sorted.end());
            const bool isThere = std::any_of(next.begin(), next.end(), [&](const Plan &other) {
                std::vector<int> of = other.order;
                std::sort(of.begin(), of.end());
                return of == sorted;
            });
            if (isThere) continue;
            plan.limits.push_back(choice.limit);
            for (size_t i = 0; i < faces.size(); ++i) plan.faces[i] += faces[i].sums[choice.half];
            double left = 0;
            for (size_t i = 0; i < random.size(); ++i) {
                plan.random[i] += random[i].sums[choice.half];
                plan.alive[i] = plan.alive[i] && plan.random[i] >= choice.limit;
                left += plan.alive[i];
            }
            plan.cost += left;
            next.push_back(std::move(plan));
        }
        beam = std::move(next);
    }
    return beam[0];
}

template <typename Numbers> void print(const Numbers &numbers, const char *format) {
    std::printf("        {");
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) std::printf(i % 10 == 0 ? ",\n         " : ", ");
        std::printf(format, numbers[i]);
    }
    std::printf("},\n");
}

} // namespace

int main(int count, char **arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: face_limits MARGIN LIST >Rejection.hpp\n");
        return 64;
    }
    std::vector<float> weights(CFaceScanFilterCount * CFaceScanWeightCount);
    if (CDlibFaceFilters(weights.data(), weights.size()) != 0) return 1;
    std::vector<char> file(CFaceScanFilterFileSize());
    CFaceScanFilterFile(weights.data(), file.data());
    const CFaceScanFilters *const filters = CFaceScanFiltersMake(file.data(), file.size());
    if (!filters) return 1;
    Collection collection{*filters, {}, {}};
    std::string path;
    size_t faceCount = 0;
    std::ifstream list(arguments[2]);
    while (list >> path >> faceCount) {
        std::vector<Face> faces(faceCount), mirrored;
        for (Face &face : faces) list >> face.x >> face.y >> face.width >> face.height;
        const cv::Mat picture = loaded(path);
        collect(collection, picture, faces, true);
        if (faces.empty()) continue;
        cv::Mat other;
        cv::flip(picture, other, 1);
        for (const Face &face : faces)
            mirrored.push_back({picture.cols - face.x - face.width, face.y, face.width, face.height});
        collect(collection, other, mirrored, false);
        cv::resize(picture, other, cv::Size(), .93, .93, cv::INTER_AREA);
        for (Face &face : faces) face = {face.x * .93, face.y * .93, face.width * .93, face.height * .93};
        collect(collection, other, faces, false);
    }
    std::vector<Plan> plans[limitSetCount];
    for (int set = 0; set < limitSetCount; ++set)
        for (int filter = 0; filter < filterCount; ++filter) {
            std::vector<Window> faces;
            for (const Window &window : collection.faces[filter])
                if (window.score >= lowest[set]) faces.push_back(window);
            std::vector<Window> random = collection.random[filter];
            random.resize(std::min(random.size(), size_t(6000)));
            if (faces.empty() || random.empty()) {
                std::fprintf(stderr, "face_limits: too few faces\n");
                return 1;
            }
            plans[set].push_back(planned(faces, random, static_cast<float>(std::atof(arguments[1]))));
            std::fprintf(
                stderr, "from %g, filter %d: %zu windows of faces, %.2f half rows of a random one\n", lowest[set], filter,
                faces.size(), 1 + plans[set].back().cost / static_cast<double>(random.size()));
        }
    std::printf(
        "// Made by Scripts/make-face-limits from pictures with faces; not for editing.\n#pragma once\n\n"
        "#include \"Filters.hpp\"\n\nnamespace facescan {\n\n"
        "/// Half rows of a window, left and right in turn from the top, in the order they are added: for scores from\n"
        "/// %g and from %g, by filter.\n"
        "constexpr int32_t rejectionOrder[limitSetCount][filterCount][halfRowCount] = {\n", lowest[0], lowest[1]);
    for (const std::vector<Plan> &set : plans) {
        std::printf("    {\n");
        for (const Plan &plan : set) print(plan.order, "%d");
        std::printf("    },\n");
    }
    std::printf(
        "};\n\n/// Sums below which a window is given up after that half row.\n"
        "constexpr float rejectionLimits[limitSetCount][filterCount][halfRowCount] = {\n");
    for (const std::vector<Plan> &set : plans) {
        std::printf("    {\n");
        for (const Plan &plan : set) print(plan.limits, "%.3ff");
        std::printf("    },\n");
    }
    std::printf("};\n\n} // namespace facescan\n");
    return 0;
}
