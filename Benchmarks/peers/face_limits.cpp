// Makes the scanner's limits: in which order the cells of a window are added, and below which sums no face was seen.
// face_limits MARGIN LIST >Rejection.hpp; a line of LIST is the path of a PGM file, the number of its faces, and for each
// x, y, width and height from brow to chin in pixels. See Scripts/make-face-limits.
//
// The windows of faces that score are collected, of each picture as it is, in the mirror and at .93, in all passes of
// the plan; and windows taken at random. A limit is the least sum of any face's window, less the margin; the cells of each
// step are chosen so that most random windows are given up after it.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

// The scanner's own loops, to see their features.
#include "../../Sources/Native/CFaceScan/InstructionSets.cpp"
#include "../../Sources/Native/CDlib/CDlib.cpp"

using namespace facescan;

namespace {

struct Face {
    double x, y, width, height;
};

/// A window's sums, cell by cell.
struct Window {
    float score;
    float sums[cellCount];
};

struct Pass {
    double longerSide, largestFactor, turn;
    int cellSize, levels;
};

constexpr Pass passes[] = {
    {1280, 2, 0, 8, 1000}, {811, 2. * 811 / 1280, 0, 8, 1000}, {1280, 3, 0, 4, 4}, {480, 2, 50, 8, 1000}, {480, 2, -50, 8, 1000}};
constexpr double lowest[limitSetCount] = {-.5, -.05};
/// How many of a plane's windows are taken at random, a filter.
constexpr double randomShare = 3e-4;
constexpr size_t mostRandom = 8000;

struct Collection {
    const CFaceScanFilters &filters;
    std::vector<Window> faces[filterCount], random[filterCount];
    std::mt19937 chance{1};

    /// A plane's windows; `toPicture` leads from the plane to the picture.
    void add(
        const CFaceScanPlane &plane, int cellSize, int level, const cv::Matx23d &toPicture, const std::vector<Face> &truth,
        bool isSampled, CFaceScanScratch &scratch) {
        const int rows = static_cast<int>(static_cast<float>(plane.height) / cellSize + .5f) - 2;
        const int columns = static_cast<int>(static_cast<float>(plane.width) / cellSize + .5f) - 2;
        if (rows < 1 || columns < 1 || plane.width < 18) return;
        LevelSearch search{filters, filters.patient, {}, cellSize, level};
        for (int filter = 0; filter < filterCount; ++filter)
            search.limits[filter] = CFaceScanFilters::scaled(filters.thresholds[filter] + lowest[0]);
        std::vector<Hit> hits;
        InstructionSet::best().search(plane, search, scratch, hits);
        const auto window = [&](int row, int column, int filter) {
            return this->window(
                scratch.features.room(1), static_cast<size_t>(columns + every::borderBefore + every::borderAfter) * cellLength, row, column,
                filter);
        };
        for (const Hit &hit : hits)
            if (isFace(hit.column, hit.row, cellSize, level, toPicture, truth))
                faces[hit.filter].push_back(window(hit.row, hit.column, hit.filter));
        if (!isSampled) return;
        std::poisson_distribution<int> count(randomShare * rows * columns);
        std::uniform_int_distribution<int> row(0, rows - 1), column(0, columns - 1);
        for (int filter = 0; filter < filterCount; ++filter)
            for (int i = count(chance); i > 0; --i) {
                const Window taken = window(row(chance), column(chance), filter);
                if (taken.score < lowest[0]) random[filter].push_back(taken);
            }
    }

    Window window(const int16_t *features, size_t rowLength, int row, int column, int filter) const {
        const int16_t *const at = features + static_cast<size_t>(row) * rowLength + column * cellLength;
        const Schedule &schedule = filters.patient[filter];
        Window window{-filters.thresholds[filter], {}};
        for (int cell = 0; cell < cellCount; ++cell) {
            const int16_t *const numbers = at + cell / windowCells * rowLength + cell % windowCells * cellLength;
            const int16_t *const weights = schedule.weights[cell / stepCells] + cell % stepCells * cellLength;
            int32_t products = 0;
            for (int i = 0; i < cellLength; ++i) products += numbers[i] * weights[i];
            window.sums[cell] = static_cast<float>(products / sumScale);
            window.score += window.sums[cell];
        }
        return window;
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
    CFaceScanScratch scratch(InstructionSet::best());
    for (const Pass &pass : passes) {
        cv::Matx23d back;
        cv::Mat plane = seen(picture, pass, back);
        for (int level = 0; level < pass.levels && std::min(plane.cols, plane.rows) >= 8 * pass.cellSize; ++level) {
            collection.add(
                CFaceScanPlane{plane.data, plane.cols, plane.rows, static_cast<int>(plane.step)}, pass.cellSize, level,
                back, faces, isSampled, scratch);
            cv::Mat smaller(5 * plane.rows / 6, 5 * plane.cols / 6, CV_8U);
            InstructionSet::best().shrink(
                CFaceScanPlane{plane.data, plane.cols, plane.rows, static_cast<int>(plane.step)}, smaller.data,
                smaller.cols, smaller.rows, scratch);
            plane = smaller;
        }
    }
}

/// An order of cells and its limits, made a step at a time.
class Plan {
    const std::vector<Window> &faces, &random;
    const float margin;
    std::vector<float> faceSums, randomSums;
    /// Random windows that are not given up yet, by their numbers.
    std::vector<size_t> alive;

    bool isTaken(int cell) const { return std::find(order.begin(), order.end(), cell) != order.end(); }

    /// Sums with some more cells.
    std::vector<float> with(const std::vector<int> &cells, const std::vector<Window> &windows, std::vector<float> sums) const {
        for (size_t i = 0; i < sums.size(); ++i)
            for (const int cell : cells) sums[i] += windows[i].sums[cell];
        return sums;
    }

    /// How many random windows would be left after a step of these cells, if its limit were the `rank`th least sum of a
    /// face less a margin. Of equal ones the better is the lower.
    double left(const std::vector<int> &cells, size_t rank, float margin) const {
        std::vector<float> sums = with(cells, faces, faceSums);
        std::nth_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(rank), sums.end());
        const float limit = sums[rank] - margin;
        double count = 0, mean = 0;
        for (const size_t i : alive) {
            float sum = randomSums[i];
            for (const int cell : cells) sum += random[i].sums[cell];
            count += sum >= limit;
            mean += sum;
        }
        return count + 1e-6 * (mean / static_cast<double>(std::max<size_t>(1, alive.size())) - limit);
    }

    std::vector<int> step() const {
        std::vector<int> cells;
        // One after the other: of the first few no limit would give up anything, so what counts is what would be below most
        // faces.
        while (cells.size() < stepCells) {
            const float some = margin * std::min(1.f, static_cast<float>(order.size() + cells.size() + 1) / 8);
            double best = std::numeric_limits<double>::max();
            int chosen = -1;
            cells.push_back(-1);
            for (int cell = 0; cell < cellCount; ++cell) {
                if (isTaken(cell) || std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
                cells.back() = cell;
                const double value = left(cells, faces.size() / 300, some);
                if (value < best) best = value, chosen = cell;
                cells.back() = -1;
            }
            cells.back() = chosen;
        }
        // Then one for another, as long as that is better by the limit itself.
        double best = left(cells, 0, margin);
        for (bool isBetter = !alive.empty(); isBetter;) {
            isBetter = false;
            for (int &place : cells)
                for (int cell = 0; cell < cellCount; ++cell) {
                    if (isTaken(cell) || std::find(cells.begin(), cells.end(), cell) != cells.end()) continue;
                    const int before = place;
                    place = cell;
                    const double value = left(cells, 0, margin);
                    if (value + .5 < best)
                        best = value, isBetter = true;
                    else
                        place = before;
                }
        }
        return cells;
    }

  public:
    std::vector<int> order;
    std::vector<float> limits;
    /// Steps of a random window, in the mean.
    double cost = 0;

    Plan(const std::vector<Window> &faces, const std::vector<Window> &random, float margin)
        : faces(faces), random(random), margin(margin), faceSums(faces.size()), randomSums(random.size()),
          alive(random.size()) {
        std::iota(alive.begin(), alive.end(), 0);
        for (int number = 0; number < stepCount; ++number) {
            cost += static_cast<double>(alive.size()) / static_cast<double>(random.size());
            const std::vector<int> cells = step();
            order.insert(order.end(), cells.begin(), cells.end());
            faceSums = with(cells, faces, std::move(faceSums));
            randomSums = with(cells, random, std::move(randomSums));
            limits.push_back(*std::min_element(faceSums.begin(), faceSums.end()) - margin);
            alive.erase(
                std::remove_if(alive.begin(), alive.end(), [&](size_t i) { return randomSums[i] < limits.back(); }),
                alive.end());
        }
    }
};

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
            std::shuffle(random.begin(), random.end(), collection.chance);
            if (random.size() > mostRandom) random.resize(mostRandom);
            if (faces.empty() || random.empty()) {
                std::fprintf(stderr, "face_limits: too few faces\n");
                return 1;
            }
            plans[set].emplace_back(faces, random, static_cast<float>(std::atof(arguments[1])));
            std::fprintf(
                stderr, "from %g, filter %d: %zu windows of faces, %.2f steps of a random one\n", lowest[set], filter,
                faces.size(), plans[set].back().cost);
        }
    std::printf(
        "// Made by Scripts/make-face-limits from pictures with faces; not for editing.\n#pragma once\n\n"
        "#include \"Filters.hpp\"\n\nnamespace facescan {\n\n"
        "/// Cells of a window, by rows from the upper left, in the order they are added: for scores from %g and from\n"
        "/// %g, by filter.\n"
        "constexpr int32_t rejectionOrder[limitSetCount][filterCount][cellCount] = {\n", lowest[0], lowest[1]);
    for (const std::vector<Plan> &set : plans) {
        std::printf("    {\n");
        for (const Plan &plan : set) print(plan.order, "%d");
        std::printf("    },\n");
    }
    std::printf(
        "};\n\n/// Sums below which a window is given up after that step.\n"
        "constexpr float rejectionLimits[limitSetCount][filterCount][stepCount] = {\n");
    for (const std::vector<Plan> &set : plans) {
        std::printf("    {\n");
        for (const Plan &plan : set) print(plan.limits, "%.3ff");
        std::printf("    },\n");
    }
    std::printf("};\n\n} // namespace facescan\n");
    return 0;
}
